import AppGraph

/// An account of the app: what its graph is rewired by.
struct DemoAccount: GraphAccount, Codable, Hashable {
  typealias Credential = AccessToken

  /// The address of the account on all servers, such as `alice@social.example`; it never changes.
  let id: String
  /// What the account is called in a session.
  let name: String
  /// The server.
  let host: String
  let isAuthenticated: Bool

  /// Nobody: what the graph holds before the first account.
  static let nobody = Self(id: "nobody", name: "nobody", host: "", isAuthenticated: false)
}
