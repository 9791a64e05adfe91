import Foundation

/// The program: reads the arguments, runs what they ask for, and ends with a status.
@main
struct Demo {
  @MainActor
  static func main() async {
    StandardStreams.occupyClosed()
    StandardStreams.ignoreBrokenPipes()
    do {
      try await run(Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch let error as UsageError {
      StandardStreams.report("account-switch-demo: \(error)\nTry 'account-switch-demo --help'.")
      exit(2)
    } catch {
      StandardStreams.report("\(error)")
      exit(1)
    }
  }

  @MainActor
  private static func run(_ arguments: Arguments) async throws {
    if arguments.isHelp { return StandardStreams.write(Help.text) }
    guard #available(Observing , *) else {
      throw UsageError("this system is too old: it has no Observation")
    }
    let data = try arguments.folder.map { try AccountFolder(path: $0).accounts() }
    let clock = PacedClock()
    let timeline = Timeline(clock: clock, isJSON: arguments.isJSON, write: StandardStreams.write)
    let shell = DemoShell(accounts: data ?? BuiltInAccounts.all, clock: clock, timeline: timeline)
    if arguments.isPlan { return try shell.printPlan() }
    let session = try session(arguments.session, accounts: shell.accounts.map(\.account))
    // Last, so that a session which is wrong makes no folder.
    let storage = try arguments.store.map { try DemoStorage(folder: $0) } ?? DemoStorage()
    try await shell.play(session, storage)
  }

  private static func session(
    _ path: String?,
    accounts: [DemoAccount]
  ) throws(DataError) -> Session {
    let file =
      switch path {
      case nil:
        try TextFile("<built-in session>", Array(BuiltInSession.text(for: accounts).utf8))
      case "-": try TextFile("<stdin>", StandardStreams.readAll())
      case let path?: try TextFile(path, expected: "a file of session commands (see --help)")
      }
    return try Session(file, accounts: accounts)
  }
}
