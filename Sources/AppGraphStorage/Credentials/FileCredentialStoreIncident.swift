import Foundation

/// What a credential store in files reports when it is opened.
public struct FileCredentialStoreIncident: Error, Hashable, Sendable {
  /// What kind of thing happened.
  public enum Kind: String, Hashable, Sendable {
    /// Others than the owner had rights to a file or the directory; they were taken away.
    case rightsRestricted
  }

  /// What kind of thing happened.
  public let kind: Kind
  /// The path of the file or directory concerned.
  public let path: String

  /// Writes an incident to standard error, one line.
  ///
  /// - Parameter incident: The incident.
  public static func write(_ incident: FileCredentialStoreIncident) {
    FileHandle.standardError.write(Data("AppGraphStorage: \(incident)\n".utf8))
  }
}

// MARK: - CustomStringConvertible

extension FileCredentialStoreIncident: CustomStringConvertible {
  /// The incident in one line: what happened, where, and what to do.
  public var description: String {
    "Others than the owner had rights to '\(path)'; they were taken away. Renew the secret if somebody "
      + "may have read it."
  }
}
