/// The account of a graph that follows no account: there is no value of it.
///
/// A command-line tool or a server declares its graph without an account key; then everything lives
/// as long as the graph.
public enum NoAccount: GraphAccount {
  /// The identity, which no value has.
  public var id: Never {
    switch self {}
  }

  /// Whether the account is signed in; never asked.
  public var isAuthenticated: Bool {
    switch self {}
  }
}
