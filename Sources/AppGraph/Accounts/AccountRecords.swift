/// What is kept for each account whatever account is active: its credential, and values by name.
///
/// Work that outlives a generation writes here, under its own account: allowed for every account that
/// is known, refused for one that was removed, so that no late write brings it back. Kept in memory.
@MainActor
public final class AccountRecords<ID: Hashable & Sendable> {
  private struct Record {
    var credential: String?
    var values: [String: any Sendable] = [:]
  }

  private var records: [ID: Record] = [:]
  private let isKnown: @MainActor (ID) -> Bool

  init(isKnown: @escaping @MainActor (ID) -> Bool) {
    self.isKnown = isKnown
  }

  /// Stores the credential of an account, active or not.
  ///
  /// - Parameters:
  ///   - credential: The credential; replaces the one before.
  ///   - id: The account.
  /// - Throws: ``AccountRecordError/unknownAccount(_:)`` if the account is not in the list.
  public func setCredential(_ credential: String, for id: ID) throws(AccountRecordError) {
    try check(id)
    records[id, default: Record()].credential = credential
  }

  /// The credential of an account, if one is stored.
  ///
  /// - Parameter id: The account.
  /// - Returns: The credential.
  public func credential(for id: ID) -> String? {
    records[id]?.credential
  }

  /// Stores a value of an account, active or not.
  ///
  /// - Parameters:
  ///   - value: The value; replaces the one before.
  ///   - name: The name of the value.
  ///   - id: The account.
  /// - Throws: ``AccountRecordError/unknownAccount(_:)`` if the account is not in the list.
  public func store(
    _ value: some Sendable,
    as name: String,
    for id: ID
  ) throws(AccountRecordError) {
    try check(id)
    records[id, default: Record()].values[name] = value
  }

  /// A value of an account, if one of that name and type is stored.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - id: The account.
  /// - Returns: The value.
  public func value<Value: Sendable>(_ name: String, for id: ID) -> Value? {
    records[id]?.values[name] as? Value
  }

  private func check(_ id: ID) throws(AccountRecordError) {
    guard isKnown(id) else { throw .unknownAccount(String(describing: id)) }
  }

  func purge(_ id: ID) {
    records[id] = nil
  }
}

/// Why a value of an account was not stored.
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
