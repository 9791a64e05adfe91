import AppGraph

/// The commands that change the list of accounts and their tokens.
@available(Observing, *)
extension SessionRunner {
  /// Signs an account in, for the first time or anew.
  func add(_ account: DemoAccount) async -> CommandOutcome {
    let isListed = app.accounts[account.id] != nil
    guard account.isAuthenticated else { return addAnonymous(account, isListed) }
    do {
      try await pace.running {
        _ = try await app.accounts.signIn {
          let answer = try await network.authorise(account)
          return (answer.account, answer.token)
        }
      }
    } catch {
      return CommandOutcome("failed", "\(account.name) is not signed in: \(error)")
    }
    let token = tokenName(of: account)
    return isListed
      ? CommandOutcome("renewed", "\(account.name) was listed; it has \(token) now")
      : CommandOutcome("added", "\(account.name) is in the list, with \(token)")
  }

  private func addAnonymous(_ account: DemoAccount, _ isListed: Bool) -> CommandOutcome {
    guard !isListed else {
      return CommandOutcome("refused", "\(account.name) is listed, and anonymous: it has no token")
    }
    app.accounts.add(account)
    return CommandOutcome("added", "\(account.name) is in the list, without a token")
  }

  /// Removes an account from this device without asking its server.
  func remove(_ account: DemoAccount) async -> CommandOutcome {
    let isKnown = app.accounts.remove(account.id, keepsRemotePart: account.isAuthenticated)
    await pace.settle(app)
    guard isKnown else { return notListed(account) }
    let rest = account.isAuthenticated ? "; its sign-out waits in the outbox" : ""
    return CommandOutcome("removed", "\(account.name) is removed\(rest); \(activeText)")
  }

  /// Signs an account out; the server of the active one is told before its services stop.
  func signOut(_ account: DemoAccount) async -> CommandOutcome {
    guard app.accounts[account.id] != nil else { return notListed(account) }
    // In the turn of the removal, so that both are one change for the push service.
    app.states[PushTokens.self].renew()
    // The hook revokes the token of the active account; of another one it has yet to be done.
    let isActive = app.active == account.id
    app.accounts.remove(account.id, keepsRemotePart: account.isAuthenticated && !isActive)
    await pace.settle(app)
    return CommandOutcome("signedOut", "\(account.name) is signed out; \(activeText)")
  }

  /// Stores another token of an account, as its server demands now and then.
  func rotate(_ account: DemoAccount) -> CommandOutcome {
    guard account.isAuthenticated else {
      return CommandOutcome("refused", "\(account.name) is anonymous: it has no token")
    }
    let token = network.issueToken(for: account)
    do {
      try app.credentials.store(token, for: account.id)
    } catch {
      return CommandOutcome("refused", "\(token) of \(account.name) is not kept: \(error)")
    }
    return CommandOutcome("rotated", "\(account.name) has \(token) now; nothing restarts")
  }

  /// Does the sign-outs that are left, each with the token of its account.
  func emptyOutbox() async {
    guard !app.accounts.outbox.isEmpty else { return }
    let left = await app.accounts.emptyOutbox { entry in
      try await network.revoke()
      let token = entry.credential.map { "\($0)" } ?? "no token"
      note("outbox", "\(narrator.name(entry.account)) is signed out at its server, with \(token)")
    }
    if left > 0 { note("outbox", "sign-outs that wait for the next time: \(left)") }
  }

  private func notListed(_ account: DemoAccount) -> CommandOutcome {
    CommandOutcome("refused", "\(account.name) is signed out already")
  }

  private var activeText: String {
    app.active.map { "\(narrator.name($0)) is active" } ?? "no account is active"
  }

  private func tokenName(of account: DemoAccount) -> String {
    let token = try? app.credentials.credential(for: account.id)
    return token.map { "\($0)" } ?? "no token"
  }
}
