import Testing

/// What the program makes of its command line.
@Suite struct ArgumentsTests {
  @Test(
    arguments: [
      (["--frob"], "unknown option '--frob'"),
      (["--dat", "x"], "did you mean '--data'?"),
      (["-x"], "unknown option '-x'"),
      (["--data"], "--data needs a value: a folder"),
      (["--data", "--json"], "--data needs a value: a folder"),
      (["--data="], "--data needs a value: a folder"),
      (["--session"], "--session needs a value: a file, or - for standard input"),
      (["--json", "--json"], "--json is given twice"),
      (["--session", "-", "--session", "-"], "--session is given twice"),
      (["--json=yes"], "--json takes no value"),
      (["stray"], "unexpected argument 'stray'"),
      ([""], "unexpected argument ''"),
      (["--plan", "--session", "-"], "--plan plays no session"),
      (["--store"], "--store needs a value: a folder"),
      (["--store", "--json"], "--store needs a value: a folder"),
      (["--store=a", "--store=b"], "--store is given twice"),
      (["--stor=a"], "did you mean '--store'?"),
      (["--plan", "--store=a"], "--plan starts nothing and keeps nothing"),
    ]
  )
  func `A wrong command line ends with status 2 and says what is wrong`(
    arguments: [String],
    message: String
  ) async throws {
    let process = try await DemoProcess.run(arguments)
    #expect(process.status == 2)
    #expect(process.errors.contains(message), "\(process.errors)")
    #expect(process.errors.contains("--help"))
    #expect(process.output.isEmpty)
  }

  @Test(arguments: [["--help"], ["-h"], ["--frob", "--help"]])
  func `The help names every option, command, file and status`(arguments: [String]) async throws {
    let process = try await DemoProcess.run(arguments)
    #expect(process.status == 0)
    #expect(process.errors.isEmpty)
    let words = [
      "--data DIR", "--store DIR", "--session FILE", "--json", "--plan", "--help",
      "switch NAME", "post TEXT", "sign-out NAME", "fail SERVICE for NAME", "wait MS", "status",
      "add NAME", "remove NAME", "rotate NAME", "notify NAME", "job NAME", "drop-connection",
      "kill",
      "account.json", "instance.json", "statuses.json", "preferences.json", "notifications.json",
      "EXIT STATUS", "\n  0 ", "\n  1 ", "\n  2 ",
    ]
    for word in words { #expect(process.output.contains(word), "the help lacks \(word)") }
    #expect(process.lines.allSatisfy { $0.count <= 100 })
  }
}
