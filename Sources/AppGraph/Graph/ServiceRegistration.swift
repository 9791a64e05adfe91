/// One service of a graph as declared: its key, what it is made from, and how.
///
/// An object, so that the plan and the engine share it; it is changed only while it is being declared,
/// and then as a copy.
@MainActor
final class ServiceRegistration {
  let key: EnvironmentDependency
  let valueTraits: any ValueTraits.Type
  let dependencies: [EnvironmentDependency]
  let place: SourcePlace
  var factory: ServiceFactory
  /// What only some services have; never changed once it is shared.
  private var options = ServiceOptions.none

  init(
    key: EnvironmentDependency,
    valueTraits: any ValueTraits.Type,
    dependencies: [EnvironmentDependency],
    place: SourcePlace,
    factory: ServiceFactory
  ) {
    self.key = key
    self.valueTraits = valueTraits
    self.dependencies = dependencies
    self.place = place
    self.factory = factory
  }

  /// What the factory reads from.
  func reader(in table: EnvironmentTable) -> DependencyReader {
    DependencyReader(dependencies, in: table)
  }

  var start: StartHook? { options.start }
  var stop: StopHook? { options.stop }
  var rewiring: Rewiring? { options.rewiring }
  var startLimit: LimitSetting { options.startLimit }
  var stopLimit: LimitSetting { options.stopLimit }
  var isOptional: Bool { options.isOptional }
  var requiresAuthentication: Bool { options.requiresAuthentication }
  var isKeptAcrossAccounts: Bool { options.isKeptAcrossAccounts }
  var isOverlapping: Bool { options.isOverlapping }
  var isReplacing: Bool { options.isReplacing }

  /// The same registration with other options.
  func with(_ change: (ServiceOptions) -> Void) -> ServiceRegistration {
    let copy = ServiceRegistration(
      key: key,
      valueTraits: valueTraits,
      dependencies: dependencies,
      place: place,
      factory: factory
    )
    copy.options = ServiceOptions(options)
    change(copy.options)
    return copy
  }

  /// The same registration with another factory.
  func with(_ factory: ServiceFactory) -> ServiceRegistration {
    let copy = with { _ in }
    copy.factory = factory
    return copy
  }
}

/// How an app-lifetime service is pointed at each account.
struct Rewiring {
  let dependencies: [EnvironmentDependency]
  let apply: @MainActor (_ box: AnyObject, _ lease: Lease, EnvironmentTable) throws -> HookStep?
  let release: StopHook
}
