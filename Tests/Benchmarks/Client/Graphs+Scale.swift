public import AppGraph
import BenchmarkBaselines

extension Graphs {
  /// Four levels of 25 services, each of which takes a time to start.
  public static func levels(
    _ wait: @escaping @Sendable () async throws -> Void
  )
    -> DependencyGraph<Account>
  {
    DependencyGraph(rewiredBy: \.account) {
      for index in 0..<100 {
        level(index).onStart { (_: Part, _: Lease) async throws in try await wait() }
      }
    }
  }

  private static func level(_ index: Int) -> Service<Part> {
    guard index >= 25 else {
      return Service(\.[member: index], from: \.account) { Part(index, account: $0.id) }
    }
    // One above, and its neighbour.
    let above = index - 25
    let other = above / 25 * 25 + (above + 1) % 25
    return Service(\.[member: index], from: \.[member: above], \.[member: other]) {
      Part(index, account: $0.account, $0, $1)
    }
  }

  /// A number of states that every switch resets.
  public static func states(_ count: Int) -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for index in 0..<count {
        SharedState(Content.self, named: "\(index)") { Content() }
          .onAccountChange { $0.value = 0 }
          .madeAtAssembly()
      }
      Service(\.read, from: \.account) { Part(1, account: $0.id) }
    }
  }

  /// Registrations without edges, all alike: good for weighing, not for planning.
  public static func plain(_ count: Int) -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for _ in 0..<count { Service(\.app) { Part(0) } }
    }
  }

  /// Registrations with one edge each, all alike.
  public static func plainWithOneEdge(_ count: Int) -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for _ in 0..<count { Service(\.read, from: \.account) { Part(0, account: $0.id) } }
    }
  }

  /// Registrations with three edges each, all alike.
  public static func plainWithThreeEdges(_ count: Int) -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for _ in 0..<count {
        Service(\.read, from: \.account, \.app, \.part0) { account, first, second in
          Part(0, account: account.id, first, second)
        }
      }
    }
  }
}

/// What a state of the benchmarks holds.
@MainActor
public final class Content {
  var value = 1
}
