extension TransitionMachine {
  /// What a request would do, before anything of it is done.
  enum Disposition: Hashable, Sendable {
    case closed
    case unknownAccount
    case unchanged
    /// The account is on its way already.
    case joins
    /// The present account is left, or the request in flight superseded.
    case switches
  }

  func disposition(of account: Account) -> Disposition {
    if isClosed { return .closed }
    guard roster.isKnown(account) else { return .unknownAccount }
    if phase == .active && target == account { return .unchanged }
    let isOnItsWay = phase == .starting || phase == .stopping
    return isOnItsWay && target == account && rollback == nil ? .joins : .switches
  }

  /// Somebody asks for an account to be active; without a caller if a route does.
  mutating func request(_ account: Account, by caller: Request?, isStaged: Bool = false) {
    if let staging, staging.account == account, roster.isKnown(account) {
      self.staging?.callers += caller.map { [$0] } ?? []
      return
    }
    let disposition = disposition(of: account)
    switch disposition {
    case .closed: answer(caller, .closed)
    case .unknownAccount: answer(caller, .unknownAccount)
    case .unchanged:
      endStaging(.superseded(by: account))
      answer(caller, .unchanged)
    case .joins: callers += caller.map { [$0] } ?? []
    case .switches where isStaged && phase == .active: stage(account, by: caller)
    case .switches:
      supersede(by: account)
      dropRoutes(.superseded) { $0 != account }
      leave(for: account, by: caller.map { [$0] } ?? [])
    }
  }

  private mutating func leave(for account: Account, by callers: [Request]) {
    self.callers = callers
    target = account
    fence(.switching(to: account))
  }

  private mutating func answer(_ caller: Request?, _ answer: Answer) {
    if let caller { act(.answer(caller, answer)) }
  }

  /// Answers those who waited for the present transition, which a newer one replaces.
  private mutating func supersede(by account: Account?) {
    answerCallers(rollback?.answer(.rollbackSuperseded) ?? .superseded(by: account))
    rollback = nil
  }

  /// A caller no longer wants its request.
  mutating func cancel(_ caller: Request) {
    if cancelStaged(caller) { return }
    guard rollback == nil, let index = callers.firstIndex(of: caller) else { return }
    if callers.count > 1 || routes.contains(where: { $0.account == target }) {
      callers.remove(at: index)
      act(.answer(caller, .cancelled(.goesOn)))
    } else {
      giveUp(.cancelled)
    }
  }

  // MARK: Accounts

  /// An account is added to the list, or its data merged; lifts its tombstone.
  ///
  /// - Returns: Whether it is new to the list.
  mutating func add(_ account: Account, isAuthenticated: Bool) -> Bool {
    roster.add(account, isAuthenticated: isAuthenticated)
  }

  /// An account is signed out and forgotten.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - keepsRemotePart: Whether the sign-out at the server has yet to be done.
  /// - Returns: Whether it was known.
  mutating func remove(_ account: Account, keepsRemotePart: Bool = false) -> Bool {
    guard roster.isKnown(account), !isClosed else { return false }
    bury(account)
    carryOut(removalOf: account, keepsRemotePart: keepsRemotePart)
    return true
  }

  /// Makes an account unknown; what follows is carried out when its turn has come.
  mutating func bury(_ account: Account) {
    roster.remove(account)
  }

  /// Leaves an account that was made unknown, whoever it is by now.
  mutating func carryOut(removalOf account: Account, keepsRemotePart: Bool) {
    guard !isClosed else { return }
    let wasSelected = roster.selection == account
    act(.cancelJobs(account))
    dropRoutes(.accountRemoved) { $0 == account }
    if keepsRemotePart { act(.keepRemotePart(account)) }
    if staging?.account == account { endStaging(.accountRemoved(.stillActive)) }
    if target == account {
      removeTarget(account, wasSelected: wasSelected)
    } else {
      if previous == account { previous = nil }
      if wasSelected { select(nil) }
      if occupant == account && phase == .stopping {
        if !purges.contains(account) { purges.append(account) }
      } else {
        act(.purge(account))
      }
    }
  }

  /// The active account or the target is removed: the graph goes on to a fallback, or to idle.
  private mutating func removeTarget(_ account: Account, wasSelected: Bool) {
    let fallback = roster.fallback
    answerCallers(rollback?.answer(.rollbackSuperseded) ?? .accountRemoved(.fallback(to: fallback)))
    rollback = nil
    if !purges.contains(account) { purges.append(account) }
    target = fallback
    fence(.removal(of: account))
    if wasSelected { select(fallback) }
    previous = nil
  }

  private mutating func select(_ account: Account?) {
    roster.selection = account
    act(.select(account))
  }

  // MARK: Routes

  /// Something is to be delivered into an account, or into whichever is active.
  mutating func route(_ route: Route, to account: Account?) {
    guard !isClosed else { return act(.dropRoute(route, .closed)) }
    guard let bound = account ?? target else { return act(.dropRoute(route, .noAccount)) }
    guard roster.isKnown(bound) else { return act(.dropRoute(route, .unknownAccount)) }
    if phase == .active && target == bound { return act(.deliverRoute(route, bound)) }
    routes.append((route, bound))
    act(.queueRoute(route, bound))
    // A route that names its account asks for it; one that names none goes where the graph goes.
    if account != nil && disposition(of: bound) == .switches { request(bound, by: nil) }
  }
}
