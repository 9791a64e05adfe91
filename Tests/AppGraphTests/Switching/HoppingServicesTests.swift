import AppGraph
import Testing

/// Services that work on other executors, with readers on other threads: for the thread sanitizer.
@Suite @MainActor
struct HoppingServicesTests {
  /// A service that is an executor of its own.
  fileprivate actor Worker {
    let account: String
    private(set) var isOpen = false
    private var log: [String] = []

    init(account: String) {
      self.account = account
    }

    func open(under lease: Lease) async {
      isOpen = lease.isLive
      // Leave the actor and come back, as a request to a server does.
      _ = await Task.detached { lease.isLive }.value
      isOpen = true
      log.append("open")
    }

    func close() async {
      await Task.yield()
      isOpen = false
      log.append("close")
    }
  }

  private var graph: DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      for index in 0..<6 {
        let made =
          index == 0
          ? Service(\.[worker: 0], from: \.probeAccount) { Worker(account: $0.id) }
          : Service(\.[worker: index], from: \.[worker: (index - 1) / 2]) {
            Worker(account: $0.account)
          }
        made.onStart { await $0.open(under: $1) }
          .onStop { await $0.close() }
      }
      SharedState(Note.self) { Note() }.onAccountChange { $0.text = "" }
    }
  }

  @Test func `Readers on other threads see whole generations while accounts come and go`()
    async throws
  {
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      let readers = (0..<4).map { _ in
        // The tasks carry the graph along, so that ambient reads see it from any thread.
        Task.detachedCarryingContext {
          var mixtures = 0
          while !Task.isCancelled {
            let values = AppEnvironmentValues.current
            let account = values.probeAccount.id
            for index in 0..<6 {
              let owner = values[worker: index].account
              if owner != account && owner != "nobody" { mixtures += 1 }
            }
            await Task.yield()
          }
          return mixtures
        }
      }
      for turn in 0..<60 {
        let account = [ProbeAccount.alice, .bob, .carol][turn % 3]
        if turn % 5 == 0 {
          app.request(account)
          await Task.yield()
        } else {
          _ = try await app.activate(account)
          let lease = app.lease
          let note = app.states[Note.self]
          lease.task { lease in
            _ = await Task.detached { lease.isLive }.value
            _ = try? lease.commit { note.text = "\(lease.generation)" }
          }
        }
      }
      await app.settled()
      for reader in readers { reader.cancel() }
      for reader in readers { #expect(await reader.value == 0) }
      #expect(app.phase == .active)
    }
  }
}

extension Task where Success == Int, Failure == Never {
  /// Starts a task off the main actor that keeps the task-local values of the caller.
  fileprivate static func detachedCarryingContext(
    _ body: @escaping @concurrent @Sendable () async -> Int
  ) -> Task<Int, Never> {
    Task { await body() }
  }
}

private enum WorkerKey: AppEnvironmentKey {
  static let defaultValue = HoppingServicesTests.Worker(account: "nobody")
}

extension AppEnvironmentValues {
  fileprivate subscript(worker index: Int) -> HoppingServicesTests.Worker {
    get { self[WorkerKey.self, at: index] }
    set { self[WorkerKey.self, at: index] = newValue }
  }
}
