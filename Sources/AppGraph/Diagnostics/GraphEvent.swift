/// One thing that happened in a graph, in order, with the time on the graph's clock.
public struct GraphEvent: Sendable {
  /// What kind of thing happened.
  public enum Kind: Sendable {
    /// Somebody asked for an account to be active.
    case requested(account: String)
    /// A request has ended: as an ``ActivationOutcome``, or with a reason of ``ActivationError``.
    case answered(account: String, result: String)
    /// A request had no effect, for a reason of ``ActivationError``.
    case refused(account: String, reason: String)
    /// Services of an account are being loaded while the present account stays live.
    case stagingBegan(account: String)
    /// What was loaded ahead was dropped; the present account has noticed nothing.
    case stagingAbandoned
    /// A generation ended, and the one the event names began.
    case fence(FenceReason)
    /// Something happened to a service.
    case service(ServiceEvent)
    /// A teardown hook began, before the first stop.
    case hookBegan
    /// A teardown hook ended, or was abandoned.
    case hookEnded
    /// An account is active, with all its services.
    case activated(account: String)
    /// Nothing is active and nothing is on its way.
    case idle
    /// The graph has closed.
    case closed
    /// The account that a restart opens was stored; none if `nil`.
    case selected(account: String?)
    /// An account was added to the list.
    case accountAdded(account: String)
    /// An account of the list got newer data.
    case accountMerged(account: String)
    /// An account was removed from the list.
    case accountRemoved(account: String)
    /// All that was kept for a removed account was deleted.
    case accountPurged(account: String)
    /// An account was removed, and signing out at the server has yet to be done.
    case signOutPostponed(account: String)
    /// A route waits for its account to be active.
    case routeQueued(name: String, account: String)
    /// A route was delivered.
    case routeDelivered(name: String, account: String)
    /// A route was dropped, for a reason of ``RouteOutcome/DropReason``.
    case routeDropped(name: String, reason: String)
    /// A job began.
    case jobBegan(name: String, account: String)
    /// A job ended, well or badly.
    case jobEnded(name: String, account: String)
    /// A job was cancelled because its account was removed or the graph closed.
    case jobCancelled(name: String, account: String)
    /// A job was refused, because its account is not in the list.
    case jobRefused(name: String)
  }

  /// The time since the graph was assembled.
  ///
  /// A start or stop that begins in the turn in which the one before ended begins at that very time.
  public let offset: Duration
  /// The number of the generation when it happened.
  public let generation: UInt64
  /// What happened.
  public let kind: Kind
}

/// Why a generation ended.
public enum FenceReason: Hashable, Sendable {
  /// Another account was requested.
  case switching(to: String)
  /// The activation failed or was cancelled; the previous account comes back.
  case rollback(to: String)
  /// The activation failed or was cancelled, and there was no account before.
  case noPrevious
  /// The previous account could not be started again.
  case rollbackFailed
  /// The account was removed.
  case removal(of: String)
  /// The graph closes.
  case closing
}

/// Something that happened to a service.
public struct ServiceEvent: Sendable {
  /// What happened to the service.
  public enum Step: String, Hashable, Sendable {
    /// Its start began.
    case startBegan
    /// Its start completed.
    case started
    /// Its start threw, or its factory did.
    case startFailed
    /// Its start exceeded the limit and was given up.
    case startTimedOut
    /// Its start, still in flight, was asked to end.
    case startCancelRequested
    /// Its start ended by cancellation; there is no stop.
    case startCancelled
    /// Its start completed although it was asked to end; its stop follows.
    case startedLate
    /// Its start completed after it was given up; it is stopped at once, outside the order.
    case startedAfterLimit
    /// It is skipped for an anonymous account.
    case gated
    /// It is optional and failed; its key holds the default instance.
    case degraded
    /// Its stop began.
    case stopBegan
    /// Its stop completed.
    case stopped
    /// Its stop threw.
    case stopFailed
    /// Its stop exceeded the limit and was abandoned.
    case stopTimedOut
  }

  /// What happened.
  public let step: Step
  /// The name of the service's key.
  public let key: String
  /// The account the service belongs to; none for an app service.
  public let account: String?
  /// The number of the generation the service belongs to.
  public let generation: UInt64
  /// How long the start or stop took, where one has ended.
  public let took: Duration?
  /// The error, where there is one, as text.
  public let error: String?
}

// MARK: - CustomStringConvertible

extension GraphEvent: CustomStringConvertible {
  /// The event in one line: its time in milliseconds, its generation, and what happened.
  public var description: String {
    "\(offset.wholeMilliseconds) ms g\(generation) \(text)"
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded down.
  package var wholeMilliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
