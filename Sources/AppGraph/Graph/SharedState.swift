/// One line of a graph that registers an observable state: a main-actor object a user interface reads.
///
/// States live in the ``StateRegistry``, never under a key. The object keeps its identity for the life
/// of the graph; what happens to its content on a switch is its policy, one of
/// ``onAccountChange(reset:)``, ``stashed(save:restore:reset:)`` and ``keptAcrossAccounts()``. In a graph
/// that is rewired by an account a state without a policy does not validate.
///
///     SharedState(CurrentAccount.self) { CurrentAccount() }
///       .onAccountChange { $0.clear() }
@MainActor
public struct SharedState<Object: AnyObject> {
  var registration: StateRegistration

  /// Registers a state.
  ///
  /// - Parameters:
  ///   - type: The type under which the registry finds it.
  ///   - name: What tells it from other states of its type, if there are several.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - make: Makes the object, once, when it is first needed.
  public init(
    _ type: Object.Type,
    named name: String? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    make: @escaping @MainActor () -> Object
  ) {
    registration = StateRegistration(
      type: type,
      label: name,
      place: SourcePlace(fileID: fileID, line: line),
      make: make
    )
  }

  /// Resets the state in the fence of every change of the account.
  ///
  /// - Parameter reset: Puts the object back to its initial content.
  /// - Returns: The registration with the policy.
  public func onAccountChange(reset: @escaping @MainActor (Object) -> Void) -> Self {
    with { $0.policy = .reset { reset(Self.object($0)) } }
  }

  /// Leaves the state alone when the account changes.
  ///
  /// - Returns: The registration with the policy.
  public func keptAcrossAccounts() -> Self {
    with { $0.policy = .kept }
  }

  /// Keeps the content of the state per account.
  ///
  /// At the fence the content is saved for the account that is left, if that was active or starting,
  /// and the object is reset. Before the first service of an account starts, what was saved for it is
  /// restored. Content that is `Codable` also goes to the account store of the graph, under the name of
  /// the state, and survives the process if that store does.
  ///
  /// - Parameters:
  ///   - save: Takes the content out of the object.
  ///   - restore: Puts saved content back into the object.
  ///   - reset: Puts the object back to its initial content.
  /// - Returns: The registration with the policy.
  public func stashed<Content: Sendable>(
    save: @escaping @MainActor (Object) -> Content,
    restore: @escaping @MainActor (Object, Content) -> Void,
    reset: @escaping @MainActor (Object) -> Void
  ) -> Self {
    let stashing = Stashing(
      save: { save(Self.object($0)) },
      restore: { object, content in
        guard let content = content as? Content else { return }
        restore(Self.object(object), content)
      },
      reset: { reset(Self.object($0)) },
      storing: StashStoring(Content.self)
    )
    return with { $0.policy = .stashed(stashing) }
  }

  /// Fills the state from services, in every generation, as soon as those have started.
  ///
  /// The activation does not wait for it. It runs under a lease of the generation and is cancelled at
  /// the fence; write through ``Lease/commit(_:)``, which refuses what comes too late. What it throws is
  /// reported, unless it was cancelled.
  ///
  /// - Parameters:
  ///   - dependency: The keys whose values `fill` gets. If one is skipped for an anonymous account, so
  ///     is the fill.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - fill: Loads the content and commits it.
  /// - Returns: The registration with the fill.
  public func filled<each Dependency: Sendable>(
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    fileID: String = #fileID,
    line: Int = #line,
    fill: @escaping @MainActor (Object, Lease, repeat each Dependency) async throws -> Void
  ) -> Self {
    let readings = (repeat EnvironmentKeyReading(each dependency))
    var edges: [EnvironmentDependency] = []
    for reading in repeat each readings { edges.append(reading.dependency) }
    let fill = StateFill(
      dependencies: edges,
      place: SourcePlace(fileID: fileID, line: line),
      run: { object, lease, table in
        try await fill(Self.object(object), lease, repeat (each readings).value(in: table))
      }
    )
    return with { $0.fills.append(fill) }
  }

  /// Makes the object at assembly instead of when it is first needed.
  ///
  /// - Returns: The registration, eager.
  public func madeAtAssembly() -> Self {
    with { $0.isEager = true }
  }

  /// Says how changes of the object are learnt, where it is not `@Observable`.
  ///
  /// Needed only for a state that a ``LifecycleTask`` derives its id from. Several changes in one turn of
  /// the main actor count as one.
  ///
  ///     SharedState(PushTokens.self) { PushTokens() }
  ///       .observed { tokens, changed in tokens.objectWillChange.sink { _ in changed() } }
  ///
  /// - Parameter subscribe: Subscribes to the object; calls its second argument at every change, before
  ///   or after it. What it returns is kept for the life of the graph.
  /// - Returns: The registration, observed.
  public func observed(
    by subscribe: @escaping @MainActor (Object, @escaping @MainActor () -> Void) -> Any
  ) -> Self {
    with { $0.subscribe = { subscribe(Self.object($0), $1) } }
  }

  private static func object(_ object: AnyObject) -> Object {
    // Safe: the registry passes the object that this registration made.
    unsafeDowncast(object, to: Object.self)
  }

  private func with(_ change: (inout StateRegistration) -> Void) -> Self {
    var copy = self
    change(&copy.registration)
    return copy
  }
}
