/// The accounts that the transition machine knows, by number: the list, the tombstones, and who was
/// active last.
struct AccountRoster: Sendable {
  typealias Account = TransitionMachine.Account

  /// The known accounts in list order.
  private(set) var list: [Account] = []
  private(set) var removed: Set<Account> = []
  private var authenticated: Set<Account> = []
  private var known: Set<Account> = []
  /// The accounts that were active, the latest last.
  private var recent: [Account] = []
  /// The account to fall back to when no authenticated one is left.
  var anonymous: Account?
  /// The account that a restart opens.
  var selection: Account?

  func isKnown(_ account: Account) -> Bool { known.contains(account) }
  func isRemoved(_ account: Account) -> Bool { removed.contains(account) }
  func isAuthenticated(_ account: Account) -> Bool { authenticated.contains(account) }

  mutating func add(_ account: Account, isAuthenticated: Bool) -> Bool {
    if isAuthenticated { authenticated.insert(account) } else { authenticated.remove(account) }
    removed.remove(account)
    guard known.insert(account).inserted else { return false }
    list.append(account)
    return true
  }

  mutating func remove(_ account: Account) {
    removed.insert(account)
    known.remove(account)
    authenticated.remove(account)
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
