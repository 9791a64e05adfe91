/// A way to run the transition machine alone, without a task, a clock or an instance, to measure it.
///
/// Every start and stop completes at once.
package struct TransitionMachineDrive {
  private var machine: TransitionMachine
  private var account = 0
  private var requests = 0
  /// How many events the machine has taken.
  package private(set) var eventCount = 0

  /// Prepares a machine for a number of services, each of which depends on up to two others.
  package init(serviceCount: Int) {
    machine = TransitionMachine(
      Topology(
        dependencies: (0..<serviceCount).map { index in
          Array(Set([(index - 1) / 2, index - 2].filter { $0 >= 0 && $0 < index })).sorted()
        }
      )
    )
    for account in 0..<2 { _ = machine.add(account, isAuthenticated: true) }
  }

  /// Switches to the other of two accounts, to its end.
  package mutating func run() {
    account = 1 - account
    requests += 1
    machine.request(account, by: requests)
    eventCount += 1
    while let action = machine.nextAction() {
      switch action {
      case .start(let service): machine.startSucceeded(service)
      case .stop(let service): machine.stopEnded(service)
      default: continue
      }
      eventCount += 1
    }
  }
}
