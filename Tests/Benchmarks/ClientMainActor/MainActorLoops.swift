import AppGraph
public import BenchmarkBaselines

// A module in which everything is on the main actor unless it says otherwise, as in new projects.

enum LocalKey: AppEnvironmentKey {
  static let defaultValue = Part(-4)
}

extension AppEnvironmentValues {
  var local: Part {
    get { self[LocalKey.self] }
    set { self[LocalKey.self] = newValue }
  }
}

/// A running graph of this module, and the loops that read from it.
public final class MainActorReader {
  private let graph: AppDependencyGraph<NoAccount>

  /// Assembles the graph.
  public init() async throws {
    graph = try await AppDependencyGraph(
      DependencyGraph {
        Service(\.local) { Part(1) }
      }
    )
  }

  /// Reads a service from the graph, each time.
  public func environment(_ count: Int) {
    for _ in 0..<count { consume(graph.environment.local) }
  }

  /// Reads a stored property of a class in another module.
  public func storedProperty(_ holder: Holder, _ count: Int) {
    for _ in 0..<count { consume(holder.part) }
  }

  /// Ends the graph.
  public func close() async {
    await graph.close()
  }
}
