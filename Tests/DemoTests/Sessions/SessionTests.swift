import Testing

/// What the program makes of a session.
@Suite struct SessionTests {
  @Test(
    arguments: [
      ("switch carol", 1, "unknown account 'carol'; expected one of alice, bob, guest"),
      ("# first\n\nswitch alcie", 3, "did you mean 'alice'?"),
      ("switch", 1, "'switch' needs the name of an account"),
      ("switch alice bob", 1, "unknown account 'alice bob'"),
      ("swich alice", 1, "expected one of 'switch NAME', 'post TEXT', 'sign-out NAME'"),
      ("swich alice", 1, "did you mean 'switch'?"),
      ("post", 1, "'post' needs a text"),
      ("post   ", 1, "'post' needs a text"),
      ("sign-out\r\n", 1, "'sign-out' needs the name of an account"),
      ("status now", 1, "expected nothing after 'status'"),
      ("add", 1, "'add' needs the name of an account"),
      ("remove carol", 1, "unknown account 'carol'"),
      ("rotate", 1, "'rotate' needs the name of an account"),
      ("notify bobb", 1, "did you mean 'bob'?"),
      ("job", 1, "'job' needs the name of an account"),
      ("drop-connection now", 1, "expected nothing after 'drop-connection', found 'now'"),
      ("drop-conection", 1, "did you mean 'drop-connection'?"),
      ("kill alice", 1, "expected nothing after 'kill', found 'alice'"),
      ("wait", 1, "from 0 to 60000, found nothing"),
      ("wait -1", 1, "from 0 to 60000, found '-1'"),
      ("wait soon", 1, "from 0 to 60000, found 'soon'"),
      ("wait 1.5", 1, "found '1.5'"),
      ("wait 60001", 1, "found '60001'"),
      ("wait 99999999999999999999", 1, "found '99999999999999999999'"),
      ("fail", 1, "expected 'fail SERVICE for NAME', found nothing"),
      ("fail watcher alice", 1, "expected 'fail SERVICE for NAME'"),
      ("fail wacher for alice", 1, "did you mean 'watcher'?"),
      ("fail cache for alice", 1, "unknown service 'cache'; expected a service of an account"),
      ("fail watcher for carol", 1, "unknown account 'carol'"),
      ("switch alice\nstatus\nboo\u{1B}[31m", 3, "unknown command 'boo\u{FFFD}[31m'"),
    ]
  )
  func `A wrong line ends with status 1, names its place, and nothing runs`(
    session: String,
    line: Int,
    message: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(session, to: "session")
    let path = "\(folder.path)/session"
    let process = try await DemoProcess.run(["--session", path])
    #expect(process.status == 1)
    #expect(process.errors.hasPrefix("\(path):\(line): "))
    #expect(process.errors.contains(message), "\(process.errors)")
    #expect(process.output.isEmpty)
  }

  @Test func `Every wrong line is reported`() async throws {
    let process = try await DemoProcess.run(["--session", "-"], input: "x\nstatus\ny\n")
    #expect(process.status == 1)
    let places = process.errors.split(separator: "\n").map { $0.prefix(10) }
    #expect(places == ["<stdin>:1:", "<stdin>:3:"])
  }

  @Test(arguments: ["nowhere", "."])
  func `A session that is no file is refused`(path: String) async throws {
    let process = try await DemoProcess.run(["--session", path])
    #expect(process.status == 1)
    #expect(process.errors.hasPrefix("\(path): "))
  }

  @Test func `Blank lines, comments and other line ends are skipped`() async throws {
    let timeline = try await DemoProcess.play(
      "\u{FEFF}# note\r\n\r\n  switch guest  \r\n\tstatus\r\n"
    )
    #expect(timeline.filter { $0.event == "command" }.count == 2)
    #expect(timeline.last { $0.event == "status" }?.active == "guest")
  }

  @Test func `An empty session starts the app and closes it`() async throws {
    let timeline = try await DemoProcess.play("")
    #expect(timeline.last?.event == "summary")
    #expect(!timeline.contains { $0.event == "command" })
  }

