/// The accounts that a graph begins with, and where they are stored from then on.
@MainActor
struct AccountsAtStart<Account: GraphAccount> {
  var list = AccountList<Account>()
  /// Whether activating an account that is not listed adds it.
  var isOpen = false
  var anonymous: Account?
  var selection: Account.ID?
  /// Where what survives the process is kept, if the app has said so.
  var store: (any AccountStore)?
  /// Whether the store holds the list as it is here.
  var isStored = true
  var persistence: AccountPersistence<Account>?

  init(accounts: [Account]?, anonymous: Account?, selection: Account.ID?) {
    list.accounts = accounts ?? []
    isOpen = accounts == nil
    self.anonymous = anonymous
    self.selection = selection
  }
}

extension AccountsAtStart where Account: Codable, Account.ID: Codable {
  /// Takes up what an earlier process has stored.
  init(from store: any AccountStore, first: [Account], anonymous: Account?) throws {
    let stored = try store.value(StoredAccounts<Account>.self, for: .accounts)?.list
    list = stored ?? AccountList(accounts: first)
    selection = try store.value(Account.ID.self, for: .selection)
    self.anonymous = anonymous
    self.store = store
    isStored = stored != nil
    persistence = .codable
  }
}
