/// The routes on their way, by the numbers under which the machine knows them.
@MainActor
final class RouteQueue {
  private struct Pending {
    let name: String
    let deliver: @MainActor (Lease) -> Void
    let end: @MainActor (RouteOutcome) -> Void
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
    guard let route = pending.removeValue(forKey: route) else { return }
    // The two types name the same reasons; one is the machine's own.
    route.end(.dropped(RouteOutcome.DropReason(rawValue: reason.rawValue) ?? .closed))
  }
}
