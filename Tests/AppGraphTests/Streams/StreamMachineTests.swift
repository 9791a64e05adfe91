import Testing

@testable import AppGraph

@Suite struct StreamMachineTests {
  private typealias Machine = StreamMachine<Int>

  /// Six events after the start: some 700,000 sequences.
  @Test func `Every sequence of events keeps one thing at a time and accepts nothing late`() {
    var count = 0
    func follow(_ world: StreamWorld, _ path: [StreamWorld.Event], _ depth: Int) {
      for event in StreamWorld.Event.allCases {
        var next = world
        let isApplied = next.happen(event)
        count += 1
        if let fault = next.fault {
          Issue.record("\(fault) after \(path + [event])")
        } else if isApplied, depth > 1 {
          follow(next, path + [event], depth - 1)
        }
      }
    }
    follow(StreamWorld(), [], 2)
    var world = StreamWorld()
    _ = world.happen(.start)
    follow(world, [.start], 6)
    #expect(count > 600_000)
  }

  @Test func `Every sequence before the start does nothing`() {
    let events: [StreamWorld.Event] = [.stop, .suspend, .resume, .credential, .channels]
    for first in events {
      for second in events {
        var world = StreamWorld()
        for event in [first, second] { _ = world.happen(event) }
        #expect(world.fault == nil)
        #expect(world.lastLink == 0)
      }
    }
  }

  @Test func `Failures in a row wait longer, and a success begins anew`() {
    var machine = Machine(channels: [], backoff: Backoff())
    var waits: [Duration] = []
    _ = machine.start()
    for number in 1...5 {
      if number == 4 { _ = machine.opened(number, canUpdate: false) }
      for case .wait(let timer, let duration) in machine.ended(number, .lost) {
        waits.append(duration)
        let next = machine.timerFired(timer)
        #expect(next == [.open(number + 1, [])])
      }
    }
    #expect(waits == [10, 20, 40, 10, 20].map { .seconds($0) })
  }

  @Test func `A wait cut short does not begin anew, a suspension does`() {
    var machine = Machine(channels: [], backoff: Backoff())
    _ = machine.start()
    _ = machine.ended(1, .lost)
    let resumed = machine.resume()
    #expect(resumed == [.endWait(1), .open(2, [])])
    let failed = machine.ended(2, .lost)
    #expect(failed == [.end(2), .wait(2, .seconds(20))])
    _ = machine.suspend()
    _ = machine.resume()
    let failedAgain = machine.ended(3, .lost)
    #expect(failedAgain == [.end(3), .wait(3, .seconds(10))])
  }

  @Test func `A new credential during an attempt answers its refusal with one more attempt`() {
    var machine = Machine(channels: [], backoff: Backoff())
    _ = machine.start()
    let changed = machine.credentialChanged()
    #expect(changed.isEmpty)
    let refused = machine.ended(1, .refused(CredentialRefusal()))
    #expect(refused == [.end(1), .open(2, [])])
    let refusedAgain = machine.ended(2, .refused(CredentialRefusal()))
    #expect(refusedAgain == [.end(2), .report(CredentialRefusal())])
  }

  @Test func `A credential that changes during a suspension is tried when it ends`() {
    var machine = Machine(channels: [], backoff: Backoff())
    _ = machine.start()
    _ = machine.ended(1, .refused(CredentialRefusal()))
    _ = machine.suspend()
    let changed = machine.credentialChanged()
    #expect(changed.isEmpty)
    let resumed = machine.resume()
    #expect(resumed == [.open(2, [])])
  }
}
