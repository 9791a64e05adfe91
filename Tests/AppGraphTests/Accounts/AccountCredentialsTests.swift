import AppGraph
import AppGraphTesting
import Testing

/// Credentials that are stored and read.
@Suite @MainActor
struct AccountCredentialsTests {
  private let standard = StandardGraph()
  private var probe: ProbeGraph { standard.probe }
  private var credentials: AccountCredentials<ProbeAccount> { standard.credentials }

  @Test func `The last word of every observer is the stored credential`() async throws {
    let log = Log()
    let first = credentials.observe("alice") { [credentials] in
      log.write("first \($0)")
      if $0 == "c1" { try? credentials.store("c2", for: "alice") }
    }
    let second = credentials.observe("alice") { log.write("second \($0)") }
    try credentials.store("c1", for: "alice")
    #expect(log.lines == ["first c1", "first c2", "second c2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test(arguments: [
    (
      CredentialError.unknownAccount("a"),
      "There is no credential of account 'a': it is not in the list. Late work of a removed account "
        + "ends like this; add the account, or drop the work."
    ),
    (
      .reentrant("a"),
      "The exchange of a credential of account 'a' asks for a refresh of the same account. Send its "
        + "requests without a refresh, and throw CredentialRefusal where the server refuses them."
    ),
    (
      .closed,
      "The graph of these credentials has closed. Store credentials while it runs, or give them to "
        + "another graph."
    ),
  ])
  func `Every error says what to do`(error: CredentialError, text: String) {
    #expect("\(error)" == text)
  }

  @Test func `Removing an account deletes its secret`() async throws {
    let app = try await standard.app()
    try credentials.store("tA1", for: "alice")
    credentials.noteRefusal(of: "alice")
    app.accounts.remove("alice")
    #expect(throws: CredentialError.unknownAccount("alice")) {
      try credentials.store("late", for: "alice")
    }
    await probe.advance(1_000)
    #expect(try credentials.credential(for: "alice") == nil)
    #expect(credentials.needingReauthentication.isEmpty)
    credentials.noteRefusal(of: "alice")
    #expect(credentials.needingReauthentication.isEmpty)
  }

  @Test func `An observation sees the credentials of its account until it is released`()
    async throws
  {
    let app = try await standard.app()
    defer { withExtendedLifetime(app) {} }
    let log = Log()
    var observation: CredentialObservation? = credentials.observe("alice") { log.write($0) }
    try credentials.store("a1", for: "alice")
    try credentials.store("b1", for: "bob")
    try credentials.store("a2", for: "alice")
    #expect(log.lines == ["a1", "a2"])
    withExtendedLifetime(observation) {}
    observation = nil
    try credentials.store("a3", for: "alice")
    #expect(log.lines == ["a1", "a2"])
  }
}
