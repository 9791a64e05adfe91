/// How the list of accounts is stored, where its accounts can be.
struct AccountPersistence<Account: GraphAccount> {
  let list: @MainActor ([Account], [SignOutRecord<Account.ID>]) -> AccountStoreChange
  let selection: @MainActor (Account.ID?) -> AccountStoreChange
}

extension AccountPersistence where Account: Codable, Account.ID: Codable {
  /// Stores accounts as they are.
  static var codable: Self {
    Self(
      list: { .store(StoredAccounts<Account>(accounts: $0, signOuts: $1), under: .accounts) },
      selection: { id in id.map { .store($0, under: .selection) } ?? .delete(.selection) }
    )
  }
}

/// The list of accounts as it is stored, with the sign-outs that are left for later.
struct StoredAccounts<Account: GraphAccount & Codable>: Codable, Sendable
where Account.ID: Codable {
  var accounts: [Account] = []
  var signOuts: [SignOutRecord<Account.ID>] = []
}

/// A sign-out that is left for later; its credential lies in the credential store under its number.
struct SignOutRecord<ID: Hashable & Sendable>: Hashable, Sendable {
  let number: Int
  let account: ID
}

extension SignOutRecord: Codable where ID: Codable {}

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
