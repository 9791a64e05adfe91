import Testing

/// What the commands do that change the list of accounts and their tokens.
@Suite struct AccountCommandTests {
  @Test func `A removed account is added again with another token`() async throws {
    let timeline = try await DemoProcess.play(
      "switch bob\nremove alice\nadd alice\nswitch alice\nstatus"
    )
    #expect(timeline.outcomes == ["activated", "removed", "added", "activated"])
    #expect(timeline.contains { $0.text == "alice is in the list, with token-2" })
    #expect(timeline.last { $0.event == "status" }?.active == "alice")
  }

  @Test func `A listed account that is added gets a token, and nothing restarts`() async throws {
    let timeline = try await DemoProcess.play("switch alice\nadd alice\nstatus")
    #expect(timeline.outcomes == ["activated", "renewed"])
    #expect(timeline.last { $0.event == "status" }?.generation == 1)
  }

  @Test func `An anonymous account is added without a token, once`() async throws {
    let timeline = try await DemoProcess.play("add guest\nremove guest\nadd guest\nswitch guest")
    #expect(timeline.outcomes == ["refused", "removed", "added", "activated"])
  }

  @Test func `A removal does not wait for the network, and the server is told later`() async throws
  {
    let timeline = try await DemoProcess.play(
      "switch alice\nrotate alice\nremove alice\nstatus\nremove alice\nadd alice\nwait 5\nwait 50\nstatus"
    )
    let outcomes = ["activated", "rotated", "removed", "refused", "added"]
    #expect(timeline.outcomes == outcomes)
    let notes = [
      "sign-outs that wait for the next time: 1",
      "alice is signed out at its server, with token-2",
    ]
    #expect(timeline.notes(of: "outbox") == notes)
    // The hook leaves to the outbox what is in it.
    #expect(timeline.notes(of: "client").isEmpty)
    let accounts = timeline.compactMap { $0.states?["Accounts"] }
    #expect(accounts == ["2 accounts, 1 sign-out left", "3 accounts, 0 sign-outs left"])
  }

  @Test func `A sign-out tells the server before the services stop`() async throws {
    let timeline = try await DemoProcess.play("switch alice\nsign-out alice\nwait 50")
    #expect(timeline.notes(of: "client") == ["token-1 of alice is revoked"])
    #expect(timeline.notes(of: "outbox").isEmpty)
  }

  @Test func `The sign-out of an account that is not active goes to the outbox`() async throws {
    let timeline = try await DemoProcess.play("switch alice\nsign-out bob\nwait 50")
    #expect(timeline.notes(of: "client").isEmpty)
    #expect(
      timeline.notes(of: "outbox") == ["bob is signed out at its server, with token-1"]
    )
  }

  @Test func `A rotation restarts nothing, and is refused for who is not listed`() async throws {
    let timeline = try await DemoProcess.play(
      "switch alice\nwait 50\nrotate bob\nrotate alice\nrotate guest\nremove bob\nrotate bob\nstatus"
    )
    let outcomes = ["activated", "rotated", "rotated", "refused", "removed", "refused"]
    #expect(timeline.outcomes == outcomes)
    #expect(timeline.last { $0.event == "status" }?.generation == 1)
    let refusal = timeline.last { $0.event == "outcome" }?.text
    #expect(refusal?.contains("it is not in the list") == true)
  }

  @Test func `Each change of an account or a token is registered for pushes once`() async throws {
    let timeline = try await DemoProcess.play(
      "switch alice\nrotate bob\nswitch bob\nremove alice\nadd alice\nsign-out alice"
    )
    let registrations = [
      "device-token-1 is registered for alice (token-1), bob (token-1)",
      "device-token-1 is registered for alice (token-1), bob (token-2)",
      "device-token-1 is registered for bob (token-2)",
      "device-token-1 is registered for bob (token-2), alice (token-2)",
      "device-token-2 is registered for bob (token-2)",
    ]
    #expect(timeline.notes(of: "push").filter { $0.contains("registered") } == registrations)
  }
}
