/// How long a stream waits before it tries again: longer after each failure in a row, up to a cap.
///
/// The default waits 10, 20, 40 and from then on 60 seconds. Many devices that lose one server at the
/// same instant come back at different ones with ``jittered(by:)``.
public struct Backoff: Sendable {
  /// The wait after the first failure.
  public let initial: Duration
  /// By how much each wait is longer than the one before.
  public let factor: Double
  /// The longest wait.
  public let cap: Duration
  /// Makes a number from 0 to 1 for each wait; nothing if the waits are exact.
  private let random: (@Sendable () -> Double)?

  /// A backoff without jitter.
  ///
  /// - Parameters:
  ///   - initial: The wait after the first failure.
  ///   - factor: By how much each wait is longer than the one before.
  ///   - cap: The longest wait.
  /// - Precondition: `initial` is positive, `factor` is finite and at least 1, and `cap` is at least
  ///   `initial`.
  public init(
    initial: Duration = .seconds(10),
    factor: Double = 2,
    cap: Duration = .seconds(60)
  ) {
    precondition(initial > .zero, "Backoff.initial must be positive (was \(initial))")
    precondition(
      factor >= 1 && factor.isFinite,
      "Backoff.factor must be finite and at least 1 (was \(factor))"
    )
    precondition(cap >= initial, "Backoff.cap must be at least \(initial) (was \(cap))")
    self.init(initial, factor, cap, random: nil)
  }

  private init(
    _ initial: Duration,
    _ factor: Double,
    _ cap: Duration,
    random: (@Sendable () -> Double)?
  ) {
    self.initial = initial
    self.factor = factor
    self.cap = cap
    self.random = random
  }

  /// The same backoff with each wait shortened at random.
  ///
  /// Each wait is the exact one times a random number ("full jitter": Marc Brooker, "Exponential Backoff
  /// And Jitter", AWS Architecture Blog, 2015), but at least a tenth of ``initial``, so that no run of
  /// small numbers makes a stream hammer its server.
  ///
  /// - Parameter random: Makes a number from 0 to 1; one outside is taken as the nearer bound. A test
  ///   gives numbers that it knows.
  /// - Returns: The backoff with jitter.
  public func jittered(
    by random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) -> Backoff {
    Backoff(initial, factor, cap, random: random)
  }

  /// Says how long to wait.
  ///
  /// - Parameter failures: How many attempts have failed in a row.
  /// - Returns: The wait; with jitter another one at each call.
  /// - Precondition: `failures` is at least 1.
  /// - Complexity: O(log *n*), where *n* is `failures`.
  public func delay(after failures: Int) -> Duration {
    precondition(failures >= 1, "failures must be at least 1 (was \(failures))")
    let exact = exactDelay(after: failures)
    guard let random else { return exact }
    let number = random()
    // A number that is none counts as the longest wait.
    let share = number.isNaN ? 1 : min(max(number, 0), 1)
    return max(exact * share, initial / 10)
  }

  /// The first wait times the power of the factor, found by squaring.
  private func exactDelay(after failures: Int) -> Duration {
    let longest = cap / initial
    var (power, square, exponent) = (1.0, factor, failures - 1)
    while exponent > 0 {
      if exponent & 1 == 1 { power *= square }
      // Before a duration is multiplied: no number of failures lets it overflow.
      if power >= longest { return cap }
      square *= square
      exponent >>= 1
    }
    return min(initial * power, cap)
  }
}
