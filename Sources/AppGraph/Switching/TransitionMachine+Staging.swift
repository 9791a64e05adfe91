extension TransitionMachine {
  /// A switch that makes before it breaks: so far nothing of the present account has been touched.
  struct Staging: Hashable, Sendable {
    let account: Account
    var callers: [Request]
  }

  /// Whether a request has its services made before it is decided; for a staged one they are made
  /// while it is being staged.
  func constructs(_ account: Account, isStaged: Bool) -> Bool {
    guard disposition(of: account) == .switches, staging?.account != account else { return false }
    return !(isStaged && phase == .active)
  }

  mutating func stage(_ account: Account, by caller: Request?) {
    endStaging(.superseded(by: account))
    staging = Staging(account: account, callers: caller.map { [$0] } ?? [])
    act(.stage(account))
  }

  /// All that can be loaded ahead is there: now the present account is left.
  mutating func stagingSucceeded() {
    guard let staging else { return }
    self.staging = nil
    callers = staging.callers
    target = staging.account
    fence(.switching(to: staging.account))
  }

  /// Something could not be made or loaded ahead; the present account has noticed nothing.
  mutating func stagingFailed() {
    let account = staging?.account
    dropRoutes(.activationFailed) { $0 == account }
    endStaging(.failed(.stillActive))
  }

  /// Ends the staging, if there is one, with an answer to those who wait for it.
  mutating func endStaging(_ answer: Answer) {
    guard let staging else { return }
    self.staging = nil
    for caller in staging.callers { act(.answer(caller, answer)) }
    act(.endStaging)
    dropRoutes(.superseded) { $0 == staging.account }
  }

  /// Takes back a request that is being staged.
  ///
  /// - Returns: Whether the caller had made one.
  mutating func cancelStaged(_ caller: Request) -> Bool {
    guard var staging, let index = staging.callers.firstIndex(of: caller) else { return false }
    if staging.callers.count > 1 || routes.contains(where: { $0.account == staging.account }) {
      staging.callers.remove(at: index)
      self.staging = staging
      act(.answer(caller, .cancelled(.goesOn)))
    } else {
      endStaging(.cancelled(.stillActive))
    }
    return true
  }
}
