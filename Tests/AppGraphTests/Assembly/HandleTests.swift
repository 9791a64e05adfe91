import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor struct HandleTests {
  private let log = Log()

  private var graph: DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "app"]) { Part(owner: "app") }
      Service(\.[part: "client"], from: \.member) { Part(owner: $0.id) }
      Service(\.[part: "user"], from: \.[part: "client"]) { Part(owner: $0.owner) }
    }
  }

  private func stale(_ key: String) -> HandleError { .stale(key: key) }

  @Test func `A handle yields the value until the fence, and is stale after`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    let client = app.handle(\.[part: "client"])
    let member = app.handle(\.member)
    let service = app.handle(\.[part: "app"])
    let unregistered = app.handle(\.[count: 1])
    let owner = try client().owner
    #expect(owner == "alice")
    let task = app.request(.bob)
    // The request is decided in the turn in which it is made.
    #expect(throws: stale("PartKey[client]")) { try client() }
    #expect(throws: stale("MemberKey")) { try member() }
    _ = try await task.value
    #expect(throws: stale("PartKey[client]")) { try client() }
    #expect(try service() === app.environment[part: "app"])
    #expect(try unregistered() == CountKey.defaultValue)
    try await app.activate(.alice)
    #expect(throws: stale("PartKey[client]")) { try client() }
    let renewed = try app.handle(\.[part: "client"])().owner
    #expect(renewed == "alice")
    await app.close()
  }

  @Test func `Every handle is stale after the graph has closed, or is gone`() async throws {
    var app: AppDependencyGraph? = try await AppDependencyGraph(graph)
    try await app?.activate(.alice)
    let client = try #require(app?.handle(\.[part: "client"]))
    let service = try #require(app?.handle(\.[part: "app"]))
    await app?.close()
    #expect(throws: stale("PartKey[client]")) { try client() }
    #expect(throws: stale("PartKey[app]")) { try service() }
    app = nil
    #expect(throws: stale("PartKey[app]")) { try service() }
    #expect(
      stale("PartKey[app]").description
        == "The handle to 'PartKey[app]' is stale: its account is no longer active. Drop the work, "
        + "or take a new handle."
    )
  }

  @Test func `A handle does not keep the value alive`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    weak let part = app.environment[part: "client"]
    let handle = app.handle(\.[part: "client"])
    #expect(try handle() === part)
    try await app.activate(.bob)
    #expect(part == nil)
    #expect(app.leaks == [])
    await app.close()
  }

  @Test func `A sequence yields the value, each change of it, and ends with the graph`()
    async throws
  {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    var clients = app.values(of: \.[part: "client"]).makeAsyncIterator()
    var services = app.values(of: \.[part: "app"]).makeAsyncIterator()
    #expect(await clients.next()?.owner == "alice")
    #expect(await services.next()?.owner == "app")
    for member in [Member.bob, .carol, .alice] {
      try await app.activate(member)
      #expect(await clients.next()?.owner == member.id)
    }
    let outcome = try await app.activate(.alice)
    #expect(outcome == .unchanged)
    await app.close()
    // Had anything been yielded for the service in between, it would have come before its end.
    for iterator in [clients, services] {
      var iterator = iterator
      #expect(await iterator.next()?.owner == "the default")
      #expect(await iterator.next() == nil)
    }
    var after = app.values(of: \.[part: "client"]).makeAsyncIterator()
    #expect(await after.next()?.owner == "the default")
    #expect(await after.next() == nil)
  }

  @Test func `A sequence yields nothing for a change of another key`() async throws {
    let app = try await AppDependencyGraph(graph)
    let services = app.values(of: \.[part: "app"])
    let reader = Task {
      var iterator = services.makeAsyncIterator()
      return [await iterator.next()?.owner, await iterator.next()?.owner]
    }
    // Lets the reader wait for the second value; if it does not yet, less is tested.
    for _ in 0..<10 { await Task.yield() }
    for member in [Member.alice, .bob] { try await app.activate(member) }
    await app.close()
    #expect(await reader.value == ["app", "the default"])
  }

  @Test func `A slow reader of a sequence gets the newest value only`() async throws {
    let app = try await AppDependencyGraph(graph)
    try await app.activate(.alice)
    var clients = app.values(of: \.[part: "client"]).makeAsyncIterator()
    for number in 0..<20 { try await app.activate(Member(id: "m\(number)")) }
    let owner = await clients.next()?.owner
    #expect(owner == "m19")
    await app.close()
  }

  @Test func `A lease refuses what is written after its generation`() async throws {
    let app = try await AppDependencyGraph(graph)
    #expect(!app.lease.isLive)
    try await app.activate(.alice)
    let lease = app.lease
    #expect(lease.generation == 1)
    let written = try lease.commit { "written" }
    #expect(written == "written")
    let task = lease.task { _ in
      while !Task.isCancelled { await Task.yield() }
      log.write("cancelled")
    }
    try await app.activate(.bob)
    await task.value
    #expect(log.lines == ["cancelled"])
    #expect(throws: LeaseError.stale(generation: 1)) {
      try lease.commit { log.write("too late") }
    }
    await lease.task { _ in log.write("too late") }.value
    #expect(log.lines == ["cancelled"])
    #expect(app.refusedWrites == 1)
    let last = app.lease
    await app.close()
    #expect(!last.isLive)
    #expect(!app.lease.isLive)
  }
}
