extension AppDependencyGraph {
  /// The known accounts, in list order.
  public var accounts: [Account] {
    observation.access(self, \.status)
    return runtime.machine.roster.list.compactMap { account($0) }
  }

  /// The account that a restart opens: the last one that was completely active and is still known.
  public var selection: ID? {
    runtime.machine.roster.selection.flatMap(id)
  }

  /// Adds an account to the end of the list, or takes newer data of one that is listed.
  ///
  /// Adding is what makes a removed account known again; nothing of its earlier time comes back. The
  /// newer data of an active account stand under the account key from its next activation on: nothing
  /// restarts.
  ///
  /// - Parameter account: The account.
  /// - Returns: Whether the account is new to the list; a closed graph takes none.
  @discardableResult
  public func add(_ account: Account) -> Bool {
    if runtime.isClosing { return false }
    let isNew = store(account)
    let name = String(describing: account.id)
    runtime.emit(
      isNew ? .accountAdded(account: name) : .accountMerged(account: name),
      generation: runtime.machine.generation
    )
    observation.announce(self, \.status)
    return isNew
  }

  /// Removes an account: it is unknown from this turn on, and no late write brings it back.
  ///
  /// If it was active or on its way, its services are stopped, what was kept for it is deleted, and the
  /// fallback becomes active: the most recently active authenticated account, else the first
  /// authenticated one of the list, else the anonymous one, else none. ``settled()`` waits for that.
  ///
  /// - Parameters:
  ///   - id: The identity of the account.
  ///   - keepsRemotePart: Whether signing out at the server has yet to be done; then the account is
  ///     noted in ``outbox`` with its own credential.
  /// - Returns: Whether the account was known.
  @discardableResult
  public func remove(_ id: ID, keepsRemotePart: Bool = false) -> Bool {
    guard let number = runtime.directory.number(of: id), runtime.machine.roster.isKnown(number),
      !runtime.isClosing
    else { return false }
    runtime.emit(
      .accountRemoved(account: runtime.directory[number].name),
      generation: runtime.machine.generation
    )
    runtime.engine.submit { engine in
      _ = engine.machine.remove(number, keepsRemotePart: keepsRemotePart)
    }
    observation.announce(self, \.status)
    return true
  }

  /// Delivers something into an account once that is active, activating it if need be.
  ///
  /// The route is bound to its account when it is accepted. It is delivered once, in order, right after
  /// the activation; if that is superseded or fails, or the account is removed, it is dropped.
  ///
  /// - Parameters:
  ///   - name: The name of the route in events.
  ///   - id: The account; left out, the route goes to the account that is active or on its way.
  ///   - deliver: Shows the content; gets the lease of the generation.
  /// - Returns: A task that ends with what became of the route.
  @discardableResult
  public func route(
    _ name: String,
    to id: ID? = nil,
    deliver: @escaping @MainActor (Lease) -> Void
  ) -> Task<RouteOutcome, Never> {
    let (stream, continuation) = AsyncStream.makeStream(of: RouteOutcome.self)
    let route = runtime.routes.add(name, deliver: deliver) { outcome in
      continuation.yield(outcome)
      continuation.finish()
    }
    let number = id.map { runtime.directory.number(of: $0) ?? AccountDirectory.unknown }
    runtime.engine.submit { $0.machine.route(route, to: number) }
    return Task { @MainActor in
      for await outcome in stream { return outcome }
      return .dropped(.closed)
    }
  }

  /// Runs work for one account, whatever account is active, to its end.
  ///
  /// A switch does not disturb it. Removing the account cancels it.
  ///
  /// - Parameters:
  ///   - name: The name of the job in events.
  ///   - id: The account.
  ///   - work: The work; gets the account.
  /// - Returns: A task that ends with what became of the job; cancelling it has no effect on the job.
  @discardableResult
  public func job(
    _ name: String,
    for id: ID,
    work: @escaping @MainActor (Account) async throws -> Void
  ) -> Task<JobOutcome, Never> {
    if runtime.isClosing { return Task { .cancelled } }
    guard let number = runtime.directory.number(of: id), runtime.machine.roster.isKnown(number),
      let account = account(number)
    else {
      runtime.emit(.jobRefused(name: name), generation: runtime.machine.generation)
      return Task { .unknownAccount }
    }
    let (stream, continuation) = AsyncStream.makeStream(of: JobOutcome.self)
    let label = runtime.directory[number].name
    runtime.emit(.jobBegan(name: name, account: label), generation: runtime.machine.generation)
    runtime.jobs.begin(name, account: number, spawner: runtime.spawner) {
      try await work(account)
    } end: { [runtime] outcome in
      if case .cancelled = outcome {
        // The removal that cancels it has told so.
      } else {
        runtime.emit(.jobEnded(name: name, account: label), generation: runtime.machine.generation)
      }
      continuation.yield(outcome)
      continuation.finish()
    }
    return Task { @MainActor in
      for await outcome in stream { return outcome }
      return .cancelled
    }
  }

  /// The sign-outs that have yet to be done at the server, each with the removed account's credential.
  public var outbox: [OutboxEntry<ID>] {
    runtime.outbox.compactMap { entry in
      id(entry.account).map { OutboxEntry(account: $0, credential: entry.credential) }
    }
  }

  func account(_ number: TransitionMachine.Account) -> Account? {
    // Safe: the directory of this graph holds only accounts of its type.
    runtime.directory[number].box.map { unsafeDowncast($0, to: ValueBox<Account>.self).value }
  }

  func id(_ number: TransitionMachine.Account) -> ID? {
    runtime.directory[number].id as? ID
  }

  @discardableResult
  func store(_ account: Account) -> Bool {
    let number = runtime.directory.store(account)
    return runtime.engine.machine.add(number, isAuthenticated: account.isAuthenticated)
  }

  /// The number of an account, adding it where the list is open.
  func number(for account: Account) -> TransitionMachine.Account? {
    let known = runtime.directory.number(of: account.id)
    if let known, runtime.machine.roster.isRemoved(known) { return nil }
    let isListed = known.map { runtime.machine.roster.isKnown($0) } ?? false
    guard isListed || runtime.directory.isOpen else { return nil }
    let number = runtime.directory.store(account, known: known)
    _ = runtime.engine.machine.add(number, isAuthenticated: account.isAuthenticated)
    return number
  }
}

/// A sign-out that has yet to be done at the server.
///
/// It cannot bring the account back.
public struct OutboxEntry<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The removed account.
  public let account: ID
  /// The credential it had.
  public let credential: String?
}

extension AppDependencyGraph {
  /// Takes in what earlier runs have saved of a state for an account.
  package func preload<Object: AnyObject>(
    _ content: any Sendable,
    of type: Object.Type,
    named name: String?,
    for id: ID
  ) {
    guard let number = runtime.directory.number(of: id) else { return }
    states.preload(
      content,
      of: StateID(type: ObjectIdentifier(type), label: name),
      for: number
    )
  }
}
