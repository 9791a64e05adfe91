/// The commands of a session, read and checked before any of them runs.
struct Session: Equatable {
  /// One command, with where it stands.
  struct Line: Equatable {
    /// Counted from 1.
    let number: Int
    /// The command as it is written.
    let text: String
    let command: SessionCommand
  }

  let lines: [Line]

  /// Reads a session.
  ///
  /// - Parameters:
  ///   - file: The text.
  ///   - accounts: The accounts that commands may name.
  /// - Throws: ``DataError`` with every line that is wrong.
  init(_ file: TextFile, accounts: [DemoAccount]) throws(DataError) {
    let parser = SessionParser(accounts: accounts)
    var lines: [Line] = []
    var errors: [DataError] = []
    for (index, bytes) in file.lines.enumerated() {
      let text = String(decoding: bytes, as: UTF8.self).trimmed
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      do throws(SessionSyntaxError) {
        let command = try parser.command(text)
        lines.append(Line(number: index + 1, text: text, command: command))
      } catch {
        errors.append(DataError(file.path, line: index + 1, error.text))
      }
    }
    guard errors.isEmpty else { throw DataError(joining: errors) }
    self.lines = lines
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
