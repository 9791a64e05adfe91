import AppGraph

/// The account list as the last run has left it, read before anything starts.
@MainActor
struct KeptAccounts {
  /// The listed accounts in order; those of the data in a first run.
  let list: [DemoAccount]
  private let outbox: [OutboxEntry<DemoAccount>]
  private let store: any AccountStore
  private let isFirstRun: Bool

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - storage: Where it is kept.
  ///   - accounts: The accounts of the data.
  /// - Throws: ``DataError`` if an account is kept that the data does not have; what the store throws if
  ///   the list cannot be read.
  init(in storage: DemoStorage, of accounts: [DemoAccount]) async throws {
    store = storage.accounts
    isFirstRun = try store.value(Bool.self, for: .hasBegun) != true
    // A graph without services starts nothing, and reads what the graph of the app will read.
    let app = try await AppDependencyGraph(
      DependencyGraph<DemoAccount>(rewiredBy: \.account) {},
      storedIn: storage.accounts,
      firstAccounts: accounts,
      credentials: AccountCredentials(in: storage.credentials)
    )
    list = app.accounts.list
    outbox = app.accounts.outbox
    await app.close()
    let names = accounts.map(\.name).joined(separator: ", ")
    let errors = list.filter { !accounts.contains($0) }.map { account in
      DataError(
        storage.folder ?? "",
        "the list holds \(Quoted(account.name)) (\(Quoted(account.id))), which the data does not "
          + "have; expected only \(names). Use the --data that the store was made with, or another "
          + "--store"
      )
    }
    if !errors.isEmpty { throw DataError(joining: errors) }
  }

  /// Lets the servers know the tokens that are kept; in a first run they issue one to every member.
  ///
  /// A member whose token is missing or cannot be read, which is reported, has to sign in again.
  func prepare(_ credentials: AccountCredentials<DemoAccount>, _ issuer: TokenIssuer) {
    for entry in outbox {
      if let token = entry.credential { issuer.note(token, of: entry.account) }
    }
    for id in list.filter(\.isAuthenticated).map(\.id) {
      do {
        if let token = try credentials.credential(for: id) {
          issuer.note(token, of: id)
        } else if isFirstRun {
          try credentials.store(issuer.issue(for: id), for: id)
        } else {
          credentials.noteRefusal(of: id)
        }
      } catch {
        StandardStreams.report("account-switch-demo: \(error)")
        credentials.noteRefusal(of: id)
      }
    }
    store.apply([.store(true, under: .hasBegun)])
  }
}

extension AccountStoreKey {
  /// Whether an earlier run has given every member a token.
  fileprivate static let hasBegun = Self(account: nil, name: "demo has begun")
}
