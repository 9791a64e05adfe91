import Foundation

/// The standard streams of the program.
enum StandardStreams {
  /// Lets a write into a closed pipe fail, instead of ending the program by a signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes one line to standard output.
  ///
  /// If nobody reads it any more, as after `| head -1`, the program ends with status 0: its reader has
  /// got what it wanted. Any other failure ends it with status 1.
  static func write(_ line: String) {
    switch write(line, to: STDOUT_FILENO) {
    case 0: break
    case EPIPE: exit(0)
    case let code:
      let reason = String(cString: strerror(code))
      report("account-switch-demo: standard output cannot be written: \(reason)")
      exit(1)
    }
  }

  /// Writes one message to standard error.
  static func report(_ message: String) {
    // Where standard error cannot be written there is nobody left to tell.
    _ = write(message, to: STDERR_FILENO)
  }

  /// Reads standard input to its end; nothing if it is closed.
  static func readAll() -> [UInt8] {
    Array((try? FileHandle.standardInput.readToEnd()) ?? Data())
  }

  /// Writes a line, and returns the error number; 0 if all went well.
  private static func write(_ line: String, to file: Int32) -> Int32 {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
