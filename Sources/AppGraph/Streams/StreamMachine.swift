/// Decides when a stream is opened, closed, and tried again.
///
/// Each event is a mutating function that returns what to do. The machine knows no task, clock or actor;
/// it numbers attempts and timers, so that what comes late from an earlier one has no effect.
struct StreamMachine<Channel: Hashable & Sendable>: Sendable {
  private let backoff: Backoff
  /// What to listen to, from the next attempt or update on.
  private(set) var channels: Set<Channel>
  private(set) var phase = Phase.idle
  private(set) var isStarted = false
  /// Remembered while it is not started, so that a start in the background opens nothing.
  private(set) var isSuspended = false
  private(set) var refusal: CredentialRefusal?
  private var attemptCount = 0
  private var timerCount = 0
  private var credential = 0
  /// How many attempts have failed since the last success.
  private var failures = 0

  init(channels: Set<Channel>, backoff: Backoff) {
    self.channels = channels
    self.backoff = backoff
  }

  var state: StreamState {
    guard isStarted else { return .stopped }
    if let refusal { return .refused(refusal) }
    switch phase {
    case .idle: return .suspended
    case .connecting: return .connecting
    case .connected: return .connected
    case .waiting(_, let duration): return .waiting(duration)
    }
  }

  /// Whether an attempt, or the connection it opened, is the present one.
  func isPresent(_ number: Int) -> Bool {
    link?.number == number
  }

  private var link: Link? {
    switch phase {
    case .connecting(let link), .connected(let link, _, _): link
    case .idle, .waiting: nil
    }
  }

  // MARK: Wishes of the app

  mutating func start(refusedBefore: CredentialRefusal? = nil) -> [Action] {
    let ended = stop()
    isStarted = true
    refusal = refusedBefore
    return ended + connect()
  }

  mutating func stop() -> [Action] {
    isStarted = false
    refusal = nil
    failures = 0
    return leave()
  }

  mutating func suspend() -> [Action] {
    isSuspended = true
    failures = 0
    return leave()
  }

  mutating func resume() -> [Action] {
    isSuspended = false
    // A foreground event cuts a wait short; an attempt or a connection that is there stays.
    guard case .waiting = phase else { return connect() }
    return leave() + connect()
  }

  mutating func credentialChanged() -> [Action] {
    credential += 1
    guard refusal != nil else { return [] }
    refusal = nil
    return connect()
  }

  mutating func channelsChanged(to channels: Set<Channel>) -> [Action] {
    self.channels = channels
    return adjustChannels()
  }

  // MARK: Results

  mutating func opened(_ number: Int, canUpdate: Bool) -> [Action] {
    guard let link, link.number == number else { return [.end(number)] }
    guard case .connecting = phase else { return [] }
    failures = 0
    phase = .connected(link, canUpdate: canUpdate, updatingTo: nil)
    return adjustChannels()
  }

  mutating func updated(_ number: Int) -> [Action] {
    guard case .connected(var link, let canUpdate, let channels?) = phase, link.number == number
    else { return [] }
    link.channels = channels
    phase = .connected(link, canUpdate: canUpdate, updatingTo: nil)
    return adjustChannels()
  }

  mutating func ended(_ number: Int, _ failure: Failure) -> [Action] {
    guard let link, link.number == number else { return [] }
    switch failure {
    case .lost:
      failures += 1
      timerCount += 1
      let delay = backoff.delay(after: failures)
      let ended = leave()
      phase = .waiting(timerCount, delay)
      return ended + [.wait(timerCount, delay)]
    case .refused(let refusal):
      failures = 0
      // The credential that was refused has been replaced: what counts is the new one.
      if link.credential != credential { return leave() + connect() }
      self.refusal = refusal
      return leave() + [.report(refusal)]
    }
  }

  mutating func timerFired(_ number: Int) -> [Action] {
    guard case .waiting(number, _) = phase else { return [] }
    phase = .idle
    return connect()
  }

  // MARK: Steps

  /// Begins an attempt, if it is wanted and nothing is under way.
  private mutating func connect() -> [Action] {
    guard isStarted, !isSuspended, refusal == nil, phase == .idle else { return [] }
    attemptCount += 1
    phase = .connecting(
      Link(number: attemptCount, credential: credential, channels: channels)
    )
    return [.open(attemptCount, channels)]
  }

  /// Ends whatever is under way.
  private mutating func leave() -> [Action] {
    defer { phase = .idle }
    if case .waiting(let timer, _) = phase { return [.endWait(timer)] }
    return link.map { [.end($0.number)] } ?? []
  }

  /// Makes an open connection listen to what is wanted.
  ///
  /// An attempt that is under way is waited for: otherwise every change would cost a handshake.
  private mutating func adjustChannels() -> [Action] {
    guard case .connected(let link, let canUpdate, updatingTo: nil) = phase,
      link.channels != channels
    else { return [] }
    guard canUpdate else { return leave() + connect() }
    phase = .connected(link, canUpdate: true, updatingTo: channels)
    return [.update(link.number, channels)]
  }
}
