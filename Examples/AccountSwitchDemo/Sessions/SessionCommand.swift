/// One command of a session.
enum SessionCommand: Equatable {
  case activate(DemoAccount)
  case post(String)
  case signOut(DemoAccount)
  case fail(Endpoint, DemoAccount)
  case wait(milliseconds: Int)
  case status
}

extension SessionCommand {
  /// The longest wait, in milliseconds.
  static let longestWait = 60_000

  /// The first word of each command, with how it is written.
  static let forms: [(word: String, form: String)] = [
    ("switch", "switch NAME"),
    ("post", "post TEXT"),
    ("sign-out", "sign-out NAME"),
    ("fail", "fail SERVICE for NAME"),
    ("wait", "wait MS"),
    ("status", "status"),
  ]
}
