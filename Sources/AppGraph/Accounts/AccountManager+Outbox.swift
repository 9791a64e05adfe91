extension AccountManager {
  /// The sign-outs that have yet to be done at a server, the oldest first.
  ///
  /// They outlive their account and, where the list is stored, the process. Adding the account again
  /// does not touch them, and they do not touch it.
  public var outbox: [OutboxEntry<Account>] {
    signal.access()
    return leftovers.signOuts.map {
      entry(for: $0, (try? credentials.laidAside(for: $0.number)) ?? nil)
    }
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
    for record in leftovers.signOuts where leftovers.begin(record) {
      defer { leftovers.end(record) }
      do {
        let entry = entry(for: record, try credentials.laidAside(for: record.number))
        try await signOut(entry)
        discard(entry)
      } catch {
        // It stays, and the caller learns how many have.
      }
    }
    return leftovers.signOuts.count
  }

  /// Gives up a sign-out that is left for later.
  ///
  /// - Parameter entry: The sign-out.
  public func discard(_ entry: OutboxEntry<Account>) {
    guard leftovers.discard(entry.number) else { return }
    noteListChange()
    tellChange()
    // Where no list is stored there is none to wait for.
    if persistence == nil { changesAreStored() }
  }

  func postponeSignOut(of id: ID) {
    let number = leftovers.postponeSignOut(of: id)
    attempt { try credentials.layAside(id, for: number) }
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

// MARK: - CustomStringConvertible

extension OutboxEntry: CustomStringConvertible {
  /// The entry as a few words, without its secret.
  public var description: String { "sign-out \(number) of '\(account)'" }
}
