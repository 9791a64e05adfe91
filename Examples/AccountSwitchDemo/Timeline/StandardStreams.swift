import Foundation

/// The standard streams of the program.
enum StandardStreams {
  /// Lets a write into a closed pipe fail, instead of ending the program by a signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Takes the place of each standard stream that is closed.
  ///
  /// Else the next file that is opened would take it, and the timeline would be written there. What is opened
  /// here can be read and is empty; writing to it fails.
  static func occupyClosed() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = open("/dev/null", O_RDONLY)
    }
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
