/// Values that are kept for each account, whatever account is active.
///
/// Work that outlives a generation writes here, under its own account: allowed for every account that
/// is known, refused for one that was removed, so that no late write brings it back. Removing an account
/// deletes its values. They live in the ``AccountStore`` of the graph. Secrets do not belong here; see
/// ``AccountCredentials``.
@MainActor
public final class AccountRecords<ID: Hashable & Sendable> {
  private let store: any AccountStore
  private let isKnown: @MainActor (ID) -> Bool
  /// Called with the text of an account before something of it is stored.
  private let prepare: @MainActor (String) -> Void

  init(
    in store: any AccountStore,
    isKnown: @escaping @MainActor (ID) -> Bool,
    prepare: @escaping @MainActor (String) -> Void
  ) {
    self.store = store
    self.isKnown = isKnown
    self.prepare = prepare
  }

  /// Stores a value of an account, active or not.
  ///
  /// - Parameters:
  ///   - value: The value; replaces the one before.
  ///   - name: The name of the value.
  ///   - id: The account.
  /// - Throws: ``AccountRecordError/unknownAccount(_:)`` if the account is not in the list.
  public func store(
    _ value: some Codable & Sendable,
    as name: String,
    for id: ID
  ) throws(AccountRecordError) {
    guard isKnown(id) else { throw .unknownAccount(String(describing: id)) }
    prepare(String(describing: id))
    store.apply([.store(value, under: .record(name, of: String(describing: id)))])
  }

  /// A value of an account, if one of that name is stored.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - type: The type of the value.
  ///   - id: The account.
  /// - Returns: The value.
  /// - Throws: What the store throws if the value cannot be read as `type`.
  public func value<Value: Codable & Sendable>(
    _ name: String,
    as type: Value.Type = Value.self,
    for id: ID
  ) throws -> Value? {
    try store.value(type, for: .record(name, of: String(describing: id)))
  }
}

/// Why something of an account was not stored.
public enum AccountRecordError: Error, Hashable, Sendable {
  /// The account was removed, or never added.
  case unknownAccount(String)
}

// MARK: - CustomStringConvertible

extension AccountRecordError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .unknownAccount(let account):
      "Nothing was stored for account '\(account)': it is not in the list. Late writes of a removed "
        + "account end like this; add the account to store something for it."
    }
  }
}
