/// One service of a graph as declared: its key, what it is made from, and how.
struct ServiceRegistration {
  let key: EnvironmentDependency
  let valueType: any Any.Type
  let dependencies: [EnvironmentDependency]
  let place: SourcePlace
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
  /// The box of the default instance of the key.
  let defaultBox: () -> AnyObject
  /// Tells whether two boxed values are equal, where the type can tell.
  let areEqual: (AnyObject, AnyObject) -> Bool
  /// The object behind a boxed value, for finding out whether it is still alive.
  let object: (AnyObject) -> AnyObject?
}

/// How an app-lifetime service is pointed at each account.
struct Rewiring {
  let dependencies: [EnvironmentDependency]
  let apply: @MainActor (_ box: AnyObject, _ lease: Lease, EnvironmentTable) throws -> HookStep?
  let release: StopHook
}
