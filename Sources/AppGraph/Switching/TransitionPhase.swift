/// What a graph is doing.
public enum TransitionPhase: String, Hashable, Sendable {
  /// No account is active, and none is on its way.
  case idle
  /// The services of an account are stopping.
  case stopping
  /// The services of an account are starting.
  case starting
  /// An account is active, with all its services.
  case active
}
