import AppGraph
import Foundation
import Testing

/// An object that a key makes anew whenever its default is asked for.
private final class Made: Sendable {}

private enum ThreadsKey: AppEnvironmentKey {
  static let count = Lock(0)
  static var defaultValue: Made {
    count.withLock { $0 += 1 }
    // Long enough for all others to come.
    arrived.wait()
    return Made()
  }
  static let arrived = DispatchSemaphore(value: 0)
}

private enum TasksKey: AppEnvironmentKey {
  static let count = Lock(0)
  static var defaultValue: Made {
    count.withLock { $0 += 1 }
    return Made()
  }
}

private enum FamilyKey: AppEnvironmentKey {
  static let count = Lock(0)
  static var defaultValue: Made {
    count.withLock { $0 += 1 }
    return Made()
  }
}

private enum SlowKey: AppEnvironmentKey {
  static let began = DispatchSemaphore(value: 0)
  static let mayEnd = DispatchSemaphore(value: 0)
  static var defaultValue: Made {
    began.signal()
    mayEnd.wait()
    return Made()
  }
}

private enum FastKey: AppEnvironmentKey {
  static var defaultValue: Made { Made() }
}

private enum OuterKey: AppEnvironmentKey {
  static var defaultValue: [Made] { [AppEnvironmentValues()[InnerKey.self]] }
}

private enum InnerKey: AppEnvironmentKey {
  static var defaultValue: Made { Made() }
}

@Suite struct DefaultInstancesTests {
  @Test func `A hundred threads that read a computed default first get one instance`() {
    let seen = Lock<[Made]>([])
    let done = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    for _ in 0..<100 {
      Thread {
        started.signal()
        let made = AppEnvironmentValues()[ThreadsKey.self]
        seen.withLock { $0.append(made) }
        done.signal()
      }.start()
    }
    for _ in 0..<100 { started.wait() }
    // One signal is enough; the others keep a default that is made twice from hanging.
    for _ in 0..<100 { ThreadsKey.arrived.signal() }
    for _ in 0..<100 { done.wait() }
    let made = seen.withLock { $0 }
    #expect(made.count == 100)
    #expect(Set(made.map(ObjectIdentifier.init)).count == 1)
    #expect(ThreadsKey.count.withLock { $0 } == 1)
  }

  @Test func `A hundred tasks that read a computed default first get one instance`() async {
    let made = await withTaskGroup(of: Made.self) { group in
      for _ in 0..<100 { group.addTask { AppEnvironmentValues()[TasksKey.self] } }
      return await group.reduce(into: [Made]()) { $0.append($1) }
    }
    #expect(made.count == 100)
    #expect(Set(made.map(ObjectIdentifier.init)).count == 1)
    #expect(TasksKey.count.withLock { $0 } == 1)
  }

  @Test func `Every snapshot reads the one instance, again and again`() {
    let first = AppEnvironmentValues()[FastKey.self]
    var changed = AppEnvironmentValues()
    changed[CountKey.self] = 1
    #expect(AppEnvironmentValues()[FastKey.self] === first)
    #expect(changed[FastKey.self] === first)
    #expect(AppEnvironmentValues.current[FastKey.self] === first)
  }

  @Test func `All members of a family share one default instance`() {
    let values = AppEnvironmentValues()
    let members = (0..<50).map { values[FamilyKey.self, at: $0] }
    #expect(members.allSatisfy { $0 === values[FamilyKey.self, at: "another"] })
    #expect(values[FamilyKey.self] === members[0])
    #expect(FamilyKey.count.withLock { $0 } == 1)
  }

  @Test func `A default may read another default`() {
    let outer = AppEnvironmentValues()[OuterKey.self]
    #expect(outer[0] === AppEnvironmentValues()[InnerKey.self])
  }

  @Test func `A cold read is not delayed by the slow default of another key`() {
    let slow = Lock<[Made]>([])
    let slowDone = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread {
        let made = AppEnvironmentValues()[SlowKey.self]
        slow.withLock { $0.append(made) }
        slowDone.signal()
      }.start()
    }
    SlowKey.began.wait()
    let fastDone = DispatchSemaphore(value: 0)
    Thread {
      _ = AppEnvironmentValues()[FastKey.self]
      fastDone.signal()
    }.start()
    let outcome = fastDone.wait(timeout: .now() + 30)
    #expect(outcome == .success)
    #expect(slow.withLock(\.count) == 0)
    SlowKey.mayEnd.signal()
    for _ in 0..<2 { slowDone.wait() }
    let made = slow.withLock { $0 }
    #expect(made[0] === made[1])
  }
}
