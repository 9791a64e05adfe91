/// What the user asked for on the command line.
struct Arguments: Equatable {
  /// The folder that accounts come from; the built-in ones without it.
  var folder: String?
  /// The file that commands come from, `-` for standard input; the built-in session without it.
  var session: String?
  /// The folder that the account list is kept in; in memory without it.
  var store: String?
  /// Whether each event is printed as a JSON object.
  var isJSON = false
  /// Whether the plan of the graph is printed instead of playing a session.
  var isPlan = false
  /// Whether the help is printed; then nothing else matters.
  var isHelp = false
}

extension Arguments {
  /// Reads the arguments.
  ///
  /// - Parameter words: The words after the name of the program.
  /// - Throws: ``UsageError`` naming the first word that is wrong, and what was expected.
  init(_ words: [String]) throws(UsageError) {
    if words.contains("--help") || words.contains("-h") {
      isHelp = true
      return
    }
    var seen: Set<Option> = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let (name, inline) = Self.split(word)
      guard let option = Option(rawValue: name) else { throw Self.unknown(word) }
      guard seen.insert(option).inserted else { throw UsageError("\(name) is given twice") }
      try take(option, inline, &rest)
    }
    if isPlan && session != nil {
      throw UsageError("--plan plays no session: leave out --session, or --plan")
    }
    if isPlan && store != nil {
      throw UsageError("--plan starts nothing and keeps nothing: leave out --store, or --plan")
    }
  }

  private mutating func take(
    _ option: Option,
    _ inline: String?,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    switch option {
    case .data: folder = try Self.value(of: option, inline, &rest)
    case .store: store = try Self.value(of: option, inline, &rest)
    case .session: session = try Self.value(of: option, inline, &rest)
    case .json: isJSON = try Self.flag(option, inline)
    case .plan: isPlan = try Self.flag(option, inline)
    }
  }

  private static func value(
    of option: Option,
    _ inline: String?,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    let isOption = rest.first.map { $0 != "-" && $0.hasPrefix("-") } ?? true
    let value = inline ?? (isOption ? nil : rest.popFirst())
    guard let value, !value.isEmpty else {
      throw UsageError("\(option.rawValue) needs a value: \(option.expectation)")
    }
    return value
  }

  private static func flag(_ option: Option, _ inline: String?) throws(UsageError) -> Bool {
    guard inline == nil else { throw UsageError("\(option.rawValue) takes no value") }
    return true
  }

  /// Takes `--name=value` apart.
  private static func split(_ word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<equals]), String(word[word.index(after: equals)...]))
  }

  private static func unknown(_ word: String) -> UsageError {
    guard word.hasPrefix("-") else {
      return UsageError("unexpected argument \(Quoted(word)); options begin with --")
    }
    let names = Option.allCases.map(\.rawValue) + ["--help"]
    let hint = Suggestion(for: split(word).name, among: names)
    return UsageError("unknown option \(Quoted(word))\(hint)")
  }

  /// An option other than `--help`.
  private enum Option: String, CaseIterable {
    case data = "--data"
    case session = "--session"
    case store = "--store"
    case json = "--json"
    case plan = "--plan"

    var expectation: String {
      switch self {
      case .data, .store:
        "a folder (one that begins with - is written ./-name, or \(rawValue)=-name)"
      case .session: "a file, or - for standard input"
      case .json, .plan: "none"
      }
    }
  }
}
