/// The accounts that a graph begins with, and where they are stored from then on.
@MainActor
struct AccountsAtStart<Account: GraphAccount> {
  /// The list in order; none if activating an account is to add it.
  var accounts: [Account]?
  var anonymous: Account?
  var selection: Account.ID?
  var signOuts: [SignOutRecord<Account.ID>] = []
  /// Where what survives the process is kept, if the app has said so.
  var store: (any AccountStore)?
  /// Whether the store holds the list as it is here.
  var isStored = true
  var persistence: AccountPersistence<Account>?

  init(accounts: [Account]?, anonymous: Account?, selection: Account.ID?) {
    self.accounts = accounts
    self.anonymous = anonymous
    self.selection = selection
  }
}

extension AccountsAtStart where Account: Codable, Account.ID: Codable {
  /// Takes up what an earlier process has stored.
  init(from store: any AccountStore, first: [Account], anonymous: Account?) throws {
    let stored = try store.value(StoredAccounts<Account>.self, for: .accounts)
    accounts = stored?.accounts ?? first
    signOuts = stored?.signOuts ?? []
    selection = try store.value(Account.ID.self, for: .selection)
    self.anonymous = anonymous
    self.store = store
    isStored = stored != nil
    persistence = .codable
  }
}
