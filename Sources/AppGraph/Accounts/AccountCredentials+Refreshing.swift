extension AccountCredentials {
  /// Exchanges a credential that a server has refused, once for all who ask at the same time.
  ///
  /// Call it with the credential that the refused request carried, and send the request again with what
  /// it returns. If that credential has been replaced meanwhile, by another process too, the present one
  /// is returned and nothing is exchanged. The exchange belongs to its account: a switch or the end of the
  /// graph does not end it, a removal does. A credential that is stored while it is under way counts more
  /// than what it brings.
  ///
  /// A teardown hook of a removal cannot refresh: its account is unknown by then.
  ///
  /// - Parameters:
  ///   - refused: The credential of the request that was refused.
  ///   - id: The account.
  ///   - exchange: Gets a new credential from the server. Throws ``CredentialRefusal`` if the server
  ///     refuses for good; then the account needs re-authentication, and is not asked again before it.
  /// - Returns: The credential to go on with. It is stored; where the medium refuses it, that is reported
  ///   and the credential is kept until the process ends.
  /// - Throws: ``CredentialError/unknownAccount(_:)`` if the account is not, or no longer, in the list;
  ///   ``CredentialError/reentrant(_:)`` if `exchange` itself asks for a refresh of the account;
  ///   ``CredentialError/closed`` if the graph has closed, before or meanwhile; `CancellationError` if the caller is
  ///   cancelled, which does not end the exchange for others; else what `exchange` throws, to every
  ///   caller.
  public func refresh(
    _ refused: Credential,
    of id: ID,
    by exchange: @escaping @MainActor (Credential) async throws -> Credential
  ) async throws -> Credential {
    try check(id)
    try Task.checkCancellation()
    if let present = try rereadCredential(for: id), present != refused { return present }
    if needingReauthentication.contains(id) { throw CredentialRefusal() }
    guard !RunningExchanges.current.contains(runningName(id)) else {
      throw CredentialError.reentrant(String(describing: id))
    }
    let underWay = refreshes[id].flatMap { $0.refused == refused ? $0 : nil }
    let refresh = underWay ?? begin(refused, id, exchange)
    return try await refresh.value(accounts?.runtime?.spawner)
  }

  private func runningName(_ id: ID) -> RunningExchanges.Name {
    RunningExchanges.Name(credentials: ObjectIdentifier(self), account: String(describing: id))
  }

  private func begin(
    _ refused: Credential,
    _ id: ID,
    _ exchange: @escaping @MainActor (Credential) async throws -> Credential
  ) -> CredentialRefresh<Credential> {
    let refresh = CredentialRefresh(of: refused)
    refreshes[id] = refresh
    let running = RunningExchanges.current.union([runningName(id)])
    let work: @MainActor () async -> Void = {
      let result: Result<Credential, any Error>
      do {
        let fresh = try await RunningExchanges.$current.withValue(running) {
          try await exchange(refused)
        }
        result = .success(fresh)
      } catch {
        result = .failure(error)
      }
      self.ended(refresh, of: id, result)
    }
    // No job: it outlives the graph, because what it brings replaces what the server has ended.
    refresh.task = accounts?.runtime?.spawner.spawn(work).task ?? Task(operation: work)
    return refresh
  }

  private func ended(
    _ refresh: CredentialRefresh<Credential>,
    of id: ID,
    _ result: Result<Credential, any Error>
  ) {
    if refreshes[id] === refresh { refreshes[id] = nil }
    // The account was removed: it may have been added anew since, with a credential of its own.
    guard !refresh.isOver else { return }
    if let newer = (try? credential(for: id)) ?? nil, newer != refresh.refused {
      return refresh.end(.success(newer))
    }
    switch result {
    case .success(let fresh): keep(fresh, for: id)
    case .failure(let error):
      if error is CredentialRefusal { noteRefusal(of: id) }
    }
    refresh.end(result)
  }

  /// Lets nobody wait any longer; exchanges go on, because what they bring is still to be stored.
  func endWaiting() {
    for refresh in refreshes.values { refresh.endWaiting(.failure(CredentialError.closed)) }
  }

  /// Ends the exchange of an account that is removed; what it brings is dropped.
  func dropRefresh(of id: ID) {
    guard let refresh = refreshes.removeValue(forKey: id) else { return }
    refresh.end(.failure(CredentialError.unknownAccount(String(describing: id))))
    refresh.task?.cancel()
  }
}

/// The exchanges that the running code is a part of, so that none waits for itself.
enum RunningExchanges {
  struct Name: Hashable, Sendable {
    let credentials: ObjectIdentifier
    let account: String
  }

  @TaskLocal static var current: Set<Name> = []
}
