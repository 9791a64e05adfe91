/// What a graph is doing: one consistent view, taken between two turns of its engine.
public struct GraphStatus<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What is under way.
  public let phase: TransitionPhase
  /// The number of the present activation period; 0 before the first.
  public let generation: UInt64
  /// The account that is active with all its services, until its teardown has ended.
  public let active: ID?
  /// The account that is to be active; none on the way to idle.
  public let target: ID?
  /// Whether an optional service has failed, so that its key holds the default instance.
  public let isDegraded: Bool
}
