extension StreamMachine {
  /// What the supervisor has to do, in the order given.
  enum Action: Hashable, Sendable {
    /// Begin an attempt of this number.
    case open(Int, Set<Channel>)
    /// Make the connection of this number listen to these channels.
    case update(Int, Set<Channel>)
    /// Cancel the attempt of this number, or close its connection.
    case end(Int)
    /// Start a timer of this number.
    case wait(Int, Duration)
    /// Take back the timer of this number.
    case endWait(Int)
    /// Tell the app that the credential was refused.
    case report(CredentialRefusal)
  }

  /// How an attempt or a connection ended that nobody had asked to end.
  enum Failure: Hashable, Sendable {
    /// It failed, or the server closed it; trying again may help.
    case lost
    /// Only another credential helps.
    case refused(CredentialRefusal)
  }

  /// What is under way; never more than one thing.
  enum Phase: Hashable, Sendable {
    case idle
    case connecting(Link)
    case connected(Link, canUpdate: Bool, updatingTo: Set<Channel>?)
    /// A timer of this number runs for this long.
    case waiting(Int, Duration)
  }

  /// An attempt, or the connection that it opened.
  struct Link: Hashable, Sendable {
    let number: Int
    /// The number of the credential that was in use when the attempt began.
    let credential: Int
    /// What the server was last told to send.
    var channels: Set<Channel>
  }
}
