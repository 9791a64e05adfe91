import AppGraph
import Foundation

/// What a file store reports, because nobody asked and waits for an answer.
public struct FileAccountStoreIncident: Error, Sendable {
  /// What kind of thing happened.
  public enum Kind: String, Hashable, Sendable {
    /// A file was damaged, and was set aside under a name of its own.
    case damagedFile
    /// The previous file is used, because the current one was damaged; the last changes are lost.
    case previousUsed
    /// Nothing whole was left; the store begins empty.
    case beganEmpty
    /// A write failed; the values stay readable, and the next change or call tries again.
    case writeFailed
    /// A value cannot be encoded; all others were stored, and of this one what was stored before.
    case valueNotEncoded
  }

  /// What kind of thing happened.
  public let kind: Kind
  /// The path of the file or directory concerned.
  public let path: String
  /// The path under which a damaged file is kept.
  public let setAside: String?
  /// What gave the damage away.
  public let detail: String?
  /// The error behind it, if there is one.
  public let cause: StorageError?

  package init(
    kind: Kind,
    path: String,
    setAside: String? = nil,
    detail: String? = nil,
    cause: StorageError? = nil
  ) {
    self.kind = kind
    self.path = path
    self.setAside = setAside
    self.detail = detail
    self.cause = cause
  }

  /// Writes an incident to standard error, one line.
  ///
  /// - Parameter incident: The incident.
  public static func write(_ incident: FileAccountStoreIncident) {
    FileHandle.standardError.write(Data("AppGraphStorage: \(incident)\n".utf8))
  }
}

// MARK: - CustomStringConvertible

extension FileAccountStoreIncident: CustomStringConvertible {
  /// The incident in one line: what happened, where, and what the store did.
  public var description: String {
    switch kind {
    case .damagedFile:
      "'\(path)' is damaged\(detail.map { " (\($0))" } ?? ""); it is kept as '\(setAside ?? "")'"
    case .previousUsed:
      "'\(path)' is used in place of the damaged file; changes since it was written are lost"
    case .beganEmpty: "No whole file is left in '\(path)'; the store begins empty"
    case .writeFailed, .valueNotEncoded: cause.map { "\($0)" } ?? "'\(path)' was not written"
    }
  }
}
