import Foundation
import Testing

/// What the next start finds of a session that was killed or ended.
@Suite struct ResumingTests {
  /// A session, and what is left of it after each of its commands.
  private static let steps: [(command: String, active: String?, accounts: String)] = [
    ("status", nil, "3 accounts, 0 sign-outs left"),
    ("switch guest", "guest", "3 accounts, 0 sign-outs left"),
    ("post kept text", "guest", "3 accounts, 0 sign-outs left"),
    ("switch bob", "bob", "3 accounts, 0 sign-outs left"),
    ("fail feed for alice", "bob", "3 accounts, 0 sign-outs left"),
    ("switch alice", "bob", "3 accounts, 0 sign-outs left"),
    ("rotate alice", "bob", "3 accounts, 0 sign-outs left"),
    // The start after the kill empties the outbox.
    ("remove alice", "bob", "2 accounts, 0 sign-outs left"),
    ("add alice", "bob", "3 accounts, 0 sign-outs left"),
    ("notify alice", "alice", "3 accounts, 0 sign-outs left"),
    ("sign-out alice", "bob", "2 accounts, 0 sign-outs left"),
    ("job bob", "bob", "2 accounts, 0 sign-outs left"),
  ]

  @Test(arguments: steps.indices)
  func `A kill loses nothing that an outcome has told`(last: Int) async throws {
    let store = try TemporaryFolder()
    let commands = Self.steps[...last].map(\.command).joined(separator: "\n")
    let killed = try await DemoProcess.run(
      ["--session", "-", "--store", store.path],
      input: commands + "\nkill\nstatus"
    )
    #expect(killed.isKilled && killed.status == SIGKILL)
    #expect(killed.errors.isEmpty)
    #expect(killed.lines.suffix(2) == ["> kill", ""])

    let timeline = try await DemoProcess.play(
      "status\nswitch guest\nstatus",
      arguments: ["--store", store.path]
    )
    let resumed = timeline.first { $0.event == "status" }
    #expect(resumed?.active == Self.steps[last].active)
    #expect(resumed?.states?["Accounts"] == Self.steps[last].accounts)
    #expect(
      timeline.notes(of: "app") == (Self.steps[last].active.map { ["resumes \($0)"] } ?? [])
    )
    let drafts = timeline.last { $0.event == "status" }?.states?["Drafts"]
    #expect(drafts == (last < 2 ? "0 drafts" : "1 draft"))
  }

  @Test func `A session that ends leaves its accounts and tokens to the next one`() async throws {
    let store = try TemporaryFolder()
    let arguments = ["--store", store.path]
    let first = try await DemoProcess.play(
      "switch bob\nrotate bob\nremove alice",
      arguments: arguments
    )
    #expect(first.outcomes == ["activated", "rotated", "removed"])
    let second = try await DemoProcess.play("rotate bob\nadd alice", arguments: arguments)
    #expect(second.notes(of: "app") == ["resumes bob"])
    let signOuts = ["alice is signed out at its server, with token-1"]
    #expect(second.notes(of: "outbox") == signOuts)
    #expect(second.contains { $0.text == "bob has token-3 now; nothing restarts" })
    #expect(second.contains { $0.text == "alice is in the list, with token-2" })
  }

  @Test(arguments: [true, false])
  func `An account whose token is lost has to sign in again, and the session goes on`(
    isDamaged: Bool
  ) async throws {
    let store = try TemporaryFolder()
    let arguments = ["--store", store.path]
    _ = try await DemoProcess.play("switch bob", arguments: arguments)
    let folder = store.url.appending(path: "credentials")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    for name in names where name.hasSuffix(".credential") {
      try FileManager.default.removeItem(at: folder.appending(path: name))
      if isDamaged { try store.write("nonsense", to: "credentials/\(name)") }
    }
    let process = try await DemoProcess.run(
      ["--json", "--session", "-"] + arguments,
      input: "wait 50\nadd bob\nwait 50"
    )
    #expect(process.status == 0)
    #expect(process.errors.contains("is damaged") == isDamaged)
    let notes = try process.objects().notes(of: "watcher")
    #expect(notes.contains { $0.hasPrefix("The credential was refused") })
    #expect(notes.last == "connected: wss://photos.example")
  }

  @Test func `A timeline that cannot be printed is not written into the store`() async throws {
    let store = try TemporaryFolder()
    let process = try await DemoProcess.run(["--store", store.path], isOutputClosed: true)
    #expect(process.status == 1)
    #expect(
      process.errors.hasPrefix("account-switch-demo: standard output cannot be written")
    )
    #expect(try store.read("accounts.lock") == "")
  }

  @Test func `No secret is printed`() async throws {
    let store = try TemporaryFolder()
    let process = try await DemoProcess.run(["--json", "--store", store.path])
    let folder = "\(store.path)/credentials"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".credential") }
    #expect(!names.isEmpty)
    for name in names {
      let text = try store.read("credentials/\(name)")
      let secrets = text.matches(of: /[0-9]{12,}/).map(\.output)
      #expect(!secrets.isEmpty)
      for secret in secrets { #expect(!process.output.contains(secret)) }
      let rights = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      #expect(rights[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(arguments: [nil, "rotate alice\nrotate alice\nadd bob\nswitch bob\nadd alice"])
  func `Two runs on new stores print the same`(session: String?) async throws {
    let arguments = session == nil ? [] : ["--session", "-"]
    let stores = try [TemporaryFolder(), TemporaryFolder()]
    for _ in 0..<2 {
      async let first = DemoProcess.run(
        ["--store", stores[0].path] + arguments,
        input: session ?? ""
      )
      async let second = DemoProcess.run(
        ["--store", stores[1].path] + arguments,
        input: session ?? ""
      )
      let runs = try await [first, second]
      for run in runs {
        #expect(run.status == 0)
        #expect(run.errors == "")
      }
      let difference = zip(runs[0].lines, runs[1].lines).first { $0 != $1 }
      #expect(difference == nil)
      #expect(runs[0].lines.count == runs[1].lines.count)
    }
  }
}
