/// Starts the tasks of one graph, so that each carries the graph's environment and is counted.
struct TaskSpawner: Sendable {
  let clock: GraphClock
  let source: EnvironmentSource
  let graph: ObjectIdentifier

  /// Starts a task on the main actor.
  ///
  /// - Parameters:
  ///   - isAwaited: Whether a transition waits for the task.
  ///   - limited: The task whose limit this one waits for, if that is all it does.
  ///   - body: The work, with all that follows from it.
  /// - Returns: The task.
  @MainActor
  @discardableResult
  func spawn(
    isAwaited: Bool = false,
    limiting limited: GraphTask? = nil,
    _ body: @escaping @MainActor () async -> Void
  ) -> GraphTask {
    let counter = clock.counter
    let id = counter?.operationBegan(limiting: limited?.operation)
    let context = context(GraphOperation(id: id, graph: graph, isAwaited: isAwaited))
    let task = AmbientContext.$current.withValue(context) {
      Task { @MainActor in
        await body()
        if let id { counter?.operationEnded(id) }
      }
    }
    return GraphTask(task: task, operation: id)
  }

  /// Starts a task on the main actor that waits for something that is neither the clock nor the graph.
  ///
  /// A clock that keeps count does not wait for it.
  @MainActor
  @discardableResult
  func spawnUncounted(_ body: @escaping @MainActor () async -> Void) -> GraphTask {
    let task = AmbientContext.$current.withValue(context(nil)) {
      Task { @MainActor in await body() }
    }
    return GraphTask(task: task, operation: nil)
  }

  /// Lets work that was just cancelled end, as far as it ends at once.
  ///
  /// On a clock that keeps count this is exact; on others it is a few turns of the main actor.
  @MainActor
  func letCancelledWorkEnd() async {
    if let counter = clock.counter, let operation = OperationID.current {
      return await counter.whenOthersWait(operation)
    }
    for _ in 0..<3 { await Task.yield() }
  }

  /// Runs a closure on the main actor soon, from any isolation.
  func hop(_ body: @escaping @MainActor @Sendable () -> Void) {
    let id = clock.counter?.operationBegan(limiting: nil)
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

  /// Runs a closure that makes services, so that ambient reads in it see what has been made.
  @MainActor
  func inline<Result>(
    reading source: EnvironmentSource,
    _ body: () throws -> Result
  ) rethrows -> Result {
    var context = context(nil)
    context.source = source
    return try AmbientContext.$current.withValue(context, operation: body)
  }

  /// Runs the rest of an operation so that ambient reads in it see this spawner's environment.
  @MainActor
  func carryOn<Result: Sendable>(
    _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    try await AmbientContext.$current.withValue(
      context(AmbientContext.current?.operation),
      operation: body
    )
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
