import AppGraph
import AppGraphTesting

enum StreamKey: AppEnvironmentKey {
  static let defaultValue = StreamSupervisor<String, String>()
}

extension AppEnvironmentValues {
  var stream: StreamSupervisor<String, String> {
    get { self[StreamKey.self] }
    set { self[StreamKey.self] = newValue }
  }
}

/// A graph with a stream whose transport does what a test says, and a record of what it was asked.
@MainActor
final class StreamBench {
  /// What the transport does with an attempt.
  enum Answer {
    case opens
    case fails
    case refuses
    /// Never answers, and ends when it is cancelled.
    case hangs
    /// Answers when the test says so, cancelled or not.
    case ignoresCancellation
  }

  let probe = ProbeGraph()
  let credentials = AccountCredentials<ProbeAccount>()
  var defaultAnswer = Answer.opens
  /// The answers to the next attempts, before the default one.
  var answers: [Answer] = []
  var canUpdate = false
  var closeTakes = Duration.zero
  var backoff = Backoff()
  private(set) var attempts: [String] = []
  private(set) var channels: [Set<String>] = []
  private(set) var connections: [StreamDouble] = []
  private(set) var events: [String] = []
  private(set) var refusals: [String] = []
  private(set) var states: [String] = []
  /// Answers the attempts that ignore cancellation, in their order.
  var late: [CheckedContinuation<Void, Never>] = []
  private weak var app: AppDependencyGraph<ProbeAccount>?

  var now: Int64 { Int64(probe.clock.now.offset / .milliseconds(1)) }
  var openCount: Int { connections.count { $0.closeCount == 0 && !$0.isDropped } }

  func supervisor(for account: String) -> StreamSupervisor<String, String> {
    StreamSupervisor(channels: ["home"], backoff: backoff) { attempt in
      try await self.open(attempt, account)
    } receive: { event, lease in
      self.events.append("\(self.now) \(event) \(account) \(lease.generation)")
    }
    .following(credentials, of: account)
    .onRefusal { _, _ in self.refusals.append("\(self.now) \(account)") }
    .onStateChange { state, _ in self.states.append("\(self.now) \(state) \(account)") }
  }

  private func open(
    _ attempt: StreamAttempt<String>,
    _ account: String
  ) async throws -> StreamConnection<String, String> {
    attempts.append("\(now) \(account)")
    channels.append(attempt.channels)
    switch answers.isEmpty ? defaultAnswer : answers.removeFirst() {
    case .opens: break
    case .fails: throw ProbeFailure()
    case .refuses: throw CredentialRefusal("unauthorized")
    case .hangs:
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    case .ignoresCancellation: await withCheckedContinuation { late.append($0) }
    }
    let double = StreamDouble(probe.clock, closeTakes)
    connections.append(double)
    return double.connection(canUpdate: canUpdate)
  }

  /// The standard services: api(0/0), info(30/0), stream(10/5, authenticated only).
  func standardGraph() -> DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      probe.service("api")
      probe.service("info", from: ["api"], start: .milliseconds(30))
      Service(\.stream, from: \.[probe: "info"]) { self.supervisor(for: $0.account) }
        .requiresAuthentication()
        .onStart { stream, lease in
          stream.start(under: lease)
          // A stream that is deferred has nothing to wait for.
          if stream.state != .suspended { try await self.probe.clock.sleep(for: .milliseconds(10)) }
        }
        .onStop { stream in
          await stream.stop()
          try await self.probe.clock.sleep(for: .milliseconds(5))
        }
    }
  }

  /// A graph of the stream alone, which starts and stops without taking time.
  func plainGraph(stops: Bool = true) -> DependencyGraph<ProbeAccount> {
    let service = Service(\.stream, from: \.probeAccount) { self.supervisor(for: $0.id) }
      .onStart { $0.start(under: $1) }
    return DependencyGraph(rewiredBy: \.probeAccount) {
      if stops { service.onStop { await $0.stop() } } else { service }
    }
  }

  func run(
    _ graph: DependencyGraph<ProbeAccount>,
    activating account: ProbeAccount? = nil
  ) async throws -> AppDependencyGraph<ProbeAccount> {
    let app = try await AppDependencyGraph(
      graph,
      accounts: [.alice, .bob, .guest],
      credentials: credentials,
      options: probe.options()
    )
    self.app = app
    if let account { app.request(account) }
    await probe.clock.runUntilIdle()
    return app
  }

  /// Lets time pass up to a point in milliseconds.
  func advance(to milliseconds: Int) async {
    await probe.clock.advance(to: .init(offset: .milliseconds(milliseconds)))
  }
}
