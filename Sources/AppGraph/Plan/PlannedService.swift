/// One thing that the engine starts and stops: a service, or the pointing of a rewired one.
@MainActor
struct PlannedService {
  enum Role {
    case service
    /// `apply` and `release` of an app-lifetime service, once a generation.
    case rewiring(Rewiring)
  }

  let role: Role
  let registration: ServiceRegistration
  /// Whether the value is an object by its type.
  let holdsObject: Bool

  init(role: Role, registration: ServiceRegistration) {
    self.role = role
    self.registration = registration
    holdsObject = registration.valueTraits.valueType is AnyObject.Type
  }

  var slot: EnvironmentSlot { registration.key.slot }
  var isRewiring: Bool {
    if case .rewiring = role { true } else { false }
  }
}
