import Testing

/// What the commands do that deliver notifications, work for accounts, and lose connections.
@Suite struct WorkCommandTests {
  @Test func `A notification is shown to its account, which becomes active`() async throws {
    let timeline = try await DemoProcess.play("switch alice\nnotify bob\nnotify bob\nstatus")
    #expect(timeline.outcomes == ["activated", "delivered", "delivered"])
    let status = timeline.last { $0.event == "status" }
    #expect(status?.active == "bob")
    #expect(status?.states?["Toasts"] == "2 toasts")
  }

  @Test(
    arguments: [
      ("switch alice\nremove bob\nnotify bob\nstatus", "unknownAccount"),
      ("switch alice\nfail feed for bob\nnotify bob\nstatus", "activationFailed"),
    ]
  )
  func `A notification that cannot be shown is dropped with the reason`(
    session: String,
    reason: String
  ) async throws {
    let timeline = try await DemoProcess.play(session)
    #expect(timeline.outcomes.last == "dropped")
    #expect(timeline.last { $0.event == "outcome" }?.reason == reason)
    #expect(timeline.last { $0.event == "status" }?.active == "alice")
  }

  @Test func `A job goes on for its account when another one becomes active`() async throws {
    let timeline = try await DemoProcess.play("switch alice\njob alice\nswitch bob\nwait 100")
    #expect(timeline.outcomes == ["activated", "begun", "activated"])
    let notes = [
      "reads the posts of alice by the client of alice, with token-1",
      "posts of alice kept: 2; active meanwhile: bob",
    ]
    #expect(timeline.notes(of: "job") == notes)
    #expect(timeline.filter { $0.event == "job" }.compactMap(\.step) == ["began", "ended"])
  }

  @Test(
    arguments: [
      ("switch bob\njob alice\nwait 50\nremove alice\nwait 200", ["began", "cancelled"]),
      ("switch bob\nfail client for alice\njob alice\nwait 200", ["began", "ended"]),
      ("switch bob\njob guest\nwait 200", ["began", "ended"]),
      // The end of the session ends it, which waits for its services.
      ("switch bob\njob alice\nwait 50", ["began", "cancelled"]),
      ("switch bob\nremove alice\njob alice", []),
    ]
  )
  func `A job ends in any way without a trace`(session: String, steps: [String]) async throws {
    let timeline = try await DemoProcess.play(session)
    #expect(timeline.filter { $0.event == "job" }.compactMap(\.step) == steps)
    #expect(timeline.last?.event == "summary")
    #expect(timeline.last?.leaks == 0)
  }

  @Test func `A lost connection is opened again after a wait`() async throws {
    let timeline = try await DemoProcess.play(
      "switch bob\nwait 50\ndrop-connection\nrotate bob\nwait 50\ndrop-connection\nwait 100\nstatus"
    )
    #expect(timeline.outcomes == ["activated", "dropped", "rotated", "refused"])
    let notes = [
      "connects to photos.example with token-1",
      "connected: wss://photos.example",
      "no connection; tries again in 100 ms",
      "connects to photos.example with token-2",
      "connected: wss://photos.example",
    ]
    #expect(timeline.notes(of: "watcher") == notes)
    let times = timeline.filter { $0.observer == "watcher" }.map(\.milliseconds)
    #expect(times[3] - times[2] == 100)
    #expect(timeline.last { $0.event == "status" }?.generation == 1)
  }

  @Test(
    arguments: [
      ("drop-connection", "no account is active"),
      ("switch guest\ndrop-connection", "guest is anonymous"),
      ("switch bob\ndrop-connection", "bob has no open connection (connecting)"),
    ]
  )
  func `A connection that is not open cannot be lost`(
    session: String,
    reason: String
  ) async throws {
    let timeline = try await DemoProcess.play(session)
    #expect(timeline.outcomes.last == "refused")
    #expect(timeline.last { $0.event == "outcome" }?.text?.hasPrefix(reason) == true)
  }

  @Test(arguments: ["switch alice\nwait 200", "remove bob", "status"])
  func `Whoever leaves the account takes the wait for a connection back`(
    rest: String
  ) async throws {
    let timeline = try await DemoProcess.play("switch bob\nwait 50\ndrop-connection\n" + rest)
    let bob = timeline.notes(of: "watcher").filter { $0.contains("photos") }
    #expect(bob.count == 2)
    #expect(timeline.last?.leaks == 0)
  }
}
