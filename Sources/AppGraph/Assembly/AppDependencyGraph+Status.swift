extension AppDependencyGraph {
  /// What the graph is doing: one consistent view.
  ///
  /// Observable where the system has Observation.
  public var status: GraphStatus<ID> {
    runtime.statusSignal.access()
    return currentStatus
  }

  /// What is under way.
  public var phase: TransitionPhase { status.phase }

  /// The identity of the account that is active with all its services.
  public var active: ID? { status.active }

  var currentStatus: GraphStatus<ID> {
    let status = runtime.status
    return GraphStatus(
      phase: status.phase,
      generation: status.generation,
      active: status.active.flatMap(id),
      target: status.target.flatMap(id),
      isDegraded: status.isDegraded
    )
  }

  /// The status, now and after each turn in which it changed; a slow reader gets the newest only.
  ///
  /// Whoever reads states and environment on receiving one sees a single generation. Ends with `close`.
  public var changes: AsyncStream<GraphStatus<ID>> {
    statusChanges.stream(buffering: .bufferingNewest(1), startingWith: currentStatus)
  }

  /// Everything that happens from now on, in order.
  ///
  /// Ends with `close`.
  public var events: AsyncStream<GraphEvent> {
    runtime.audience.sequences.stream()
  }

  /// The services of past generations that something still holds on to.
  ///
  /// Meaningful once the graph is ``settled()``. Only services whose values are objects can be told.
  public var leaks: [Leak] {
    runtime.engine.leaks() + runtime.scopes.leaks()
  }

  /// How many writes were refused because their lease was stale.
  public var refusedWrites: Int { runtime.ledger.refusedWrites }
}
