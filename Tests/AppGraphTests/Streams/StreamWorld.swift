@testable import AppGraph

/// What a stream machine has brought about, for a test that tries every sequence of events.
struct StreamWorld {
  typealias Machine = StreamMachine<Int>

  /// Everything that can happen; what does not apply has no effect.
  enum Event: CaseIterable {
    case start, stop, suspend, resume, credential, channels
    case opens, opensUpdatable, loses, refuses, updates, timer
    /// Results of an attempt that was given up, and a timer that was taken back.
    case opensLate, losesLate, refusesLate, timerLate
  }

  var machine = Machine(channels: [0], backoff: Backoff())
  var isStarted = false
  var isSuspended = false
  /// The attempt under way, or the connection.
  var link: Int?
  var isOpen = false
  var update: Set<Int>?
  var sent: Set<Int> = []
  var timer: Int?
  var given: [Int] = []
  var lastTimer = 0
  /// The timer that was taken back last.
  var timerGiven: Int?
  var lastLink = 0
  var reported = 0
  /// What is wrong; nothing if all is well.
  var fault: String?

  /// Lets something happen.
  ///
  /// - Parameter event: What happens.
  /// - Returns: Whether it applied.
  mutating func happen(_ event: Event) -> Bool {
    switch event {
    case .start:
      // A start of what is started ends that first, like a stop.
      isStarted = true
      perform(machine.start())
    case .stop:
      isStarted = false
      perform(machine.stop())
    case .suspend:
      isSuspended = true
      perform(machine.suspend())
    case .resume:
      isSuspended = false
      perform(machine.resume())
    case .credential: perform(machine.credentialChanged())
    case .channels: perform(machine.channelsChanged(to: [machine.channels.reduce(1, +)]))
    case .opens, .opensUpdatable, .loses, .refuses, .updates, .timer: return answer(event)
    case .opensLate, .losesLate, .refusesLate, .timerLate: return answerLate(event)
    }
    check()
    return true
  }

  private mutating func answer(_ event: Event) -> Bool {
    switch (event, link, timer) {
    case (.opens, let link?, _) where !isOpen:
      isOpen = true
      perform(machine.opened(link, canUpdate: false))
    case (.opensUpdatable, let link?, _) where !isOpen:
      isOpen = true
      perform(machine.opened(link, canUpdate: true))
    case (.loses, let link?, _): perform(machine.ended(link, .lost))
    case (.refuses, let link?, _): perform(machine.ended(link, .refused(CredentialRefusal())))
    case (.updates, let link?, _):
      guard let update else { return false }
      (sent, self.update) = (update, nil)
      perform(machine.updated(link))
    case (.timer, _, let timer?):
      self.timer = nil
      perform(machine.timerFired(timer))
    default: return false
    }
    check()
    return true
  }

  /// A late result changes nothing, and asks at most for the late connection to be closed.
  private mutating func answerLate(_ event: Event) -> Bool {
    let before = machine
    let actions: [Machine.Action]
    var expected: [Machine.Action] = []
    switch event {
    case .timerLate:
      guard let timerGiven else { return false }
      actions = machine.timerFired(timerGiven)
    default:
      guard let late = given.last else { return false }
      if event == .opensLate {
        actions = machine.opened(late, canUpdate: true)
        expected = [.end(late)]
      } else {
        let failure = event == .losesLate ? Machine.Failure.lost : .refused(CredentialRefusal())
        actions = machine.ended(late, failure) + machine.updated(late)
      }
    }
    if actions != expected { fault = "\(event) led to \(actions)" }
    if before.phase != machine.phase || before.state != machine.state {
      fault = "\(event) changed the state"
    }
    // Trying on changes nothing, so the sequence need not go on from here.
    return false
  }

  private mutating func perform(_ actions: [Machine.Action]) {
    for action in actions {
      switch action {
      case .open(let number, let channels):
        demand(link == nil && timer == nil, "two things at a time")
        demand(isStarted && !isSuspended && machine.refusal == nil, "an attempt unasked")
        demand(number > lastLink && channels == machine.channels, "a wrong attempt")
        (link, isOpen, sent, lastLink) = (number, false, channels, number)
      case .update(let number, let channels):
        demand(link == number && isOpen && update == nil && channels != sent, "a wrong update")
        update = channels
      case .end(let number):
        demand(link == number, "the end of what is not there")
        given.append(number)
        (link, isOpen, update) = (nil, false, nil)
      case .wait(let number, let duration):
        demand(link == nil && timer == nil && number > lastTimer, "a wrong timer")
        demand(isStarted && !isSuspended && duration > .zero, "a timer unasked")
        (timer, lastTimer) = (number, number)
      case .endWait(let number):
        demand(timer == number, "the end of a timer that does not run")
        timerGiven = number
        timer = nil
      case .report:
        demand(machine.refusal != nil && link == nil && timer == nil, "a wrong report")
        reported += 1
      }
    }
  }

  private mutating func check() {
    let isWanted = isStarted && !isSuspended && machine.refusal == nil
    let busy = (link == nil ? 0 : 1) + (timer == nil ? 0 : 1)
    demand(busy == (isWanted ? 1 : 0), "\(busy) things under way")
    demand(!isOpen || update != nil || sent == machine.channels, "channels not followed")
    let expected: StreamState? =
      if !isStarted { .stopped } else if let refusal = machine.refusal {
        .refused(refusal)
      } else if isSuspended { .suspended } else if isOpen { .connected } else if link != nil {
        .connecting
      } else { nil }
    demand(expected.map { $0 == machine.state } ?? (timer != nil), "the state \(machine.state)")
  }

  private mutating func demand(_ holds: Bool, _ text: String) {
    if !holds, fault == nil { fault = text }
  }
}
