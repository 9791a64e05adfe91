/// How the list of accounts is stored, where its accounts can be.
struct AccountPersistence<Account: GraphAccount> {
  let list: @MainActor (AccountList<Account>) -> AccountStoreChange
  let selection: @MainActor (Account.ID?) -> AccountStoreChange
}

extension AccountPersistence where Account: Codable, Account.ID: Codable {
  /// Stores accounts as they are.
  static var codable: Self {
    Self(
      list: { .store(StoredAccounts($0), under: .accounts) },
      selection: { id in id.map { .store($0, under: .selection) } ?? .delete(.selection) }
    )
  }
}

/// All that is kept of the accounts as one value: the list, and what is left to do of earlier ones.
struct AccountList<Account: GraphAccount> {
  var accounts: [Account] = []
  var leftovers = AccountLeftovers<Account.ID>()
}

/// The same as it is stored.
struct StoredAccounts<Account: GraphAccount & Codable>: Codable, Sendable
where Account.ID: Codable {
  let accounts: [Account]
  let signOuts: [SignOutRecord<Account.ID>]
  let lastSignOut: Int
  let purges: [Account.ID]

  init(_ list: AccountList<Account>) {
    accounts = list.accounts
    signOuts = list.leftovers.signOuts
    lastSignOut = list.leftovers.lastSignOut
    purges = list.leftovers.purges
  }

  var list: AccountList<Account> {
    AccountList(
      accounts: accounts,
      leftovers: AccountLeftovers(signOuts: signOuts, lastSignOut: lastSignOut, purges: purges)
    )
  }
}

extension AccountStoreKey {
  static let accounts = Self(account: nil, name: "accounts")
  static let selection = Self(account: nil, name: "selection")

  static func stash(_ state: String, of account: String) -> Self {
    Self(account: account, name: "stash \(state)")
  }

  static func record(_ name: String, of account: String) -> Self {
    Self(account: account, name: "record \(name)")
  }
}
