import Foundation

/// The sample folder of the demo, and copies of it to be broken.
enum SampleFolder {
  static let url = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples/AccountSwitchDemo/SampleData")

  /// What is done to one file of a copy.
  enum Change: Sendable {
    case remove
    case removeAccount
    case becomeFolder
    case write([UInt8])
    case truncate(bytes: Int)
    case replace(String, with: String)

    static func text(_ text: String) -> Self { .write(Array(text.utf8)) }
  }

  /// Copies the sample folder and changes one file of the copy.
  ///
  /// - Returns: The folder; the copy is `data` in it.
  static func copy(changing file: String, _ change: Change) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: "data")
    try FileManager.default.copyItem(at: url, to: copy)
    try apply(change, to: copy.appending(path: file))
    return folder
  }

  private static func apply(_ change: Change, to file: URL) throws {
    let files = FileManager.default
    switch change {
    case .remove: try files.removeItem(at: file)
    case .removeAccount: try files.removeItem(at: file.deletingLastPathComponent())
    case .becomeFolder:
      try files.removeItem(at: file)
      try files.createDirectory(at: file, withIntermediateDirectories: false)
    case .write(let bytes): try Data(bytes).write(to: file)
    case .truncate(let count): try Data(contentsOf: file).prefix(count).write(to: file)
    case .replace(let old, let new):
      let text = try String(contentsOf: file, encoding: .utf8)
      guard text.contains(old) else { throw CocoaError(.fileReadCorruptFile) }
      try Data(text.replacingOccurrences(of: old, with: new).utf8).write(to: file)
    }
  }
}
