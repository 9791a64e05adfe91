import AppGraph

/// What servers have to know to push to this device: its address, and the token of every account.
struct PushRegistration: Equatable {
  /// The address of the device.
  let device: String
  /// The accounts that are signed in, in list order, with the name of their token.
  let tokens: [String]
}

@available(Observing, *)
extension PushRegistration {
  /// Derives the registration from the states of the app.
  @MainActor
  init(_ states: StateRegistry) {
    let accounts = states[AccountManager<DemoAccount>.self]
    device = states[PushTokens.self].token
    tokens = accounts.list.filter(\.isAuthenticated).map { account in
      let token = try? accounts.credentials.credential(for: account.id)
      return "\(account.name) (\(token.map { "\($0)" } ?? "no token"))"
    }
  }
}
