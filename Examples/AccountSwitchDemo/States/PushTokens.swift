import Observation

/// The address of this device at the push service, which the system renews now and then.
@available(Observing, *)
@MainActor
@Observable
final class PushTokens {
  private(set) var token = "device-token-1"
  private var count = 1

  /// Takes a new address, as the system does after a sign-out.
  func renew() {
    count += 1
    token = "device-token-\(count)"
  }
}
