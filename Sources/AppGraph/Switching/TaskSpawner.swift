/// Starts the tasks of one graph, so that each carries the graph's environment and is counted.
struct TaskSpawner: Sendable {
  let clock: GraphClock
  let source: EnvironmentSource
  let graph: ObjectIdentifier

  /// Starts a task on the main actor.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether a transition waits for the task.
  ///   - isLimit: Whether the task only waits for a limit to run out.
  ///   - body: The work, with all that follows from it.
  /// - Returns: The task.
  @MainActor
  @discardableResult
  func spawn(
    isAwaited: Bool = false,
    isLimit: Bool = false,
    _ body: @escaping @MainActor () async -> Void
  ) -> Task<Void, Never> {
    let counter = clock.counter
    let id = counter?.operationBegan(isLimit: isLimit)
    let context = context(GraphOperation(id: id, graph: graph, isAwaited: isAwaited))
    return AmbientContext.$current.withValue(context) {
      Task { @MainActor in
        await body()
        if let id { counter?.operationEnded(id) }
      }
    }
  }

  /// Runs a closure on the main actor soon, from any isolation.
  func hop(_ body: @escaping @MainActor @Sendable () -> Void) {
    let id = clock.counter?.operationBegan(isLimit: false)
    Task { @MainActor in
      body()
      if let id { clock.counter?.operationEnded(id) }
    }
  }

  /// Runs a closure of the graph inline, so that ambient reads in it see the graph.
  @MainActor
  func inline<Result>(_ body: () throws -> Result) rethrows -> Result {
    try AmbientContext.$current.withValue(context(nil), operation: body)
  }

  /// The context of the closure that a graph runs for its app.
  var operationContext: AmbientContext { context(nil) }

  private func context(_ operation: GraphOperation?) -> AmbientContext {
    var context = AmbientContext.current ?? AmbientContext()
    context.source = source
    context.operation = operation
    return context
  }
}
