extension GraphRuntime {
  /// Lets states and the list keep what survives the process.
  func connectStorage() {
    // Without a store of the app's the registry's own stash lives as long as anything would.
    guard isStoreGiven else { return }
    states.keep = { [weak self] account, registration, content in
      guard let self, case .stashed(let stashing) = registration.policy,
        let change = stashing.storing?.change(content, key(of: registration, account))
      else { return }
      changes.append(change)
    }
    states.keptContent = { [weak self] account, registration in
      self?.kept(registration, account)
    }
  }

  private func key(
    of registration: StateRegistration,
    _ account: TransitionMachine.Account
  ) -> AccountStoreKey {
    .stash(registration.name, of: directory[account].name)
  }

  private func kept(
    _ registration: StateRegistration,
    _ account: TransitionMachine.Account
  ) -> (any Sendable)? {
    guard case .stashed(let stashing) = registration.policy, let storing = stashing.storing,
      !changes.contains(where: { $0.deletesAll(of: directory[account].name) })
    else { return nil }
    do {
      return try storing.content(store, key(of: registration, account))
    } catch {
      reportStorage(.notRestored, registration.name, error, place: registration.place)
      return nil
    }
  }

  /// The list, or what is kept beside it, has changed.
  func listChanged() {
    states.changed()
    if !engine.isRunning { storeChanges() }
  }

  /// Hands all changes of a turn to the store as one.
  func storeChanges() {
    // The list is kept only where the app has said so.
    if isStoreGiven, let change = accountKeeper?.changeToStore() { changes.append(change) }
    guard !changes.isEmpty else { return }
    let changes = changes
    self.changes = []
    store.apply(changes)
    if isStoreGiven { followStore() } else { accountKeeper?.changesAreStored() }
  }

  /// Hands over the changes of a turn that is under way, if they delete what belongs to an account.
  ///
  /// Before something new of the account is stored, which they must not delete.
  func storeDeletions(of account: String) {
    if changes.contains(where: { $0.deletesAll(of: account) }) { storeChanges() }
  }

  /// Follows the writing of what was handed over; not counted, because it does not wait for the clock.
  private func followStore() {
    isStoreBehind = true
    guard !isFollowingStore else { return }
    isFollowingStore = true
    Task {
      while isStoreBehind {
        isStoreBehind = false
        if await synced(), !isStoreBehind { accountKeeper?.changesAreStored() }
      }
      isFollowingStore = false
    }
  }

  /// Waits until all that was handed over is durable; a failure is reported.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  func synced() async -> Bool {
    do {
      try await store.sync()
      return true
    } catch {
      reportStorage(.notStored, "accounts", error)
      return false
    }
  }

  func reportStorage(
    _ kind: GraphIncident.Kind,
    _ key: String,
    _ error: any Error,
    place: SourcePlace? = nil
  ) {
    report(
      GraphIncident(
        kind: kind,
        key: key,
        place: place,
        generation: machine.generation,
        cause: error
      )
    )
  }
}
