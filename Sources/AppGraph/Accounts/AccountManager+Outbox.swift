extension AccountManager {
  /// The sign-outs that have yet to be done at a server, the oldest first.
  ///
  /// They outlive their account and, where the list is stored, the process. Adding the account again
  /// does not touch them, and they do not touch it.
  public var outbox: [OutboxEntry<Account>] {
    signal.access()
    return signOuts.map { entry(for: $0, (try? credentials.laidAside(for: $0.number)) ?? nil) }
  }

  /// Does the sign-outs that are left, one after the other, each with its own account's credential.
  ///
  /// One that throws, or whose credential cannot be read, stays for the next time; the others are tried
  /// all the same. One that another call is doing is left to that call.
  ///
  /// - Parameter signOut: Signs out at the server.
  /// - Returns: How many are left.
  @discardableResult
  public func emptyOutbox(
    _ signOut: @MainActor (OutboxEntry<Account>) async throws -> Void
  ) async -> Int {
    for record in signOuts {
      // It may have been discarded while another one was done.
      guard signOuts.contains(record), signOutsUnderWay.insert(record.number).inserted else {
        continue
      }
      defer { signOutsUnderWay.remove(record.number) }
      do {
        let entry = entry(for: record, try credentials.laidAside(for: record.number))
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
    doneSignOuts.append(entry.number)
    noteListChange()
    tellChange()
    if persistence == nil { forgetDoneSignOuts() }
  }

  /// Deletes the secrets of sign-outs that the stored list no longer names.
  func forgetDoneSignOuts() {
    for number in doneSignOuts { attempt { try credentials.forget(signOut: number) } }
    doneSignOuts.removeAll()
  }

  func postponeSignOut(of id: ID) {
    // No number is used twice: a secret that could not be deleted must not be found under a new one.
    lastSignOut += 1
    let record = SignOutRecord(number: lastSignOut, account: id)
    signOuts.append(record)
    attempt { try credentials.layAside(id, for: record.number) }
    noteListChange()
    tellChange()
  }

  private func entry(
    for record: SignOutRecord<ID>,
    _ credential: Credential?
  ) -> OutboxEntry<Account> {
    OutboxEntry(number: record.number, account: record.account, credential: credential)
  }
}

/// A sign-out that has yet to be done at a server.
///
/// It belongs to the account as it was when it was removed, and cannot bring it back.
public struct OutboxEntry<Account: GraphAccount>: Sendable {
  /// What tells the entry from all others, counted from 1.
  public let number: Int
  /// The removed account.
  public let account: Account.ID
  /// The credential it had.
  public let credential: Account.Credential?
}
