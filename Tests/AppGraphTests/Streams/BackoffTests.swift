import AppGraph
import Testing

@Suite struct BackoffTests {
  @Test func `The default doubles from ten seconds to a minute`() {
    let waits = (1...6).map { Backoff().delay(after: $0) }
    #expect(waits == [10, 20, 40, 60, 60, 60].map { .seconds($0) })
  }

  @Test(arguments: [1, 1.5, 3])
  func `Waits grow by the factor, never beyond the cap`(factor: Double) {
    let backoff = Backoff(initial: .seconds(2), factor: factor, cap: .seconds(20))
    var exact = 2.0
    for failures in 1...50 {
      let wait = backoff.delay(after: failures)
      #expect(wait <= .seconds(20))
      #expect(abs(wait / .seconds(1) - exact) < 1e-6)
      exact = min(exact * factor, 20)
    }
  }

  @Test func `No number of failures overflows`() {
    let longest = Duration.seconds(Int64.max)
    let steep = Backoff(initial: .seconds(1), factor: 1e300, cap: longest)
    #expect(steep.delay(after: 2) == longest)
    #expect(Backoff(factor: 1).delay(after: .max) == .seconds(10))
    #expect(Backoff(factor: 1.0.nextUp).delay(after: .max) < .seconds(61))
    #expect(Backoff(cap: .seconds(10)).delay(after: .max) == .seconds(10))
  }

  @Test(
    arguments: [
      (0.5, 20), (0, 1), (1, 40), (-1, 1), (2, 40), (.nan, 40), (.infinity, 40),
    ] as [(Double, Int)]
  )
  func `Jitter shortens a wait, to a tenth of the first at least`(random: Double, seconds: Int) {
    let backoff = Backoff().jittered { random }
    #expect(backoff.delay(after: 3) == .seconds(seconds))
  }

  @Test func `Random waits stay between a tenth of the first and the exact one`() {
    let backoff = Backoff().jittered()
    for failures in 1...200 {
      let wait = backoff.delay(after: failures)
      #expect(wait >= .seconds(1) && wait <= Backoff().delay(after: failures))
    }
  }
}
