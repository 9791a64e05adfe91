/// Who waits on a paced clock until when, which moment it is, and whose turn it is.
struct Timetable {
  /// Somebody who waits.
  struct Sleeper {
    /// What tells this wait from others; later waits have higher numbers.
    let number: Int
    var deadline: PacedClock.Instant
    var isCancelled = false
    private let continuation: CheckedContinuation<Void, any Error>

    init(
      _ number: Int,
      deadline: PacedClock.Instant,
      _ continuation: CheckedContinuation<Void, any Error>
    ) {
      self.number = number
      self.deadline = deadline
      self.continuation = continuation
    }

    func resume() {
      if isCancelled {
        continuation.resume(throwing: CancellationError())
      } else {
        continuation.resume()
      }
    }
  }

  private(set) var now = PacedClock.Instant()
  /// How many keep time from moving.
  var holdCount = 0
  private var sleepers: [Sleeper] = []
  /// Waits that were cancelled before they had begun.
  private var cancelled: Set<Int> = []
  /// The sleeper that was woken and is not back yet.
  private var wokenNumber: Int?
  private var count = 0

  /// When the next sleeper may be woken; never while one is on its way, or time is held.
  var nextDeadline: PacedClock.Instant? {
    holdCount == 0 && wokenNumber == nil ? sleepers.first?.deadline : nil
  }

  func hasSleeper(at deadline: PacedClock.Instant) -> Bool {
    sleepers.contains { $0.deadline == deadline }
  }

  mutating func takeNumber() -> Int {
    count += 1
    return count
  }

  mutating func add(_ sleeper: Sleeper) {
    var sleeper = sleeper
    if cancelled.remove(sleeper.number) != nil {
      sleeper.isCancelled = true
      sleeper.deadline = now
    }
    let index = sleepers.firstIndex {
      ($0.deadline, $0.number) > (sleeper.deadline, sleeper.number)
    }
    sleepers.insert(sleeper, at: index ?? sleepers.endIndex)
  }

  /// Lets a wait end now; it is woken like any other, in its turn.
  mutating func cancel(_ number: Int) {
    cancelled.insert(number)
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
    add(sleepers.remove(at: index))
  }

  /// Moves time to the next deadline and takes out whoever waits for it first.
  mutating func wakeNext() -> Sleeper? {
    guard let deadline = nextDeadline else { return nil }
    now = max(now, deadline)
    wokenNumber = sleepers[0].number
    return sleepers.removeFirst()
  }

  /// A wait is over.
  mutating func arrived(_ number: Int) {
    cancelled.remove(number)
    if wokenNumber == number { wokenNumber = nil }
  }
}
