/// One line of a graph that registers work bound to an id: it restarts when the id changes.
///
/// The task has app lifetime and sees only the values it declares. Its id is derived from states, which
/// are observed without polling; an equal id does not restart it, and several changes in one main-actor
/// turn restart it once. Where a declared key depends on the account, the generation is part of the id:
/// the task is cancelled at the fence, and runs again once the account is active. It ends with the graph.
///
///     LifecycleTask(id: { $0[PushTokens.self].tokens }, from: \.push) { tokens, lease, push in
///       await push.register(tokens)
///     }
@MainActor
public struct LifecycleTask {
  var registration: TaskRegistration

  /// Registers work bound to an id.
  ///
  /// - Parameters:
  ///   - id: Derives the id from the states it reads.
  ///   - dependency: The keys whose values `body` gets.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - body: The work. It is cancelled when the id changes; the next run begins when it has ended.
  public init<ID: Equatable, each Dependency: Sendable>(
    id: @escaping @MainActor (StateRegistry) -> ID,
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    fileID: String = #fileID,
    line: Int = #line,
    body: @escaping @MainActor (ID, Lease, repeat each Dependency) async -> Void
  ) {
    let readings = (repeat EnvironmentKeyReading(each dependency))
    var edges: [EnvironmentDependency] = []
    for reading in repeat each readings { edges.append(reading.dependency) }
    registration = TaskRegistration(
      dependencies: edges,
      place: SourcePlace(fileID: fileID, line: line),
      id: { states, _ in TaskID(value: id(states)) },
      body: { taskID, lease, table in
        guard let id = taskID.value as? ID else { return }
        await body(id, lease, repeat (each readings).value(in: table))
      }
    )
  }

  /// Registers work bound to a value of the environment.
  ///
  /// It restarts when the value under the key changes, as far as `Equatable` can tell.
  ///
  /// - Parameters:
  ///   - key: The key whose value is the id.
  ///   - dependency: The keys whose values `body` gets.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - body: The work. It is cancelled when the id changes; the next run begins when it has ended.
  public init<ID: Equatable & Sendable, each Dependency: Sendable>(
    observing key: EnvironmentKeyPath<ID>,
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    fileID: String = #fileID,
    line: Int = #line,
    body: @escaping @MainActor (ID, Lease, repeat each Dependency) async -> Void
  ) {
    let observed = EnvironmentKeyReading(key)
    let readings = (repeat EnvironmentKeyReading(each dependency))
    var edges = [observed.dependency]
    for reading in repeat each readings { edges.append(reading.dependency) }
    registration = TaskRegistration(
      dependencies: edges,
      place: SourcePlace(fileID: fileID, line: line),
      id: { _, table in TaskID(value: observed.value(in: table)) },
      body: { taskID, lease, table in
        guard let id = taskID.value as? ID else { return }
        await body(id, lease, repeat (each readings).value(in: table))
      }
    )
  }

  /// Runs the task only while an authenticated account is active.
  ///
  /// - Returns: The registration, gated.
  public func requiresAuthentication() -> Self {
    var copy = self
    copy.registration.requiresAuthentication = true
    return copy
  }
}
