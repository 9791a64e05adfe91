import AppGraph
import BenchmarkBaselines
import BenchmarkClient

/// The rows that read on several threads.
@MainActor
enum ThreadRows {
  static func measure(_ effort: Effort) async throws -> [Finding] {
    let graph = try await AppDependencyGraph(Graphs.reading())
    try await graph.activate(Account(id: 1))
    let values = graph.environment
    let holder = Holder(values.read)
    let subject = Contestant(name: "snapshot on 2 threads") { count in
      await onTwoThreads { ReadLoops.snapshot(values, count) }
    }
    let stored = Contestant(name: "stored property on 2") { count in
      await onTwoThreads { ReadLoops.storedProperty(holder, count) }
    }
    let alone = Contestant(name: "snapshot on 1 thread") { ReadLoops.snapshot(values, $0) }
    let findings = try await Duel("threads", subject, effort)
      .findings(against: [stored, alone], bars: [1.5, nil], allocationLimit: nil)
    await graph.close()
    return findings
  }

  /// Runs a loop on two threads, and waits for both.
  private static func onTwoThreads(_ loop: @escaping @Sendable () -> Void) async {
    async let first: Void = detached(loop)
    async let second: Void = detached(loop)
    _ = await (first, second)
  }

  @concurrent
  private static func detached(_ loop: @Sendable () -> Void) async {
    loop()
  }

  static func slowMaking(_ effort: Effort) async throws -> [Finding] {
    let graph = try await AppDependencyGraph(Graphs.reading())
    try await graph.activate(Account(id: 1))
    let values = graph.environment
    let clock = ContinuousClock()
    let slow = Task.detached { SlowDefaults.readSlowly() }
    // By then the slow default instance is being made.
    try await clock.sleep(for: .milliseconds(50))
    let times = [
      clock.measure { SlowDefaults.readDefault() },
      clock.measure { SlowDefaults.readRegistered(values) },
    ]
    await slow.value
    await graph.close()
    return zip(["first default read", "first registered read"], times).map { subject, time in
      Finding(
        row: "slow-making",
        subject: subject,
        value: Summary(exactly: time.nanoseconds / 1e6),
        unit: "ms",
        // Whoever waited would wait for 150; 2 are left to the machine.
        bar: .value(SlowDefaults.duration.nanoseconds / 1e6 / 100),
        note: "read 50 ms after another thread has begun to make a default that takes 200 ms"
      )
    }
  }
}