  @Test func `A failing start brings the account before back, once`() async throws {
    let timeline = try await DemoProcess.play(
      "switch alice\nfail WATCHER for bob\nswitch bob\nstatus\nswitch bob"
    )
    #expect(timeline.outcomes == ["activated", "planned", "failed", "activated"])
    #expect(timeline.first { $0.event == "status" }?.active == "alice")
    #expect(timeline.contains { $0.text?.hasPrefix("back to alice") == true })
  }

  @Test func `A start that fails on the way back leaves nobody active`() async throws {
    let timeline = try await DemoProcess.play(
      "switch alice\nfail feed for bob\nfail feed for alice\nswitch bob\nstatus"
    )
    #expect(timeline.outcomes.last == "failed")
    #expect(timeline.contains { $0.event == "status" && $0.active == nil })
  }

  @Test(
    arguments: [
      "credentials", "client", "preferences", "feed", "notifications", "watcher", "badges",
      "outbox", "push", "conversations", "conversationSync",
    ]
  )
  func `Every required service can be made to fail`(service: String) async throws {
    let timeline = try await DemoProcess.play(
      "switch bob\nfail \(service) for alice\nswitch alice\nstatus"
    )
    #expect(timeline.outcomes == ["activated", "planned", "failed"])
    #expect(timeline.last { $0.event == "status" }?.active == "bob")
    #expect(timeline.last?.leaks == 0)
  }

  @Test func `An optional service that fails degrades the account`() async throws {
    let timeline = try await DemoProcess.play("fail instance for alice\nswitch alice")
    #expect(timeline.outcomes == ["planned", "activated"])
    #expect(timeline.contains { $0.service == "instance" && $0.step == "degraded" })
    #expect(timeline.contains { $0.event == "incident" && $0.service == "instance" })
  }

  @Test func `A post appears in the feed of its account only`() async throws {
    let timeline = try await DemoProcess.play(
      "switch alice\nwait 50\npost <b> & \"é\" 👋\nswitch bob\nwait 50\nswitch alice\nwait 50"
    )
    #expect(timeline.outcomes.contains("posted"))
    let feeds = timeline.filter { $0.observer == "timeline" && $0.text?.contains("👋") == true }
    #expect(!feeds.isEmpty)
    #expect(feeds.allSatisfy { $0.text?.hasSuffix("'<b> & \"é\" 👋' (client: alice)") == true })
    #expect(feeds.contains { $0.generation == 1 } && feeds.contains { $0.generation == 3 })
  }

  @Test(
    arguments: [
      ("switch guest\npost hello\nstatus", "guest is anonymous and cannot post"),
      ("post hello\nstatus", "no account is active"),
      ("switch bob\npost \(String(repeating: "x", count: 301))\nstatus", "takes at most 300"),
    ]
  )
  func `A post that cannot be sent is refused with a reason`(
    session: String,
    reason: String
  ) async throws {
    let timeline = try await DemoProcess.play(session)
    #expect(timeline.outcomes.last == "refused")
    #expect(timeline.contains { $0.event == "outcome" && $0.text?.contains(reason) == true })
  }

  @Test func `A refused post is a draft that waits for its account`() async throws {
    let timeline = try await DemoProcess.play(
      "switch guest\npost hello\nswitch bob\nstatus\nswitch guest\nstatus"
    )
    let drafts = timeline.compactMap { $0.states?["Drafts"] }
    #expect(drafts == ["0 drafts", "1 draft"])
  }

  @Test func `Signing out makes another account active and forgets the old one`() async throws {
    let timeline = try await DemoProcess.play(
      "switch alice\nsign-out alice\nstatus\nswitch alice\nsign-out alice\nsign-out bob\nstatus"
    )
    let outcomes = ["activated", "signedOut", "failed", "refused", "signedOut"]
    #expect(timeline.outcomes == outcomes)
    #expect(timeline.filter { $0.event == "status" }.map(\.active) == ["bob", "guest"])
  }
}
