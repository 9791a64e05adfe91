/// The error of a file or session that cannot be used; the program ends with status 1.
struct DataError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, one message for each place; never empty.
  let messages: [String]

  /// Names one place that is wrong.
  ///
  /// - Parameters:
  ///   - file: The path of the file as the user wrote it.
  ///   - line: The line, counted from 1, where there is one.
  ///   - text: What is wrong and what was expected.
  init(_ file: String, line: Int? = nil, _ text: String) {
    messages = [file + (line.map { ":\($0)" } ?? "") + ": " + text]
  }

  /// Joins the messages of several errors.
  init(joining errors: [Self]) {
    messages = errors.flatMap(\.messages)
  }

  /// The first messages, one a line, and how many more there are.
  var description: String {
    let limit = 20
    let shown = messages.prefix(limit)
    let more = messages.count - shown.count
    return (shown + (more > 0 ? ["… and \(more) more"] : [])).joined(separator: "\n")
  }
}
