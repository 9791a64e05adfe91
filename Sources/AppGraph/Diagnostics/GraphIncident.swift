#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#endif

/// An error that no caller gets, because the work that failed was nobody's request.
public struct GraphIncident: Error, Sendable {
  /// What kind of thing went wrong.
  public enum Kind: String, Hashable, Sendable {
    /// A stop threw; the teardown went on.
    case stopFailed
    /// A stop exceeded its limit and was abandoned; the teardown went on.
    case stopAbandoned
    /// A start that was given up at its limit completed afterwards, and was stopped at once.
    case startCompletedLate
    /// A start failed in an activation that nobody waited for.
    case startFailed
    /// An optional service failed; the graph is degraded.
    case optionalServiceFailed
    /// A fill threw.
    case fillFailed
    /// A teardown hook threw.
    case hookFailed
    /// A teardown hook exceeded its limit and was abandoned.
    case hookAbandoned
    /// A hold on a generation was not released within its limit, and was ignored.
    case holdAbandoned
    /// A state conforms to the protocol of a service; services and states are to stay apart.
    case stateIsService
    /// Something was not written to its store; it is readable until the process ends.
    case notStored
    /// What an earlier process has stored of a state cannot be read; it stays where it is until the state
    /// is saved again.
    case notRestored
  }

  /// What kind of thing went wrong.
  public let kind: Kind
  /// The name of the key or state concerned.
  public let key: String
  /// Where that was registered; none for what is stored of the account list.
  public let place: SourcePlace?
  /// The number of the generation in which it happened.
  public let generation: UInt64
  /// The error behind it, if there is one.
  public let cause: (any Error)?

  /// Writes an incident to standard error, one line.
  ///
  /// - Parameter incident: The incident.
  @MainActor
  public static func write(_ incident: GraphIncident) {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
    fputs("AppGraph: \(incident)\n", stderr)
    #else
    print("AppGraph: \(incident)")
    #endif
  }
}

// MARK: - CustomStringConvertible

extension GraphIncident: CustomStringConvertible {
  /// The incident in one line: what, where, in which generation, and why.
  public var description: String {
    let what =
      switch kind {
      case .stopFailed: "The stop of '\(key)' failed; the teardown went on"
      case .stopAbandoned:
        "The stop of '\(key)' exceeded its limit and was abandoned; raise it with stopLimit(_:) or "
          + "end sooner"
      case .startCompletedLate:
        "The start of '\(key)' completed after it was given up, and was stopped at once; let it "
          + "honour cancellation"
      case .startFailed: "The start of '\(key)' failed"
      case .optionalServiceFailed: "The optional service '\(key)' failed; the graph is degraded"
      case .fillFailed: "The fill of '\(key)' failed"
      case .hookFailed: "A teardown hook failed; the teardown went on"
      case .hookAbandoned: "A teardown hook exceeded its limit and was abandoned"
      case .stateIsService: "State '\(key)' conforms to the protocol of a service"
      case .notStored:
        "What is kept of the \(key) was not stored, and is lost when the process ends"
      case .notRestored: "What an earlier run has stored of '\(key)' cannot be read"
      case .holdAbandoned:
        "A hold on a generation was not released within its limit; the teardown went on"
      }
    let why = cause.map { ": \($0)" } ?? ""
    let whence = place.map { "registered at \($0), " } ?? ""
    return "\(what)\(why) (\(whence)generation \(generation))"
  }
}
