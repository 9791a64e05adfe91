import AppGraph
import Testing

/// What `@AppEnvironment` captures where an object of this type is made.
private struct Model: Sendable {
  @AppEnvironment(\.[count: 8]) var count
}

@MainActor private var eight: DependencyGraph<NoAccount> {
  DependencyGraph { Service(\.[count: 8]) { 8 } }
}

/// Installs graphs; in a process of its own, because what is installed is seen by all its code.
@MainActor private func installGraphs() async throws {
  let first = try await AppDependencyGraph(eight)
  let second = try await AppDependencyGraph(eight)
  #expect(Model().count == CountKey.defaultValue)
  try first.install()
  try first.install()
  #expect(Model().count == 8)
  let detached = await Task.detached { Model().count }.value
  #expect(detached == 8)
  let error = #expect(throws: InstallationError.self) { try second.install() }
  #expect(
    error?.description
      == "Another graph is installed already. Close it first, or pass this one on explicitly."
  )
  await second.close()
  #expect(Model().count == 8)
  withAppEnvironment {
    $0[count: 8] = 9
  } operation: {
    #expect(Model().count == 9)
  }
  await first.close()
  #expect(Model().count == CountKey.defaultValue)
  let third = try await AppDependencyGraph(eight)
  try third.install()
  #expect(Model().count == 8)
}

@Suite @MainActor struct AppDependencyGraphSeveralTests {
  private var graph: DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "app"]) { Part(owner: "app") }
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
    }
  }

  @Test func `Only one graph is installed, and code of no graph reads it until it closes`() async {
    await #expect(processExitsWith: .success) { try await installGraphs() }
  }

  @Test func `Two graphs in one process do not touch each other`() async throws {
    let first = try await AppDependencyGraph(graph)
    let second = try await AppDependencyGraph(graph)
    try await first.activate(.alice)
    try await second.activate(.bob)
    #expect(first.environment[part: "client"].owner == "alice")
    #expect(second.environment[part: "client"].owner == "bob")
    #expect(first.environment[part: "app"] !== second.environment[part: "app"])
    #expect(first.environment[part: "nobody"] === second.environment[part: "nobody"])
    let lease = second.lease
    first.accounts.remove("bob")
    await first.close()
    #expect(second.active == "bob")
    #expect(lease.isLive)
    #expect(try await second.activate(.bob) == .unchanged)
    await second.close()
  }
}
