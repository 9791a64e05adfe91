import AppGraph

/// The commands that make another account active.
@available(Observing, *)
extension SessionRunner {
  /// Makes an account the active one.
  func activate(_ account: DemoAccount) async -> CommandOutcome {
    let began = clock.now
    let request = app.request(account)
    await pace.settle(app)
    let ending = await request.result
    let took = began.duration(to: clock.now).milliseconds
    switch ending {
    case .success(.activated):
      return CommandOutcome("activated", "activated after \(took) ms", took: took)
    case .success(.unchanged):
      return CommandOutcome("unchanged", "\(account.name) is active already", took: took)
    case .success(.superseded(let other)):
      let name = other.map(narrator.name) ?? "nobody"
      return CommandOutcome("superseded", "a newer request for \(name) took over", took: took)
    case .failure(let error): return failed(account, error, took)
    }
  }

  private func failed(
    _ account: DemoAccount,
    _ error: any Error,
    _ took: Int64
  ) -> CommandOutcome {
    let failure = FailureText(error, name: narrator.name)
    if app.active != nil {
      app.states[Toasts.self].texts.append("\(account.name) is not reachable")
    }
    return CommandOutcome(
      "failed",
      "\(account.name) is not active: \(failure.text)",
      account: account.name,
      reason: failure.reason,
      took: took
    )
  }

  /// Delivers the tap on a notification, which switches to its account if need be.
  func notify(_ account: DemoAccount) async -> CommandOutcome {
    let text = network.newestNotification(of: account)
    let toasts = app.states[Toasts.self]
    let route = app.route("notification", to: account.id) { _ in toasts.texts.append(text) }
    await pace.settle(app)
    switch await route.value {
    case .delivered:
      return CommandOutcome(
        "delivered",
        "\(Quoted(text)) is shown to \(account.name)",
        account: account.name
      )
    case .dropped(let reason):
      return CommandOutcome(
        "dropped",
        "nothing is shown: \(Self.text(of: reason, account))",
        account: account.name,
        reason: reason.rawValue
      )
    }
  }

  private static func text(of reason: RouteOutcome.DropReason, _ account: DemoAccount) -> String {
    switch reason {
    case .superseded: "another account was asked for first"
    case .activationFailed: "\(account.name) could not be activated"
    case .accountRemoved: "\(account.name) was removed meanwhile"
    case .unknownAccount: "\(account.name) is not in the list; 'add \(account.name)' lists it"
    case .noAccount: "no account is active"
    case .closed: "the app is closed"
    }
  }
}
