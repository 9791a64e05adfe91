import AppGraph
import Foundation
import Testing

private enum ColdKey: AppEnvironmentKey {
  static var defaultValue: Part { Part(owner: "the cold default") }
}

@Suite @MainActor struct AppDependencyGraphSlowFactoryTests {
  /// What other threads have read.
  private let read = Lock<[String]>([])

  /// Blocks the factory that calls it until other threads have read: a read that waited for the factory
  /// would come too late.
  private func block(reading snapshot: AppEnvironmentValues) -> DispatchTimeoutResult {
    let made = AppEnvironmentValues.current
    let done = DispatchSemaphore(value: 0)
    // A thread, because a task might have to wait for one that other tests keep busy.
    Thread { [read] in
      let parts = [snapshot[part: "cache"], snapshot[ColdKey.self], made[part: "client"]]
      read.withLock { $0 += parts.map(\.owner) }
      done.signal()
    }.start()
    return done.wait(timeout: .now() + 30)
  }

  @Test func `Reads from other threads are not delayed by a factory that is running`() async throws
  {
    let snapshot = Lock(AppEnvironmentValues())
    let outcome = Lock<DispatchTimeoutResult?>(nil)
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "cache"]) { Part(owner: "the app") }
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
      Service(\.[part: "slow"], from: \.[part: "client"]) { client in
        let result = block(reading: snapshot.withLock { $0 })
        outcome.withLock { $0 = result }
        return client
      }
    }
    try await withAppDependencyGraph(graph) { app in
      snapshot.withLock { $0 = app.environment }
      try await app.activate(.alice)
      #expect(outcome.withLock { $0 } == .success)
      #expect(read.withLock { $0.sorted() } == ["alice", "the app", "the cold default"])
    }
  }
}
