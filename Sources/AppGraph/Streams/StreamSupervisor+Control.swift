extension StreamSupervisor {
  /// Begins the first attempt and returns, whatever becomes of it.
  ///
  /// A server that cannot be reached or refuses the credential does not fail the activation. If the
  /// supervisor is suspended the attempt waits until it is resumed. A supervisor that is started already
  /// is stopped first. A stale lease starts nothing, nor does that of a job, whose events would be written
  /// where the active account is shown. An account whose credential was refused before, as far as the
  /// credentials that the stream follows know, waits for a new one.
  ///
  /// - Parameter lease: The lease that everything belongs to: attempts, connections, waits, and events.
  public func start(under lease: Lease) {
    decide { $0.stop() }
    guard lease.isLive, lease.isOfActiveAccount else { return }
    self.lease = lease
    let refusal = knownRefusal?()
    decide { [channels] in $0.channelsChanged(to: channels) + $0.start(refusedBefore: refusal) }
  }

  /// Ends the attempt, the connection or the wait, and returns when connections are closed.
  ///
  /// Nothing is delivered from this call on. It waits for the `close` of connections, not for attempts:
  /// what a cancelled attempt opens in spite of that is closed at once. Stopping twice is stopping once.
  public func stop() async {
    decide { $0.stop() }
    await closings.settled()
  }

  /// Closes the connection and tries nothing until the supervisor is resumed: for the background.
  ///
  /// Remembered while the supervisor is not started, so that a start in the background opens nothing.
  public func suspend() {
    decide { $0.suspend() }
  }

  /// Connects at once, if the supervisor is started and not connected: for the foreground.
  ///
  /// After a suspension the backoff begins anew. Without one it only cuts a wait short. A refused
  /// credential stays refused, and an attempt or a connection that is there is left alone, so duplicates
  /// have no effect.
  public func resume() {
    decide { $0.resume() }
  }

  /// Ties the stream to the credentials of its account.
  ///
  /// A refused credential marks the account as in need of re-authentication; one that is stored for the
  /// account from now on is told as by ``credentialDidChange()``.
  ///
  /// - Parameters:
  ///   - credentials: The credentials of all accounts.
  ///   - id: The account of the stream.
  /// - Returns: The supervisor.
  @discardableResult
  public func following<Account: GraphAccount>(
    _ credentials: AccountCredentials<Account>,
    of id: Account.ID
  ) -> Self {
    observation = credentials.observe(id) { [weak self] _ in self?.credentialDidChange() }
    noteRefusal = { [weak credentials] in credentials?.noteRefusal(of: id) }
    knownRefusal = { [weak credentials] in
      credentials?.needingReauthentication.contains(id) == true ? CredentialRefusal() : nil
    }
    return self
  }

  /// Tells that the transport will use another credential from now on.
  ///
  /// If the last one was refused one attempt begins at once, or on ``resume()`` if the supervisor is
  /// suspended. An open connection stays; if the server refuses the old credential later there is one
  /// attempt with the new one, and nobody is told.
  public func credentialDidChange() {
    decide { $0.credentialChanged() }
  }
}
