public import Observation

/// The builder that collects the lines of a graph.
@MainActor
@resultBuilder
public enum DependencyGraphBuilder {
  /// Takes a service.
  ///
  /// - Parameter service: The line.
  /// - Returns: Its registration.
  public static func buildExpression<Value>(_ service: Service<Value>) -> [Registration] {
    [Registration(kind: .service(service.registration))]
  }

  /// Takes a service of an observable type, which is a mistake that validation reports too.
  ///
  /// - Parameter service: The line.
  /// - Returns: Its registration.
  @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
  @available(
    *,
    deprecated,
    message: """
      An observable type is a state, not a service. Write SharedState(Type.self) { … } with a policy, \
      and read it from the state registry.
      """
  )
  public static func buildExpression<Value: Observable>(
    _ service: Service<Value>
  ) -> [Registration] {
    [Registration(kind: .service(service.registration))]
  }

  /// Takes a state.
  ///
  /// - Parameter state: The line.
  /// - Returns: Its registration.
  public static func buildExpression<Object>(_ state: SharedState<Object>) -> [Registration] {
    [Registration(kind: .state(state.registration))]
  }

  /// Takes a state that is an actor, which is a mistake: a user interface cannot observe it.
  ///
  /// - Parameter state: The line.
  /// - Returns: Its registration.
  @available(
    *,
    deprecated,
    message: """
      An actor is a service, not a state. Write Service(\\.key) { … } and fill a main-actor state from it.
      """
  )
  public static func buildExpression<Object: Actor>(_ state: SharedState<Object>) -> [Registration]
  {
    [Registration(kind: .state(state.registration))]
  }

  /// Takes a lifecycle task.
  ///
  /// - Parameter task: The line.
  /// - Returns: Its registration.
  public static func buildExpression(_ task: LifecycleTask) -> [Registration] {
    [Registration(kind: .task(task.registration))]
  }

  /// Takes a teardown hook.
  ///
  /// - Parameter hook: The line.
  /// - Returns: Its registration.
  public static func buildExpression(_ hook: TeardownHook) -> [Registration] {
    [Registration(kind: .hook(hook.registration))]
  }

  /// Takes all lines of a nested graph.
  ///
  /// - Parameter graph: The nested graph, rewired by the same account key or by none.
  /// - Returns: Its registrations.
  public static func buildExpression<Account>(_ graph: DependencyGraph<Account>) -> [Registration] {
    graph.nested
  }

  /// Takes registrations that were collected elsewhere.
  ///
  /// - Parameter registrations: The registrations.
  /// - Returns: The same.
  public static func buildExpression(_ registrations: [Registration]) -> [Registration] {
    registrations
  }

  /// Joins the lines of a block.
  ///
  /// - Parameter lines: The registrations of each line, in order.
  /// - Returns: All of them, in order.
  public static func buildBlock(_ lines: [Registration]...) -> [Registration] {
    joined(lines)
  }

  /// Takes the lines of an `if` without `else`.
  ///
  /// - Parameter lines: Its registrations, if its condition holds.
  /// - Returns: The registrations, possibly none.
  public static func buildOptional(_ lines: [Registration]?) -> [Registration] {
    lines ?? []
  }

  /// Takes the lines of the first branch of a condition.
  ///
  /// - Parameter first: Its registrations.
  /// - Returns: The same.
  public static func buildEither(first: [Registration]) -> [Registration] {
    first
  }

  /// Takes the lines of the second branch of a condition.
  ///
  /// - Parameter second: Its registrations.
  /// - Returns: The same.
  public static func buildEither(second: [Registration]) -> [Registration] {
    second
  }

  /// Joins the lines of a loop.
  ///
  /// - Parameter lines: The registrations of each turn, in order.
  /// - Returns: All of them, in order.
  public static func buildArray(_ lines: [[Registration]]) -> [Registration] {
    joined(lines)
  }

  /// Joins lists without room to spare, because a graph is kept.
  private static func joined(_ lines: [[Registration]]) -> [Registration] {
    if lines.count == 1 { return lines[0] }
    var all: [Registration] = []
    all.reserveCapacity(lines.reduce(0) { $0 + $1.count })
    for line in lines { all += line }
    return all
  }

  /// Takes the lines inside an availability check.
  ///
  /// - Parameter lines: Its registrations.
  /// - Returns: The same.
  public static func buildLimitedAvailability(_ lines: [Registration]) -> [Registration] {
    lines
  }
}
