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
  /// Whether the value is an object by its type.
  let holdsObject: Bool

  init(_ registration: ServiceRegistration, isRewiring: Bool) {
    self.registration = registration
    self.isRewiring = isRewiring
    holdsObject = registration.valueTraits.valueType is AnyObject.Type
  }

  var role: Role {
    if isRewiring, let rewiring = registration.rewiring { return .rewiring(rewiring) }
    return .service
  }

  var slot: EnvironmentSlot { registration.key.slot }
}
