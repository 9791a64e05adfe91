/// What a service is marked with beyond its key, its edges and its factory.
///
/// An object of its own, because most registrations of a large graph have nothing of it.
@MainActor
final class ServiceOptions {
  /// The options of a service that is marked with nothing.
  static let none = ServiceOptions()

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

  private init() {}

  /// Takes over other options, to change them.
  init(_ other: ServiceOptions) {
    start = other.start
    stop = other.stop
    rewiring = other.rewiring
    startLimit = other.startLimit
    stopLimit = other.stopLimit
    isOptional = other.isOptional
    requiresAuthentication = other.requiresAuthentication
    isKeptAcrossAccounts = other.isKeptAcrossAccounts
    isOverlapping = other.isOverlapping
    isReplacing = other.isReplacing
  }
}
