/// One command of a session.
enum SessionCommand: Equatable {
  case activate(DemoAccount)
  case post(String)
  case signOut(DemoAccount)
  case add(DemoAccount)
  case remove(DemoAccount)
  case rotate(DemoAccount)
  case notify(DemoAccount)
  case job(DemoAccount)
  case dropConnection
  case fail(Endpoint, DemoAccount)
  case wait(milliseconds: Int)
  case status
  case kill
}

extension SessionCommand {
  /// The longest wait, in milliseconds.
  static let longestWait = 60_000

  /// The first word of each command, with how it is written.
  static let forms: [(word: String, form: String)] = [
    ("switch", "switch NAME"),
    ("post", "post TEXT"),
    ("sign-out", "sign-out NAME"),
    ("add", "add NAME"),
    ("remove", "remove NAME"),
    ("rotate", "rotate NAME"),
    ("notify", "notify NAME"),
    ("job", "job NAME"),
    ("drop-connection", "drop-connection"),
    ("fail", "fail SERVICE for NAME"),
    ("wait", "wait MS"),
    ("status", "status"),
    ("kill", "kill"),
  ]
}
