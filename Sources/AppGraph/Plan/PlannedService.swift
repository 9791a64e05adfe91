/// One thing that the engine starts and stops: a service, or the pointing of a rewired one, whose
/// `apply` and `release` run once a generation.
@MainActor
struct PlannedService {
  let registration: ServiceRegistration
  /// Whether it is the pointing of a rewired service.
  let isRewiring: Bool
  /// The class of the value, where it is an object by its type.
  let objectType: (any AnyObject.Type)?

  init(_ registration: ServiceRegistration, isRewiring: Bool) {
    self.registration = registration
    self.isRewiring = isRewiring
    objectType = registration.valueTraits.valueType as? any AnyObject.Type
  }

  var slot: EnvironmentSlot { registration.key.slot }
}
