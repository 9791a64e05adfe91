/// One thing that the engine starts and stops: a service, or the pointing of a rewired one.
@MainActor
struct PlannedService {
  enum Role {
    case service
    /// `apply` and `release` of an app-lifetime service, once a generation.
    case rewiring(Rewiring)
  }

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

  var role: Role {
    if isRewiring, let rewiring = registration.rewiring { return .rewiring(rewiring) }
    return .service
  }

  var slot: EnvironmentSlot { registration.key.slot }
}
