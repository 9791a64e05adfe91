/// The list of accounts as a running graph needs it, without the type of an account.
@MainActor
protocol AccountKeeping: AnyObject {
  /// Notes that what is kept of a removed account may be deleted.
  func purge(_ number: TransitionMachine.Account)
  /// Notes that the changes so far are stored, so that secrets may be deleted that they no longer name.
  func changesAreStored()
  /// Lays aside what signing out at the server still needs.
  func keepRemotePart(_ number: TransitionMachine.Account)
  /// Ends all waiting for what the graph would still have to do.
  func graphHasClosed()
  /// How to store the list, if it is kept and has changed.
  func changeToStore() -> AccountStoreChange?
  /// How to store which account a restart opens; nothing if the list is not kept.
  func changeToSelect(_ number: TransitionMachine.Account?) -> AccountStoreChange?
}
