/// What the command line asks for.
struct Arguments: Hashable, Sendable {
  private(set) var isHelp = false
  private(set) var isQuick = false
  private(set) var isJSON = false
  /// The rows to measure; all if empty.
  private(set) var rows: [String] = []

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "-h", "--help": isHelp = true
      case "--quick": isQuick = true
      case "--json": isJSON = true
      case "--row":
        guard let name = rest.popFirst() else { throw UsageError("--row needs the name of a row") }
        rows.append(name)
      case _ where word.hasPrefix("--row="): rows.append(String(word.dropFirst("--row=".count)))
      default: throw UsageError("unexpected argument '\(word)'")
      }
    }
  }
}

/// A command line that cannot be understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
