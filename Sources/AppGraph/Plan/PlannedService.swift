/// One thing that the engine starts and stops: a service, or the pointing of a rewired one.
struct PlannedService {
  enum Role {
    case service
    /// `apply` and `release` of an app-lifetime service, once a generation.
    case rewiring(Rewiring)
  }

  let role: Role
  let registration: ServiceRegistration

  var slot: EnvironmentSlot { registration.key.slot }
  var isRewiring: Bool {
    if case .rewiring = role { true } else { false }
  }
}
