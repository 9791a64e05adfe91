/// What is made and loaded ahead for an account while another one stays live.
///
/// Synchronous services are made as soon as their inputs are final, and loading services marked as
/// overlapping are loaded, independent ones concurrently. Nothing of it is started.
@MainActor
final class StagedLoad {
  typealias Service = TransitionMachine.Service

  let instances: GenerationInstances
  /// Whether what the key of a service holds will not change any more.
  var isFinal: [Bool]
  /// The services that are being loaded.
  var loads: [Service: GraphTask] = [:]
  /// The services that have been loaded, or could not be.
  var attempted: Set<Service> = []

  init(_ instances: GenerationInstances, isFinal: [Bool]) {
    self.instances = instances
    self.isFinal = isFinal
  }

  func cancel() {
    for task in loads.values { task.cancel() }
    loads.removeAll()
  }
}
