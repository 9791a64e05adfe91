// MARK: - AccountKeeping

extension AccountManager: AccountKeeping {
  func purge(_ number: TransitionMachine.Account) {
    if let id = id(number) { leftovers.purge(id) }
  }

  func keepRemotePart(_ number: TransitionMachine.Account) {
    if let id = id(number) { postponeSignOut(of: id) }
  }

  func changeToStore() -> AccountStoreChange? {
    guard !isListStored, let persistence, let roster = runtime?.machine.roster else { return nil }
    isListStored = true
    let accounts = roster.list.compactMap { account($0) }
    return persistence.list(AccountList(accounts: accounts, leftovers: leftovers))
  }

  func changeToSelect(_ number: TransitionMachine.Account?) -> AccountStoreChange? {
    persistence?.selection(number.flatMap { id($0) })
  }

  func changesAreStored() {
    let deletable = leftovers.takeDeletable()
    for number in deletable.signOuts { attempt { try credentials.forget(signOut: number) } }
    for id in deletable.accounts {
      attempt {
        try credentials.purge(id)
        leftovers.deleted(id)
      }
    }
    guard !deletable.accounts.isEmpty else { return }
    isListStored = false
    runtime?.listChanged()
  }

  func graphHasClosed() {
    credentials.endWaiting()
  }

  /// Does what may fail without a caller that could be told.
  func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      runtime?.reportStorage(.notStored, "credentials", error)
    }
  }
}
