/// What a stream supervisor is doing, for a status screen.
public enum StreamState: Hashable, Sendable {
  /// Not started, or stopped: nothing is open and nothing is tried.
  case stopped
  /// Started, but told to stay closed until it is resumed.
  case suspended
  /// An attempt is under way.
  case connecting
  /// A connection is open.
  case connected
  /// The last attempt or connection failed; the next attempt begins after a wait of this length.
  case waiting(Duration)
  /// The credential was refused; nothing is tried until there is a new one.
  case refused(CredentialRefusal)
}

// MARK: - CustomStringConvertible

extension StreamState: CustomStringConvertible {
  /// The state as a few words.
  public var description: String {
    switch self {
    case .stopped: "stopped"
    case .suspended: "suspended"
    case .connecting: "connecting"
    case .connected: "connected"
    case .waiting(let duration): "waiting for \(duration)"
    case .refused: "refused"
    }
  }
}
