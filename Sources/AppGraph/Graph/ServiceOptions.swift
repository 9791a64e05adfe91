/// What a service is marked with beyond its key, its edges and its factory.
struct ServiceOptions {
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
}

/// The home of a service's options: most registrations of a large graph have none and share one.
@MainActor
final class ServiceMarks {
  static let none = ServiceMarks(ServiceOptions())

  let options: ServiceOptions

  init(_ options: ServiceOptions) {
    self.options = options
  }
}
