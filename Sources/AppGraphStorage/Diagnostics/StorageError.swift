/// The error of a store: why it failed, where, and what lies behind.
public struct StorageError: Error, Sendable {
  /// What went wrong.
  public struct Reason: Hashable, Sendable {
    package let name: String

    private init(_ name: String) {
      self.name = name
    }

    /// Another store, in this process or another, has the directory open.
    public static let inUse = Self("inUse")
    /// A file was written by a newer version; it was left alone.
    public static let newerFormat = Self("newerFormat")
    /// The medium refused to read; what is stored was left alone.
    public static let notReadable = Self("notReadable")
    /// The medium refused to write; what was stored before still is.
    public static let notWritable = Self("notWritable")
    /// A file is not as it was written; it was left alone.
    public static let damaged = Self("damaged")
    /// What is stored cannot be read as the type that was asked for; it stays stored.
    public static let notDecodable = Self("notDecodable")
    /// A value cannot be encoded; what was stored before still is.
    public static let notEncodable = Self("notEncodable")
  }

  /// What went wrong.
  public let reason: Reason
  /// The path of the file or directory; for the Keychain, the name of the service.
  public let path: String
  /// The key of the value or the name of the secret; none if the whole store is concerned.
  public let key: String?
  /// The error behind it: a ``FileFailure``, what an encoder or decoder threw, or what the Keychain said.
  public let underlying: (any Error)?

  package init(
    _ reason: Reason,
    path: String,
    key: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.path = path
    self.key = key
    self.underlying = underlying
  }
}

// MARK: - CustomStringConvertible

extension StorageError.Reason: CustomStringConvertible {
  /// The name of the reason.
  public var description: String { name }
}
