/// The place of one value in an account store.
///
/// The graph has the names `accounts` and `selection` for the whole app, and for each account those that
/// begin with `stash` or `record` and a space. They do not change: what one version of an app has stored is
/// found by the next.
public struct AccountStoreKey: Hashable, Codable, Sendable {
  /// The account that the value belongs to, as the text of its identity; none for the whole app.
  public let account: String?
  /// What tells it from the other values of the account.
  public let name: String

  /// Names a place.
  ///
  /// - Parameters:
  ///   - account: The text of the account's identity; none for the whole app.
  ///   - name: What tells the value from the others.
  public init(account: String?, name: String) {
    self.account = account
    self.name = name
  }
}

// MARK: - CustomStringConvertible

extension AccountStoreKey: CustomStringConvertible {
  /// The key as a path: the account, if any, then the name.
  public var description: String { account.map { "\($0)/\(name)" } ?? name }
}
