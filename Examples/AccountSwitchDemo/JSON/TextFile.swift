import Foundation

/// The text of a file, read with errors that say what is wrong with the file.
struct TextFile {
  /// The path as the user wrote it.
  let path: String
  /// The text in valid UTF-8, without a byte order mark.
  let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - expected: What the file should be, for the messages.
  /// - Throws: ``DataError`` if there is no such file, it cannot be read, or it is not UTF-8 text.
  init(_ path: String, expected: String) throws(DataError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DataError(path, "no such file; expected \(expected)")
    }
    guard !isFolder.boolValue else {
      throw DataError(path, "is a folder; expected a file: \(expected)")
    }
    guard let content = try? FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
    else { throw DataError(path, "cannot be read; is reading permitted?") }
    try self.init(path, Array(content))
  }

  /// Takes text from elsewhere.
  ///
  /// - Parameters:
  ///   - path: What messages call it.
  ///   - bytes: The text.
  /// - Throws: ``DataError`` if it is not UTF-8 text.
  init(_ path: String, _ bytes: [UInt8]) throws(DataError) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw DataError(path, line: 1, "expected UTF-8 text, found UTF-16; save the file as UTF-8")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.path = path
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    for (index, line) in lines.enumerated() {
      let isText = String(validating: line, as: UTF8.self) != nil && !line.contains(0)
      if !isText {
        throw DataError(path, line: index + 1, "expected UTF-8 text, found bytes that are none")
      }
    }
  }

  /// The lines, without their ends.
  var lines: [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0
    }
  }
}
