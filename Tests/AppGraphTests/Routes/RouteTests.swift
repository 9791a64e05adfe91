import AppGraph
import AppGraphTesting
import Testing

/// The cases about links and taps.
@Suite @MainActor
struct RouteTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }

  @Test func `RT-01 A link without an account asks, and goes on like one that names it`()
    async throws
  {
    let app = try await standard.app()
    await standard.time(100)
    let route = app.route(
      "link",
      choosing: { [probe] accounts in
        probe.note("choose among \(accounts.map(\.id))")
        try? await probe.clock.sleep(for: .milliseconds(50))
        return "bob"
      },
      deliver: { [probe] lease in probe.note("deliver g\(lease.generation)") }
    )
    await standard.time(149)
    #expect(app.active == "alice")
    #expect(app.status.generation == 1)
    await standard.time(1_000)
    #expect(await route.value == .delivered)
    #expect(
      probe.journal == [
        "100 choose among [\"alice\", \"bob\"]", "150 stop stream alice", "155 stop info alice",
        "155 stop api alice", "155 start api bob", "155 start info bob", "185 start stream bob",
        "195 deliver g2",
      ]
    )
  }

  @Test func `A choice that is declined drops the link and switches nothing`() async throws {
    let app = try await standard.app()
    let route = app.route(
      "link",
      choosing: { _ in nil },
      deliver: { _ in Issue.record("nobody was chosen") }
    )
    #expect(await route.value == .dropped(.noAccount))
    #expect(probe.recorder.events.contains { "\($0)".contains("route 'link' dropped") })
    #expect(app.status.generation == 1)
  }

  @Test(arguments: ["zoe", "yves", nil])
  func `RT-02 A link to an unknown account waits for a sign-in and is delivered only to it`(
    whoComes: String?
  ) async throws {
    let app = try await standard.app()
    await standard.time(100)
    let route = app.route(
      "link",
      to: "zoe",
      signingIn: { [probe] in
        try await probe.clock.sleep(for: .milliseconds(50))
        guard let whoComes else { throw CancellationError() }
        return (ProbeAccount(id: whoComes), "token")
      },
      deliver: { [probe] lease in probe.note("deliver g\(lease.generation)") }
    )
    await standard.time(149)
    #expect(app.active == "alice")
    #expect(app.status.generation == 1)
    await standard.time(1_000)
    if whoComes == "zoe" {
      #expect(await route.value == .delivered)
      #expect(probe.journal.last == "195 deliver g2")
      #expect(app.accounts.list.map(\.id) == ["alice", "bob", "zoe"])
    } else {
      #expect(await route.value == .dropped(.unknownAccount))
      #expect(app.active == "alice")
      #expect(app.accounts.list.map(\.id) == ["alice", "bob"])
      #expect(probe.journal.isEmpty)
    }
  }

  @Test func `A link to a listed account asks nobody to sign in`() async throws {
    let app = try await standard.app()
    let route = app.route(
      "link",
      to: "alice",
      signingIn: {
        Issue.record("alice is signed in")
        throw CancellationError()
      },
      deliver: { _ in }
    )
    #expect(await route.value == .delivered)
  }

  @Test func `Several routes of one turn all arrive, in order, in one activation`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    let routes = (1...5).map { number in
      app.route("tap \(number)", to: "bob") { [probe] _ in probe.note("deliver \(number)") }
    }
    await standard.time(145)
    for route in routes { #expect(await route.value == .delivered) }
    #expect(probe.journal.suffix(5) == (1...5).map { "145 deliver \($0)" })
    #expect(app.status.generation == 2)
  }

  @Test func `EX-05 A shortcut of a removed account does nothing in another one`() async throws {
    let app = try await standard.app()
    await standard.time(100)
    app.accounts.remove("bob")
    await standard.time(200)
    let shortcut = app.route("project 7", to: "bob") { _ in Issue.record("bob is gone") }
    #expect(await shortcut.value == .dropped(.unknownAccount))
    #expect(app.active == "alice")
    #expect(probe.journal.isEmpty)
  }
}
