import AppGraphTesting
import Testing

@Suite struct VirtualClockTests {
  @Test func `Time passes only when it is advanced`() async {
    let clock = VirtualClock()
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
  }
}
