/// Why a service did not start.
public struct StartFailure: Error, Sendable {
  /// At which step the service failed.
  public enum Step: String, Hashable, Sendable {
    /// Its factory threw.
    case factory
    /// Its start, or the loading of its value, threw.
    case start
    /// Its start exceeded the limit.
    case limit
  }

  /// The name of the service's key.
  public let key: String
  /// Where the service was registered.
  public let place: SourcePlace
  /// At which step it failed.
  public let step: Step
  /// The error that was thrown; none for a limit.
  public let underlying: (any Error)?
}

// MARK: - CustomStringConvertible

extension StartFailure: CustomStringConvertible {
  /// The failure in one line: which service, where it was registered, and why.
  public var description: String {
    let why = underlying.map { ": \($0)" } ?? ""
    let what =
      switch step {
      case .factory: "The factory of '\(key)' threw\(why)"
      case .start: "The start of '\(key)' threw\(why)"
      case .limit: "The start of '\(key)' exceeded its limit; raise it with startLimit(_:)"
      }
    return "\(what) (registered at \(place))"
  }
}

extension StartFailure {
  /// The reason of an activation that failed because of this.
  var reason: ActivationError.Reason {
    switch step {
    case .factory: .factoryFailed
    case .start: .startFailed
    case .limit: .limitExceeded
    }
  }
}
