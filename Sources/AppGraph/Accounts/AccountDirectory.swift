/// The accounts of a graph: their values, and the numbers under which the machine knows them.
@MainActor
struct AccountDirectory {
  typealias Number = TransitionMachine.Account

  /// An account as the engine needs it, without its type.
  struct Entry {
    let id: any Hashable & Sendable
    /// The identity as text.
    let name: String
    /// The boxed value; none once the account is removed.
    var box: AnyObject?
  }

  /// The number of every account that nobody has ever named before.
  static let unknown: Number = -1

  /// Whether activating an account that is not listed adds it.
  let isOpen: Bool
  private var entries: [Entry] = []
  /// Names are what accounts are stored under, so each belongs to one.
  private var names: Set<String> = []

  init(isOpen: Bool) {
    self.isOpen = isOpen
  }

  /// Lent instead of copied: an entry holds several references.
  subscript(_ number: Number) -> Entry {
    _read { yield entries[number] }
  }

  /// Takes in a value of an account: newer, if it has a number, else new.
  mutating func store<Account: GraphAccount>(_ account: Account, known: Number?) -> Number {
    let box = ValueBox(account)
    if let number = known {
      entries[number].box = box
      return number
    }
    let number = entries.count
    let name = String(describing: account.id)
    precondition(
      names.insert(name).inserted,
      "Account.id must have a text of its own: two accounts are both called '\(name)'"
    )
    entries.append(Entry(id: account.id, name: name, box: box))
    return number
  }

  /// Forgets the value of an account, but not its number.
  mutating func forget(_ number: Number) {
    entries[number].box = nil
  }
}
