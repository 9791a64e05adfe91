/// One thing that the engine starts and stops: a service, or the pointing of a rewired one, whose
/// `apply` and `release` run once a generation.
@MainActor
struct PlannedService {
  let registration: ServiceRegistration
  /// Whether it is the pointing of a rewired service.
  let isRewiring: Bool
  /// The class of the value, where it is an object by its type.
  let objectType: (any AnyObject.Type)?

  /// Plans a service.
  ///
  /// - Parameters:
  ///   - registration: Its registration.
  ///   - isRewiring: Whether it is the pointing of a rewired service.
  ///   - last: One whose value may be of the same type, which need not be asked for then.
  init(_ registration: ServiceRegistration, isRewiring: Bool, after last: PlannedService? = nil) {
    self.registration = registration
    self.isRewiring = isRewiring
    objectType =
      if let last, last.registration.valueTraits == registration.valueTraits {
        last.objectType
      } else {
        registration.valueTraits.valueType as? any AnyObject.Type
      }
  }

  var slot: EnvironmentSlot { registration.key.slot }
}
