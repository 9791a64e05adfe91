/// The reader of one command, which knows what a session may name.
struct SessionParser {
  private let accounts: [DemoAccount]

  init(accounts: [DemoAccount]) {
    self.accounts = accounts
  }

  /// Reads one command.
  ///
  /// - Parameter text: The line without white space at its ends; not empty.
  /// - Returns: The command.
  /// - Throws: ``SessionSyntaxError`` with what was expected.
  func command(_ text: String) throws(SessionSyntaxError) -> SessionCommand {
    let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    let word = String(parts[0])
    let rest = parts.count > 1 ? parts[1].trimmed : ""
    switch word {
    case "switch": return .activate(try account(rest, after: word))
    case "post": return .post(try postText(rest))
    case "sign-out": return .signOut(try account(rest, after: word))
    case "add": return .add(try account(rest, after: word))
    case "remove": return .remove(try account(rest, after: word))
    case "rotate": return .rotate(try account(rest, after: word))
    case "notify": return .notify(try account(rest, after: word))
    case "job": return .job(try account(rest, after: word))
    case "drop-connection": return try alone(.dropConnection, word, rest)
    case "fail": return try failure(rest)
    case "wait": return .wait(milliseconds: try milliseconds(rest))
    case "status": return try alone(.status, word, rest)
    case "kill": return try alone(.kill, word, rest)
    default: throw unknownCommand(word)
    }
  }

  /// A command that is one word.
  private func alone(
    _ command: SessionCommand,
    _ word: String,
    _ rest: String
  ) throws(SessionSyntaxError) -> SessionCommand {
    guard rest.isEmpty else {
      throw SessionSyntaxError("expected nothing after '\(word)', found \(Quoted(rest))")
    }
    return command
  }

  private func unknownCommand(_ word: String) -> SessionSyntaxError {
    let forms = SessionCommand.forms.map { "'\($0.form)'" }.joined(separator: ", ")
    let hint = Suggestion(for: word, among: SessionCommand.forms.map(\.word))
    return SessionSyntaxError("unknown command \(Quoted(word)); expected one of \(forms)\(hint)")
  }

  private func account(_ name: String, after word: String) throws(SessionSyntaxError) -> DemoAccount
  {
    let names = accounts.map(\.name)
    let known = names.joined(separator: ", ")
    guard !name.isEmpty else {
      throw SessionSyntaxError("'\(word)' needs the name of an account; expected one of \(known)")
    }
    guard let account = accounts.first(where: { $0.name == name }) else {
      let hint = Suggestion(for: name, among: names)
      throw SessionSyntaxError("unknown account \(Quoted(name)); expected one of \(known)\(hint)")
    }
    return account
  }

  private func postText(_ text: String) throws(SessionSyntaxError) -> String {
    guard !text.isEmpty else {
      throw SessionSyntaxError("'post' needs a text; expected 'post TEXT'")
    }
    return text
  }

  private func failure(_ rest: String) throws(SessionSyntaxError) -> SessionCommand {
    let words = rest.split(maxSplits: 2, whereSeparator: \.isWhitespace)
    guard words.count == 3, words[1] == "for" else {
      let found = rest.isEmpty ? "nothing" : "\(Quoted(rest))"
      throw SessionSyntaxError("expected 'fail SERVICE for NAME', found \(found) after 'fail'")
    }
    guard let endpoint = Endpoint(named: String(words[0])) else {
      let names = Endpoint.allCases.map(\.rawValue)
      let known = names.joined(separator: ", ")
      let hint = Suggestion(for: String(words[0]), among: names)
      throw SessionSyntaxError(
        "unknown service \(Quoted(words[0])); expected a service of an account, one of "
          + "\(known)\(hint)"
      )
    }
    return .fail(endpoint, try account(words[2].trimmed, after: "fail \(words[0]) for"))
  }

  private func milliseconds(_ text: String) throws(SessionSyntaxError) -> Int {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, let number = Int(text), number <= SessionCommand.longestWait else {
      let found = text.isEmpty ? "nothing" : "\(Quoted(text))"
      throw SessionSyntaxError(
        "'wait' needs a whole number of milliseconds from 0 to \(SessionCommand.longestWait), "
          + "found \(found)"
      )
    }
    return number
  }
}

/// The error of a line that is no command.
struct SessionSyntaxError: Error, Equatable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}
