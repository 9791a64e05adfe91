public import AppGraph
public import BenchmarkBaselines

/// The loops in which services are read: compiled here, because users read from a module of their own.
public enum ReadLoops {
  /// Reads a stored property of a class in another module.
  public static func storedProperty(_ holder: Holder, _ count: Int) {
    for _ in 0..<count { consume(holder.part) }
  }

  /// Reads the service that a dictionary under a lock holds, with a check of its type.
  public static func lockedDictionary(_ dictionary: LockedDictionary, _ count: Int) {
    for _ in 0..<count { consume(dictionary.checked(for: ReadKey.self) ?? .unset) }
  }

  /// Reads the service that a dictionary under a lock holds, without a check of its type.
  public static func lockedObjects(_ dictionary: LockedDictionary, _ count: Int) {
    for _ in 0..<count { consume(dictionary.unchecked(for: ReadKey.self) ?? .unset) }
  }

  /// Reads a service through the running task.
  public static func taskLocal(_ count: Int) {
    for _ in 0..<count { consume(TaskLocalHolder.current?.part ?? .unset) }
  }

  /// Reads a service of the account from the graph, each time.
  @MainActor
  public static func environment(_ graph: AppDependencyGraph<Account>, _ count: Int) {
    for _ in 0..<count { consume(graph.environment.read) }
  }

  /// Reads a service of the app from the graph, each time.
  @MainActor
  public static func appService(_ graph: AppDependencyGraph<Account>, _ count: Int) {
    for _ in 0..<count { consume(graph.environment.app) }
  }

  /// Reads the default instance of a key that nobody registers, from the graph, each time.
  @MainActor
  public static func defaultInstance(_ graph: AppDependencyGraph<Account>, _ count: Int) {
    for _ in 0..<count { consume(graph.environment.unregistered) }
  }

  /// Reads a service of the account from a snapshot that the reader keeps, on any thread.
  public static func snapshot(_ values: AppEnvironmentValues, _ count: Int) {
    for _ in 0..<count { consume(values.read) }
  }

  /// Reads a service from the environment of the running task, each time.
  public static func current(_ count: Int) {
    for _ in 0..<count { consume(AppEnvironmentValues.current.read) }
  }

  /// Reads a state of the graph, each time.
  @MainActor
  public static func state(_ graph: AppDependencyGraph<Account>, _ count: Int) {
    for _ in 0..<count { consume(graph.states[Screen.self]) }
  }

  /// Reads a state from a stored property of a class in another module.
  @MainActor
  public static func storedState(_ holder: ScreenHolder, _ count: Int) {
    for _ in 0..<count { consume(holder.screen) }
  }

  /// Reads a service that an object has captured.
  public static func ambient(_ model: Model, _ count: Int) {
    for _ in 0..<count { consume(model.part) }
  }

  /// Makes objects that capture a service.
  public static func capturing(_ count: Int) {
    for _ in 0..<count { consume(Model().part) }
  }
}

/// An object that the graph did not make, and that captures a service.
public final class Model {
  @AppEnvironment(\.read) var part

  /// Captures the present service.
  public init() {}
}
