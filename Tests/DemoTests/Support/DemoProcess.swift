import Foundation

/// One run of the built program, as a user would start it.
struct DemoProcess {
  /// The exit status, or the signal that ended it.
  let status: Int32
  /// Whether a signal ended it.
  let isKilled: Bool
  /// What was written to standard output.
  let output: String
  /// What was written to standard error.
  let errors: String

  /// The lines of standard output.
  var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - input: What it reads from standard input.
  ///   - isOutputClosed: Whether it is started without standard output, as with `>&-` in a shell.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: What Foundation throws if the program cannot be started.
  static func run(
    _ arguments: [String] = [],
    input: String = "",
    isOutputClosed: Bool = false
  ) async throws -> Self {
    let folder = try TemporaryFolder()
    // Files, because a pipe that nobody empties holds the program up.
    let names = ["input", "output", "errors"]
    for name in names { try folder.write(name == "input" ? input : "", to: name) }
    let handles = try names.map { name in
      name == "input"
        ? try FileHandle(forReadingFrom: folder.url.appending(path: name))
        : try FileHandle(forWritingTo: folder.url.appending(path: name))
    }
    let process = Process()
    process.executableURL = isOutputClosed ? URL(filePath: "/bin/sh") : executable
    let shell = isOutputClosed ? ["-c", "exec \"$0\" \"$@\" >&-", executable.path] : []
    process.arguments = shell + arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    try await process.runToEnd()
    return Self(
      status: process.terminationStatus,
      isKilled: process.terminationReason == .uncaughtSignal,
      output: try folder.read("output"),
      errors: try folder.read("errors")
    )
  }

  /// The program lies beside the test bundle, in whatever way that was built.
  private static var executable: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let place = bundle ?? URL(filePath: ProcessInfo.processInfo.arguments[0])
    return place.deletingLastPathComponent().appending(path: "account-switch-demo")
  }
}

extension Process {
  /// Starts the process and waits, without a thread, until it has ended.
  fileprivate func runToEnd() async throws {
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      terminationHandler = { _ in continuation.resume() }
      do {
        try run()
      } catch {
        terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}
