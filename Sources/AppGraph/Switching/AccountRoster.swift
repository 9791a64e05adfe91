/// The accounts that the transition machine knows, by number: the list, the tombstones, and who was
/// active last.
struct AccountRoster: Sendable {
  typealias Account = TransitionMachine.Account

  private struct Standing {
    var isKnown = false
    var isRemoved = false
    var isAuthenticated = false
  }

  /// The known accounts in list order.
  private(set) var list: [Account] = []
  // An array, because numbers are given in order.
  /// How each account stands that was ever known.
  private var standings: [Standing] = []
  /// The accounts that were active, the latest last.
  private var recent: [Account] = []
  /// The account to fall back to when no authenticated one is left.
  var anonymous: Account?
  /// The account that a restart opens.
  var selection: Account?

  func isKnown(_ account: Account) -> Bool { standing(of: account).isKnown }
  func isRemoved(_ account: Account) -> Bool { standing(of: account).isRemoved }
  func isAuthenticated(_ account: Account) -> Bool { standing(of: account).isAuthenticated }

  private func standing(of account: Account) -> Standing {
    standings.indices.contains(account) ? standings[account] : Standing()
  }

  mutating func add(_ account: Account, isAuthenticated: Bool) -> Bool {
    while standings.count <= account { standings.append(Standing()) }
    let isNew = !standings[account].isKnown
    standings[account] = Standing(isKnown: true, isAuthenticated: isAuthenticated)
    if isNew { list.append(account) }
    return isNew
  }

  mutating func remove(_ account: Account) {
    while standings.count <= account { standings.append(Standing()) }
    standings[account] = Standing(isRemoved: true)
    list.removeAll { $0 == account }
    recent.removeAll { $0 == account }
  }

  mutating func noteActive(_ account: Account) {
    guard recent.last != account else { return }
    recent.removeAll { $0 == account }
    recent.append(account)
  }

  /// Who takes over when the active account is removed: the most recently active authenticated account,
  /// else the first authenticated one of the list, else the configured anonymous one.
  var fallback: Account? {
    recent.last(where: isAuthenticated) ?? list.first(where: isAuthenticated)
      ?? anonymous.flatMap { isRemoved($0) ? nil : $0 }
  }
}
