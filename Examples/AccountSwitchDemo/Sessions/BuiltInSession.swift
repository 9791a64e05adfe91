/// The session of a demo without a file: a tour for whatever accounts there are.
enum BuiltInSession {
  /// Writes the session.
  ///
  /// - Parameter accounts: The accounts; the tour takes two that are signed in and an anonymous one,
  ///   as far as there are.
  /// - Returns: The text, one command a line.
  static func text(for accounts: [DemoAccount]) -> String {
    let members = accounts.filter(\.isAuthenticated).map(\.name)
    let guest = accounts.first { !$0.isAuthenticated }?.name
    var lines: [String] = []
    if let first = members.first {
      lines += ["switch \(first)", "wait 60", "post Hello from \(first)", "rotate \(first)"]
    }
    if members.count > 1 {
      let (first, second) = (members[0], members[1])
      lines += ["switch \(second)", "switch \(first)", "wait 60"]
      lines += ["fail watcher for \(second)", "switch \(second)", "wait 60", "status"]
      lines += ["job \(first)", "switch \(second)", "wait 60"]
      lines += ["drop-connection", "wait 120"]
    }
    if let guest {
      lines += ["switch \(guest)", "wait 40", "post Nobody will read this"]
    }
    if let first = members.first {
      lines += ["fail instance for \(first)", "notify \(first)", "wait 60"]
      lines += ["sign-out \(first)", "add \(first)", "remove \(first)", "wait 60", "add \(first)"]
    }
    return (lines + ["status"]).joined(separator: "\n")
  }
}
