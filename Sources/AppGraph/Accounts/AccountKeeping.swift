/// The list of accounts as a running graph needs it, without the type of an account.
@MainActor
protocol AccountKeeping: AnyObject {
  /// Deletes the secrets of an account.
  func purge(_ number: TransitionMachine.Account)
  /// Lays aside what signing out at the server still needs.
  func keepRemotePart(_ number: TransitionMachine.Account)
  /// What of the list is not stored yet.
  func changesToStore() -> [AccountStoreChange]
  /// How to store which account a restart opens; nothing if the list is not kept.
  func changeToSelect(_ number: TransitionMachine.Account?) -> AccountStoreChange?
}
