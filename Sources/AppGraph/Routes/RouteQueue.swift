/// The routes on their way, by the numbers under which the machine knows them.
@MainActor
final class RouteQueue {
  private struct Pending {
    let name: String
    let deliver: @MainActor (Lease) -> Void
    let end: @MainActor (RouteOutcome) -> Void
    /// What finds out for which account it is, as long as that is open.
    var choice: Task<Void, Never>?
  }

  private var pending: [TransitionMachine.Route: Pending] = [:]
  private var count = 0

  func add(
    _ name: String,
    deliver: @escaping @MainActor (Lease) -> Void,
    end: @escaping @MainActor (RouteOutcome) -> Void
  ) -> TransitionMachine.Route {
    count += 1
    pending[count] = Pending(name: name, deliver: deliver, end: end)
    return count
  }

  func name(_ route: TransitionMachine.Route) -> String { pending[route]?.name ?? "" }

  func deliver(_ route: TransitionMachine.Route, _ lease: Lease) {
    guard let route = pending.removeValue(forKey: route) else { return }
    route.deliver(lease)
    route.end(.delivered)
  }

  func drop(_ route: TransitionMachine.Route, _ reason: TransitionMachine.DropReason) {
    // The two types name the same reasons; one is the machine's own.
    drop(route, RouteOutcome.DropReason(rawValue: reason.rawValue) ?? .closed)
  }

  // MARK: Routes whose account is not known yet

  /// Whether a route waits for its account to be found out.
  func isOpen(_ route: TransitionMachine.Route) -> Bool { pending[route] != nil }

  func await(_ choice: Task<Void, Never>, for route: TransitionMachine.Route) {
    pending[route]?.choice = choice
  }

  /// The account is found out, and the machine knows the route from now on.
  func endChoice(for route: TransitionMachine.Route) {
    pending[route]?.choice = nil
  }

  func cancelChoice(for route: TransitionMachine.Route) {
    pending[route]?.choice?.cancel()
  }

  func drop(_ route: TransitionMachine.Route, _ reason: RouteOutcome.DropReason) {
    pending.removeValue(forKey: route)?.end(.dropped(reason))
  }

  /// Drops what has not reached the machine, in order, when the graph closes.
  func close(told: @MainActor (_ name: String) -> Void) {
    for route in pending.keys.sorted() {
      guard let choice = pending[route]?.choice else { continue }
      told(name(route))
      drop(route, RouteOutcome.DropReason.closed)
      choice.cancel()
    }
  }
}
