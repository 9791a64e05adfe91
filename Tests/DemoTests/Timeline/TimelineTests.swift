import Foundation
import Testing

/// What the program prints.
@Suite struct TimelineTests {
  @Test func `The built-in session shows each kind of line`() async throws {
    let process = try await DemoProcess.run()
    #expect(process.status == 0)
    #expect(process.errors.isEmpty)
    let kinds = [
      "request ", "fence ", "start ", "stop ", "skip ", "sees ", "outcome ", "active ", "failed ",
      "degraded ", "status ", "hook ", "note ", "summary ", "accounts ", "route ", "job ",
    ]
    for kind in kinds {
      #expect(process.lines.contains { $0.contains("  \(kind)") }, "no line of kind \(kind)")
    }
    for name in ["alice", "bob", "guest"] { #expect(process.output.contains("> switch \(name)")) }
    #expect(process.lines.contains { $0.hasSuffix("start     watcher of alice, 30 ms") })
    #expect(process.lines.contains { $0.hasSuffix("stop      feed of alice, 12 ms") })
  }

  @Test func `Two runs print the same`() async throws {
    async let first = DemoProcess.run()
    async let second = DemoProcess.run()
    #expect(try await first.output == second.output)
  }

  @Test func `Each line of the JSON form is an object of a known kind`() async throws {
    let process = try await DemoProcess.run(["--json"])
    #expect(process.status == 0)
    #expect(process.errors.isEmpty)
    let kinds = Set(try process.objects().map(\.event))
    let known: Set = [
      "accounts", "command", "requested", "fence", "service", "hook", "activated", "idle", "closed",
      "roster", "route", "job", "observed", "note", "outcome", "incident", "status", "end",
      "summary",
    ]
    #expect(kinds == known)
  }

  @Test func `Time and generation never go back`() async throws {
    let timeline = try await DemoProcess.run(["--json"]).objects()
    for (earlier, later) in zip(timeline, timeline.dropFirst()) {
      #expect(earlier.milliseconds <= later.milliseconds)
      #expect(earlier.generation <= later.generation)
    }
  }

  @Test func `Each start that completed is followed by one stop`() async throws {
    let timeline = try await DemoProcess.run(["--json"]).objects()
    var running: [String: Int] = [:]
    for object in timeline {
      guard let service = object.service else { continue }
      let key = "\(service) of \(object.account ?? "app")"
      if object.step == "started" { running[key, default: 0] += 1 }
      if object.step == "stopped" { running[key, default: 0] -= 1 }
      // One for the active account, and one for its job.
      #expect((0...2).contains(running[key] ?? 0))
    }
    #expect(running.values.allSatisfy { $0 == 0 })
    #expect(timeline.last?.leaks == 0)
  }

  @Test func `No screen shows one account with the client of another`() async throws {
    let owners = ["Alice": "alice", "Harbour": "bob", "public timeline": "guest"]
    let timeline = try await DemoProcess.run(["--json"]).objects()
    let texts = timeline.filter { $0.event == "observed" }.compactMap(\.text)
    #expect(!texts.isEmpty)
    for (sign, owner) in owners {
      let shown = texts.filter { $0.contains(sign) }
      #expect(!shown.isEmpty)
      #expect(shown.allSatisfy { $0.hasSuffix("(client: \(owner))") })
    }
  }

  @Test func `Late work of an account that was left is refused`() async throws {
    let timeline = try await DemoProcess.play("switch alice\nswitch bob")
    #expect(timeline.last?.refusedWrites == 2)
    #expect(timeline.last?.leaks == 0)
  }

  @Test func `The plan explains the lifetime of every service`() async throws {
    let process = try await DemoProcess.run(["--plan", "--json"])
    let keys = try process.objects().filter { $0.event == "key" }
    #expect(keys.count >= 15)
    for key in keys {
      #expect(key.path?.first == key.service)
      #expect((key.path?.last == "account") == (key.lifetime == "account"))
    }
    #expect(try process.objects().contains { $0.event == "plan_note" })
  }

  @Test func `Every service of an account can be named by fail`() async throws {
    let plan = try await DemoProcess.run(["--plan", "--json"]).objects()
    let services = plan.filter { $0.lifetime == "account" }.compactMap(\.service)
    let session = (services + ["push"]).map { "fail \($0) for alice" }.joined(separator: "\n")
    let timeline = try await DemoProcess.play(session)
    #expect(timeline.filter { $0.event == "outcome" }.count == services.count + 1)
  }
}
