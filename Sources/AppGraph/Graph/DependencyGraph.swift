/// All registrations of an app: plain data that composes, and is validated before anything is made.
///
///     let graph = DependencyGraph(rewiredBy: \.account) {
///       Service(\.client, from: \.account) { Client(account: $0) }
///       SharedState(CurrentAccount.self) { CurrentAccount() }
///         .onAccountChange { $0.clear() }
///       chatFeature.graph
///     }
///
/// Declaring a graph makes no service and no state. A key path is followed once, here, to find the key
/// it leads to; that reads the key's default instance.
@MainActor
public struct DependencyGraph<Account: GraphAccount> {
  var registrations: [Registration]
  let accountKey: AccountKeyRegistration?

  /// Declares a graph whose services follow an account.
  ///
  /// - Parameters:
  ///   - account: The key that holds the active account. Nothing else may be registered for it.
  ///   - fileID: The file of the declaration; leave it out.
  ///   - line: The line of the declaration; leave it out.
  ///   - registrations: The registrations; `if`, `else`, `for` and nested graphs may stand among them.
  public init(
    rewiredBy account: EnvironmentKeyPath<Account>,
    fileID: String = #fileID,
    line: Int = #line,
    @DependencyGraphBuilder _ registrations: () -> [Registration]
  ) {
    self.registrations = registrations()
    accountKey = AccountKeyRegistration(
      key: EnvironmentKeyReading(account).dependency,
      place: SourcePlace(fileID: fileID, line: line)
    )
  }

  /// What a graph contributes to the one it is nested in.
  var nested: [Registration] {
    (accountKey.map { [Registration(kind: .accountKey($0))] } ?? []) + registrations
  }
}

extension DependencyGraph where Account == NoAccount {
  /// Declares a graph that follows no account, in which everything lives as long as the graph.
  ///
  /// - Parameter registrations: The registrations; `if`, `else`, `for` and nested graphs may stand
  ///   among them.
  public init(@DependencyGraphBuilder _ registrations: () -> [Registration]) {
    self.registrations = registrations()
    accountKey = nil
  }
}
