import AppGraph
import AppGraphTesting

/// A way to declare services that take virtual time, fail, hang and tell what happened to them.
@MainActor
final class ProbeGraph {
  let clock = VirtualClock()
  let recorder = EventRecorder()
  private(set) var journal: [String] = []
  private(set) var incidents: [GraphIncident] = []
  /// Services whose next starts fail, with how often.
  var failures: [String: Int] = [:]

  /// Writes a line with the virtual time.
  func note(_ text: String) {
    journal.append("\(clock.now.offset.wholeMilliseconds) \(text)")
  }

  func forgetJournal() {
    journal.removeAll()
  }

  func options(_ limits: GraphLimits = .unlimited) -> GraphOptions {
    GraphOptions(
      clock: clock,
      limits: limits,
      reporter: { self.incidents.append($0) },
      observer: recorder.observer
    )
  }

  /// A service of the account, made from others by name.
  func service(
    _ name: String,
    from names: [String] = [],
    start: Duration = .zero,
    stop: Duration = .zero
  ) -> Service<Probe> {
    let made =
      names.isEmpty
      ? Service(\.[probe: name], from: \.probeAccount) { Probe(name, account: $0.id) }
      : Service(\.[probe: name], from: names.map { \AppEnvironmentValues.[probe: $0] }) {
        Probe(name, account: $0[0].account, inputs: $0)
      }
    return observed(made, name, start: start, stop: stop)
  }

  /// A service of the app.
  func appService(_ name: String, start: Duration = .zero, stop: Duration = .zero) -> Service<Probe>
  {
    observed(
      Service(\.[probe: name]) { Probe(name, account: "app") },
      name,
      start: start,
      stop: stop
    )
  }

  /// Gives a service a start and a stop that take time and write to the journal.
  func observed(
    _ service: Service<Probe>,
    _ name: String,
    start: Duration,
    stop: Duration
  ) -> Service<Probe> {
    service
      .onStarting { probe, _ in
        self.note("start \(name) \(probe.account)")
        return try self.step(start, failing: name)
      }
      .onStopping { probe in
        self.note("stop \(name) \(probe.account)")
        return try self.step(stop, failing: "stop \(name)")
      }
  }

  private func step(_ duration: Duration, failing name: String) throws -> HookStep? {
    let fails = (failures[name] ?? 0) > 0
    if fails { failures[name, default: 0] -= 1 }
    guard duration > .zero else {
      if fails { throw ProbeFailure(name: name) }
      return nil
    }
    return { [clock] in
      try await clock.sleep(for: duration)
      if fails { throw ProbeFailure(name: name) }
    }
  }

  func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
  }
}
