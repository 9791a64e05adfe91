extension StreamSupervisor {
  /// Feeds an event to the machine and does what follows, in order.
  ///
  /// A closure of the app may call back while that is done; what follows from it is done afterwards.
  func decide(
    _ event: (inout StreamMachine<Channel>) -> [StreamMachine<Channel>.Action]
  ) {
    // Nobody tells the supervisor when its lease ends without a stop.
    if lease?.isLive != true { queue += machine.stop() }
    queue += event(&machine)
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    repeat {
      while !queue.isEmpty { perform(queue.removeFirst()) }
      tellState()
    } while !queue.isEmpty
  }

  private func perform(_ action: StreamMachine<Channel>.Action) {
    switch action {
    case .open(let number, let channels): begin(number, channels)
    case .update(let number, let channels): links[number]?.update(to: channels)
    case .end(let number): links[number]?.end()
    case .wait(let number, let duration): wait(number, duration)
    case .endWait:
      timer?.cancel()
      timer = nil
    case .report(let refusal):
      noteRefusal?()
      tell(refusal, refusalHandler)
    }
  }

  private func begin(_ number: Int, _ channels: Set<Channel>) {
    guard let lease, lease.isLive else {
      // A closure of the app has just switched accounts: a closed lease would never cancel the attempt.
      queue += machine.stop()
      return
    }
    let attempt = StreamAttempt(number: number, channels: channels, lease: lease)
    let link = StreamLink(attempt, self, closings)
    links[number] = link
    link.begin(open)
  }

  private func wait(_ number: Int, _ duration: Duration) {
    timer = lease?.task { [weak self] lease in
      do {
        try await lease.gate.ledger.spawner.clock.sleep(duration)
      } catch {
        return  // The wait was taken back, or its generation has ended.
      }
      self?.decide { $0.timerFired(number) }
    }
  }

  private func tellState() {
    let present = state
    guard present != toldState else { return }
    toldState = present
    tell(present, stateHandler)
  }

  /// Calls a closure of the app, whoever caused it, so that ambient reads in it see the graph.
  private func tell<News>(_ news: News, _ handler: (@MainActor (News, Lease) -> Void)?) {
    guard let lease, let handler else { return }
    lease.gate.ledger.spawner.inline { handler(news, lease) }
  }

  /// Applies the channels at the end of the turn, so that several changes count as one.
  func channelsChanged() {
    guard let lease, !isAboutToApplyChannels else { return }
    isAboutToApplyChannels = true
    lease.gate.ledger.spawner.hop { [weak self] in
      guard let self else { return }
      isAboutToApplyChannels = false
      decide { [channels] in $0.channelsChanged(to: channels) }
    }
  }

  // MARK: What links tell

  func opened(_ link: StreamLink<Channel, Event>) {
    decide { $0.opened(link.attempt.number, canUpdate: link.canUpdate) }
  }

  func updated(_ link: StreamLink<Channel, Event>) {
    decide { $0.updated(link.attempt.number) }
  }

  func ended(_ link: StreamLink<Channel, Event>, _ error: (any Error)?) {
    let refusal = error as? CredentialRefusal
    decide { $0.ended(link.attempt.number, refusal.map { .refused($0) } ?? .lost) }
  }

  /// Hands an event to the app, if its connection is the present one and its lease is live.
  func deliver(_ event: Event, from link: StreamLink<Channel, Event>) throws {
    let lease = link.attempt.lease
    try lease.commit {
      guard machine.isPresent(link.attempt.number) else { throw CancellationError() }
      try receive(event, lease)
    }
  }

  func forget(_ link: StreamLink<Channel, Event>) {
    links[link.attempt.number] = nil
  }
}
