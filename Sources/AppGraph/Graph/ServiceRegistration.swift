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
  /// The box of the default instance of the key.
  let defaultBox: () -> AnyObject
  var factory: ServiceFactory
  var start: StartHook?
  var stop: StopHook?
  var rewiring: Rewiring?
  var startLimit = LimitSetting.inherited
  var stopLimit = LimitSetting.inherited
  var isOptional = false
  var requiresAuthentication = false
  var isKeptAcrossAccounts = false
  var isOverlapping = false
  /// Whether it takes the place of another registration of the same key.
  var isReplacing = false

  init(
    key: EnvironmentDependency,
    valueTraits: any ValueTraits.Type,
    dependencies: [EnvironmentDependency],
    place: SourcePlace,
    defaultBox: @escaping () -> AnyObject,
    factory: ServiceFactory
  ) {
    self.key = key
    self.valueTraits = valueTraits
    self.dependencies = dependencies
    self.place = place
    self.defaultBox = defaultBox
    self.factory = factory
  }

  /// The same registration with a change.
  func with(_ change: (ServiceRegistration) -> Void) -> ServiceRegistration {
    let copy = ServiceRegistration(
      key: key,
      valueTraits: valueTraits,
      dependencies: dependencies,
      place: place,
      defaultBox: defaultBox,
      factory: factory
    )
    copy.start = start
    copy.stop = stop
    copy.rewiring = rewiring
    copy.startLimit = startLimit
    copy.stopLimit = stopLimit
    copy.isOptional = isOptional
    copy.requiresAuthentication = requiresAuthentication
    copy.isKeptAcrossAccounts = isKeptAcrossAccounts
    copy.isOverlapping = isOverlapping
    copy.isReplacing = isReplacing
    change(copy)
    return copy
  }
}

/// How an app-lifetime service is pointed at each account.
struct Rewiring {
  let dependencies: [EnvironmentDependency]
  let apply: @MainActor (_ box: AnyObject, _ lease: Lease, EnvironmentTable) throws -> HookStep?
  let release: StopHook
}
