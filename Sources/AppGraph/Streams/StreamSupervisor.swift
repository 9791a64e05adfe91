/// A service that keeps one connection of any transport open while its account is active.
///
///     Service(\.stream, from: \.client) { client in
///       StreamSupervisor(channels: ["home"]) { attempt in
///         StreamConnection(try await client.posts(of: attempt.channels))
///       } receive: { post, lease in
///         AppState(Feed.self).wrappedValue.posts.append(post)
///       }
///     }
///     .requiresAuthentication()
///     .onStart { $0.start(under: $1) }
///     .onStop { await $0.stop() }
///
/// It tries again with a ``Backoff`` when the connection is lost, and stops trying when the transport
/// throws a ``CredentialRefusal``, until ``credentialDidChange()``. There is at most one attempt,
/// connection or wait at a time; all of it belongs to the lease of the start and goes with it. Waits are
/// measured by the graph's clock.
///
/// Everything happens on the main actor; closures are never called before the call that causes them has
/// decided what follows. Not observable: see ``onStateChange(_:)``.
@MainActor
public final class StreamSupervisor<Channel: Hashable & Sendable, Event: Sendable> {
  typealias Open =
    @MainActor (StreamAttempt<Channel>) async throws -> StreamConnection<Channel, Event>

  let open: Open
  let receive: @MainActor (Event, Lease) throws -> Void
  var refusalHandler: (@MainActor (CredentialRefusal, Lease) -> Void)?
  var stateHandler: (@MainActor (StreamState, Lease) -> Void)?
  /// Notes a refusal with the credentials that the stream follows.
  var noteRefusal: (@MainActor () -> Void)?
  /// Asks the credentials that the stream follows whether the present one was refused before.
  var knownRefusal: (@MainActor () -> CredentialRefusal?)?
  /// What keeps the supervisor told of new credentials.
  var observation: AnyObject?
  var machine: StreamMachine<Channel>
  /// The lease of the last start.
  var lease: Lease?
  var links: [Int: StreamLink<Channel, Event>] = [:]
  var timer: Task<Void, Never>?
  let closings = StreamClosings()
  var queue: [StreamMachine<Channel>.Action] = []
  var isPerforming = false
  var toldState = StreamState.stopped
  var isAboutToApplyChannels = false

  /// The channels that every attempt is given.
  ///
  /// Changing them makes an open connection follow: through its `update`, or else by another connection
  /// at once. Several changes in one turn of the main actor count as one, and none if the set ends as it
  /// was. During an attempt the change waits for its end; in every other state it waits for the next
  /// attempt.
  public var channels: Set<Channel> {
    didSet { channelsChanged() }
  }

  /// Makes a supervisor, which does nothing until it is started.
  ///
  /// - Parameters:
  ///   - channels: The channels that every attempt is given; may be empty.
  ///   - backoff: How long to wait after a failure. It begins anew after each success.
  ///   - open: Opens a connection; returning is success. It is cancelled when the connection is no longer
  ///     wanted, and one that it returns after that is closed at once. What it throws is a failed attempt.
  ///   - receive: Gets each event in order, with the lease, and only while that accepts writes: it may
  ///     write to live state. What it throws ends the connection as if the transport had thrown it.
  public nonisolated init(
    channels: Set<Channel> = [],
    backoff: Backoff = Backoff(),
    open:
      @escaping @MainActor (StreamAttempt<Channel>) async throws
      -> StreamConnection<Channel, Event>,
    receive: @escaping @MainActor (Event, Lease) throws -> Void
  ) {
    self.channels = channels
    self.open = open
    self.receive = receive
    machine = StreamMachine(channels: channels, backoff: backoff)
  }

  /// Makes a supervisor that cannot connect, for the default instance of a key.
  public nonisolated convenience init() {
    self.init(open: { _ in throw CredentialRefusal("there is no account") }, receive: { _, _ in })
  }

  deinit {
    timer?.cancel()
    let links = links.values
    guard !links.isEmpty else { return }
    Task { @MainActor in
      for link in links { link.end() }
    }
  }

  /// What the supervisor is doing.
  public var state: StreamState {
    lease?.isLive == true ? machine.state : .stopped
  }

  /// Names a closure that is told when a credential is refused; a later call replaces it.
  ///
  /// - Parameter told: Told once for each refused credential, with the lease.
  /// - Returns: The supervisor.
  @discardableResult
  public func onRefusal(
    _ told: @escaping @MainActor (CredentialRefusal, Lease) -> Void
  ) -> Self {
    refusalHandler = told
    return self
  }

  /// Names a closure that is told when the state has changed; a later call replaces it.
  ///
  /// The last state is told when the lease is over already, so write through the lease.
  ///
  /// - Parameter told: Told of each state, with the lease.
  /// - Returns: The supervisor.
  @discardableResult
  public func onStateChange(_ told: @escaping @MainActor (StreamState, Lease) -> Void) -> Self {
    stateHandler = told
    return self
  }
}
