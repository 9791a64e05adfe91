/// The place in the source where something was registered.
public struct SourcePlace: Hashable, Sendable {
  /// The module and file, as `#fileID` gives them.
  public let fileID: String
  /// The line, counted from 1.
  public let line: Int

  /// Names a place.
  ///
  /// - Parameters:
  ///   - fileID: The module and file, as `#fileID` gives them.
  ///   - line: The line, counted from 1.
  public init(fileID: String, line: Int) {
    self.fileID = fileID
    self.line = line
  }
}

// MARK: - CustomStringConvertible

extension SourcePlace: CustomStringConvertible {
  /// The place as `file:line`.
  public var description: String { "\(fileID):\(line)" }
}
