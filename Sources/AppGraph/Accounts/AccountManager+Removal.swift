extension AccountManager {
  /// Removes an account: it is unknown from this turn on, and no late write brings it back.
  ///
  /// If it was active or on its way, its services are stopped, what was kept for it is deleted, and the
  /// fallback becomes active: the most recently active authenticated account, else the first
  /// authenticated one of the list, else the anonymous one, else none.
  /// ``AppDependencyGraph/settled()`` waits for that. The network is not waited for.
  ///
  /// - Parameters:
  ///   - id: The identity of the account.
  ///   - keepsRemotePart: Whether signing out at the server has yet to be done; then it is noted in
  ///     ``outbox`` with the account's own credential.
  /// - Returns: Whether the account was known.
  @discardableResult
  public func remove(_ id: ID, keepsRemotePart: Bool = false) -> Bool {
    guard let runtime, let number = runtime.directory.number(of: id),
      runtime.machine.roster.isKnown(number), !runtime.isClosing
    else { return false }
    runtime.emit(
      .accountRemoved(account: runtime.directory[number].name),
      generation: runtime.machine.generation
    )
    noteListChange()
    runtime.engine.submit { engine in
      _ = engine.machine.remove(number, keepsRemotePart: keepsRemotePart)
    }
    tellChange()
    return true
  }

  /// Removes an account once its server has confirmed that, as the deletion of an account needs it.
  ///
  /// Until then nothing local is touched: if the server refuses, the account is as it was.
  ///
  /// - Parameters:
  ///   - id: The identity of the account.
  ///   - confirm: Deletes the account at the server; cancelled if the account is removed meanwhile.
  /// - Returns: Whether the account was removed by this call; not if another removal came first.
  /// - Throws: What `confirm` throws; ``AccountRecordError/unknownAccount(_:)`` if the account is not in
  ///   the list.
  @discardableResult
  public func remove(
    _ id: ID,
    confirmedBy confirm: @escaping @MainActor (Account) async throws -> Void
  ) async throws -> Bool {
    guard let account = self[id] else {
      throw AccountRecordError.unknownAccount(String(describing: id))
    }
    switch await outcome("delete account", for: id, work: { try await confirm(account) }) {
    case .done: return remove(id)
    case .failed(let error): throw error
    case .cancelled, .unknownAccount: return false
    }
  }

  private func outcome(
    _ name: String,
    for id: ID,
    work: @escaping @MainActor () async throws -> Void
  ) async -> JobOutcome {
    await OperationContinuation.wait(runtime?.clock.counter) { waiter in
      begin(name, for: id, work: work) { waiter.resume(returning: $0) }
    }
  }

  // MARK: Sign-outs that are left for later

  /// The sign-outs that have yet to be done at a server, the oldest first.
  ///
  /// They outlive their account and, where the list is stored, the process. Adding the account again
  /// does not touch them, and they do not touch it.
  public var outbox: [OutboxEntry<Account>] {
    signal.access()
    return signOuts.map { record in
      OutboxEntry(
        number: record.number,
        account: record.account,
        credential: (try? credentials.laidAside(for: record.number)) ?? nil
      )
    }
  }

  /// Does the sign-outs that are left, one after the other, each with its own account's credential.
  ///
  /// One that throws stays for the next time, and the others are tried all the same.
  ///
  /// - Parameter signOut: Signs out at the server.
  /// - Returns: How many are left.
  @discardableResult
  public func emptyOutbox(
    _ signOut: @MainActor (OutboxEntry<Account>) async throws -> Void
  ) async -> Int {
    for entry in outbox {
      do {
        try await signOut(entry)
        discard(entry)
      } catch {
        // It stays, and the caller learns how many have.
      }
    }
    return signOuts.count
  }

  /// Gives up a sign-out that is left for later.
  ///
  /// - Parameter entry: The sign-out.
  public func discard(_ entry: OutboxEntry<Account>) {
    guard signOuts.contains(where: { $0.number == entry.number }) else { return }
    signOuts.removeAll { $0.number == entry.number }
    attempt { try credentials.forget(signOut: entry.number) }
    noteListChange()
    tellChange()
  }

  func postponeSignOut(of id: ID) {
    let number = (signOuts.map(\.number).max() ?? 0) + 1
    signOuts.append(SignOutRecord(number: number, account: id))
    attempt { try credentials.layAside(id, for: number) }
    noteListChange()
    tellChange()
  }
}

/// A sign-out that has yet to be done at a server.
///
/// It belongs to the account as it was when it was removed, and cannot bring it back.
public struct OutboxEntry<Account: GraphAccount>: Sendable {
  /// What tells the entry from the others of the outbox, counted from 1.
  public let number: Int
  /// The removed account.
  public let account: Account.ID
  /// The credential it had.
  public let credential: Account.Credential?
}
