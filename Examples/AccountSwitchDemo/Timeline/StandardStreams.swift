import Foundation

/// The standard output and standard error of the program.
enum StandardStreams {
  /// Lets a write into a closed pipe fail, which ends the program quietly, instead of a signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes one line to standard output.
  ///
  /// If nobody reads it any more, as after `| head -1`, the program ends well: its reader has got what
  /// it wanted. Any other failure ends it with status 1.
  static func write(_ line: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      if errno == EPIPE || "\(error)".contains("Code=32") { exit(0) }
      report("account-switch-demo: standard output cannot be written")
      exit(1)
    }
  }

  /// Writes one message to standard error.
  static func report(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }

  /// Reads standard input to its end.
  static func readAll() -> [UInt8] {
    Array((try? FileHandle.standardInput.readToEnd()) ?? Data())
  }
}
