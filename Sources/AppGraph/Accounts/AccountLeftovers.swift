/// What is left to do of accounts that were removed: sign-outs at servers, and the deletion of what was
/// kept of them.
///
/// It decides in what order that happens, so that a process that ends in between loses nothing and leaves
/// nothing: what the stored list names is deleted only after a list without it is stored.
struct AccountLeftovers<ID: Hashable & Sendable>: Sendable {
  /// The sign-outs that have yet to be done, the oldest first.
  private(set) var signOuts: [SignOutRecord<ID>] = []
  /// The highest number of a sign-out so far.
  ///
  /// None is used twice: a secret that could not be deleted must not be found under a new one.
  private(set) var lastSignOut = 0
  /// The removed accounts of which something may still be kept.
  private(set) var purges: [ID] = []
  private var underWay: Set<Int> = []
  /// The sign-outs that are over, whose secrets are still kept.
  private var doneSignOuts: [Int] = []
  /// The accounts of `purges` that nothing needs any more.
  private var purged: [ID] = []

  init() {}

  /// Takes up what an earlier process has left.
  init(signOuts: [SignOutRecord<ID>], lastSignOut: Int, purges: [ID]) {
    self.signOuts = signOuts
    self.lastSignOut = lastSignOut
    self.purges = purges
    purged = purges
  }

  // MARK: Sign-outs

  mutating func postponeSignOut(of account: ID) -> Int {
    lastSignOut += 1
    signOuts.append(SignOutRecord(number: lastSignOut, account: account))
    return lastSignOut
  }

  /// Begins a sign-out, unless it is over, or under way.
  mutating func begin(_ signOut: SignOutRecord<ID>) -> Bool {
    signOuts.contains(signOut) && underWay.insert(signOut.number).inserted
  }

  mutating func end(_ signOut: SignOutRecord<ID>) {
    underWay.remove(signOut.number)
  }

  /// Gives up a sign-out, done or not.
  ///
  /// - Returns: Whether there was one.
  mutating func discard(_ number: Int) -> Bool {
    guard let index = signOuts.firstIndex(where: { $0.number == number }) else { return false }
    signOuts.remove(at: index)
    doneSignOuts.append(number)
    return true
  }

  // MARK: Deletions

  /// An account is removed; what is kept of it is still needed.
  mutating func remove(_ account: ID) {
    if !purges.contains(account) { purges.append(account) }
  }

  /// Nothing needs any more what is kept of a removed account.
  mutating func purge(_ account: ID) {
    if purges.contains(account) { purged.append(account) }
  }

  /// An account is added; what is still kept of its earlier time has to go at once.
  ///
  /// - Returns: Whether there may be anything.
  mutating func takeBack(_ account: ID) -> Bool {
    guard !purges.isEmpty, purges.contains(account) else { return false }
    deleted(account)
    purged.removeAll { $0 == account }
    return true
  }

  /// Takes what may be deleted, now that the stored list does not name it.
  mutating func takeDeletable() -> (signOuts: [Int], accounts: [ID]) {
    defer { (doneSignOuts, purged) = ([], []) }
    return (doneSignOuts, purged)
  }

  /// Nothing is kept of an account any more.
  ///
  /// One that could not be deleted stays for the next process.
  mutating func deleted(_ account: ID) {
    purges.removeAll { $0 == account }
  }
}

/// A sign-out that is left for later; its credential lies in the credential store under its number.
struct SignOutRecord<ID: Hashable & Sendable>: Hashable, Sendable {
  let number: Int
  let account: ID
}

extension SignOutRecord: Codable where ID: Codable {}
