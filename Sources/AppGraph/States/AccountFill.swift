/// A fill of a state, with the services of the account that it waits for.
@MainActor
final class AccountFill {
  let services: [TransitionMachine.Service]
  /// Whether it has begun in the present generation.
  var isBegun = false
  private let planned: PlannedFill

  init(_ planned: PlannedFill, services: [TransitionMachine.Service]) {
    self.planned = planned
    self.services = services
  }

  /// Runs the fill under a lease of a generation.
  func begin(_ instances: GenerationInstances, _ runtime: GraphRuntime) {
    isBegun = true
    let object = planned.object()
    let table = instances.table
    Lease(gate: instances.gate).task { [planned, weak runtime] lease in
      do {
        try await planned.fill.run(object, lease, table)
      } catch  where lease.isLive && !(error is CancellationError) {
        runtime?.report(
          GraphIncident(
            kind: .fillFailed,
            key: planned.name,
            place: planned.fill.place,
            generation: lease.generation,
            cause: error
          )
        )
      } catch {
        // A failure of old work is refused like a value.
      }
    }
  }
}
