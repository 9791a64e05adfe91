/// One service of a graph as declared: its key, what it is made from, and how.
///
/// An object, so that the plan and the engine share it.
@MainActor
final class ServiceRegistration {
  let key: EnvironmentDependency
  let valueTraits: any ValueTraits.Type
  let dependencies: [EnvironmentDependency]
  let place: SourcePlace
  let factory: ServiceFactory
  private let marks: ServiceMarks

  init(
    key: EnvironmentDependency,
    valueTraits: any ValueTraits.Type,
    dependencies: [EnvironmentDependency],
    place: SourcePlace,
    factory: ServiceFactory,
    marks: ServiceMarks = .none
  ) {
    self.key = key
    self.valueTraits = valueTraits
    self.dependencies = dependencies
    self.place = place
    self.factory = factory
    self.marks = marks
  }

  /// What the factory reads from.
  func reader(in table: EnvironmentTable) -> DependencyReader {
    DependencyReader(dependencies, in: table)
  }

  /// Whether it is marked with anything.
  var isMarked: Bool { marks !== ServiceMarks.none }

  var start: StartHook? { marks.options.start }
  var stop: StopHook? { marks.options.stop }
  var rewiring: Rewiring? { marks.options.rewiring }
  var startLimit: LimitSetting { marks.options.startLimit }
  var stopLimit: LimitSetting { marks.options.stopLimit }
  var isOptional: Bool { marks.options.isOptional }
  var requiresAuthentication: Bool { marks.options.requiresAuthentication }
  var isKeptAcrossAccounts: Bool { marks.options.isKeptAcrossAccounts }
  var isOverlapping: Bool { marks.options.isOverlapping }
  var isReplacing: Bool { marks.options.isReplacing }

  /// The same registration with other options, and another factory if one is given.
  func with(
    _ factory: ServiceFactory? = nil,
    _ change: (inout ServiceOptions) -> Void
  ) -> ServiceRegistration {
    var options = marks.options
    change(&options)
    return ServiceRegistration(
      key: key,
      valueTraits: valueTraits,
      dependencies: dependencies,
      place: place,
      factory: factory ?? self.factory,
      marks: ServiceMarks(options)
    )
  }
}

/// How an app-lifetime service is pointed at each account.
struct Rewiring {
  let dependencies: [EnvironmentDependency]
  let apply: @MainActor (_ box: AnyObject, _ lease: Lease, EnvironmentTable) throws -> HookStep?
  let release: StopHook
}
