import Foundation

/// The error of one operation on a file, as the operating system gives it.
public struct FileFailure: Error, Hashable, Sendable {
  /// What was tried, as a verb.
  public let operation: String
  /// The path of the file or directory.
  public let path: String
  /// The number of the error, as `errno` counts.
  public let code: Int32

  package init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
  }
}

// MARK: - CustomStringConvertible

extension FileFailure: CustomStringConvertible {
  /// The failure in one line: what was tried, on what, and why it failed.
  public var description: String {
    "cannot \(operation) '\(path)': \(String(cString: strerror(code)))"
  }
}
