import AppGraph
import AppGraphTesting
import Testing

/// What one server has received.
@MainActor
private final class Host {
  var uploads: [String] = []
  var posts: [String] = []
}

/// The way to one account's server, with the limits that hold there.
private struct Transport: Sendable {
  let account: String
  let limit: Int
  let visibility: String
  let host: Host

  @MainActor
  func upload(_ file: String) -> String {
    host.uploads.append(file)
    return "\(file)@\(account)"
  }
}

private enum TransportKey: AppEnvironmentKey {
  static let defaultValue: Transport? = nil
}

extension AppEnvironmentValues {
  fileprivate var transport: Transport? {
    get { self[TransportKey.self] }
    set { self[TransportKey.self] = newValue }
  }
}

/// The recipe for a composer: its author is an account of its own, whoever is active, and everything that
/// depends on the author is one value.
@MainActor
private final class Composer {
  struct Author {
    let transport: Transport
    /// The identifiers that this author's server has given to files.
    var attachments: [String: String] = [:]
  }

  private let app: AppDependencyGraph<ProbeAccount>
  private let files: [String]
  private(set) var author: Author?

  init(_ app: AppDependencyGraph<ProbeAccount>, files: [String]) {
    self.app = app
    self.files = files
  }

  func choose(_ id: String) async {
    _ = await app.job("choose author", for: id, from: \.transport) { _, transport in
      self.author = transport.map { Author(transport: $0) }
    }
    .value
  }

  func upload() {
    guard let transport = author?.transport else { return }
    for file in files where author?.attachments[file] == nil {
      author?.attachments[file] = transport.upload(file)
    }
  }

  func send() async -> JobOutcome {
    guard let id = author?.transport.account else { return .unknownAccount }
    return await app.job("send", for: id) { _ in
      self.upload()
      guard let author = self.author else { return }
      let ids = self.files.compactMap { author.attachments[$0] }
      author.transport.host.posts.append("\(author.transport.visibility) \(ids)")
    }
    .value
  }
}

@Suite @MainActor
struct ComposerTests {
  @Test func `RT-05 Another author changes everything in one step and uploads anew`() async throws {
    let hosts = ["alice": Host(), "bob": Host()]
    let graph = DependencyGraph(rewiredBy: \.probeAccount) {
      Service(\.transport, from: \.probeAccount) { account in
        let host = hosts[account.id]
        return host.map {
          Transport(
            account: account.id,
            limit: account.id == "alice" ? 5_000 : 500,
            visibility: account.id == "alice" ? "direct" : "public",
            host: $0
          )
        }
      }
    }
    let app = try await AppDependencyGraph(graph, accounts: [.alice, .bob])
    try await app.activate(.alice)
    let composer = Composer(app, files: ["photo"])
    await composer.choose("alice")
    composer.upload()
    await composer.choose("bob")
    let author = try #require(composer.author)
    #expect(author.transport.account == "bob")
    #expect(author.transport.limit == 500)
    #expect(author.transport.visibility == "public")
    #expect(author.attachments.isEmpty)
    guard case .done = await composer.send() else {
      Issue.record("the post was not sent")
      return
    }
    #expect(hosts["alice"]?.posts == [])
    #expect(hosts["bob"]?.uploads == ["photo"])
    #expect(hosts["bob"]?.posts == ["public [\"photo@bob\"]"])
    #expect(app.active == "alice")
    await app.close()
  }
}
