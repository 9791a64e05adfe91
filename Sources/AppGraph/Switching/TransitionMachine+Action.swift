extension TransitionMachine {
  /// One thing that the engine is to do.
  enum Action: Hashable, Sendable {
    /// End the generation: revoke, reset, replace, tell.
    case fence(Fence)
    /// Ask a start in flight to end.
    case cancelStart(Service)
    /// Load the overlapping services of an account while the present one stays live.
    case stage(Account)
    /// Drop what was loaded ahead.
    case endStaging
    /// Run the teardown hooks; each holds back the first stop until it has ended.
    case runHooks(TeardownReason)
    case stop(Service)
    case start(Service)
    /// A service is skipped for an anonymous account.
    case skip(Service)
    /// A start that was asked to end has completed instead; its stop follows.
    case lateStart(Service)
    /// Restore what was saved for the account, and accept writes.
    case beginActivation(Account)
    case activated(Account)
    case idle
    case closed
    /// Store which account a restart opens.
    case select(Account?)
    /// Delete all that is kept for a removed account.
    case purge(Account)
    case cancelJobs(Account)
    /// Keep the sign-out at the server for later.
    case keepRemotePart(Account)
    case answer(Request, Answer)
    case queueRoute(Route, Account)
    case deliverRoute(Route, Account)
    case dropRoute(Route, DropReason)
  }

  /// The end of one generation and the beginning of the next.
  struct Fence: Hashable, Sendable {
    enum Reason: Hashable, Sendable {
      case switching(to: Account)
      case rollback(to: Account)
      case noPrevious
      case rollbackFailed
      case removal(of: Account)
      case closing

      var teardownReason: TeardownReason {
        switch self {
        case .switching: .switching
        case .rollback, .noPrevious, .rollbackFailed: .rollback
        case .removal: .removal
        case .closing: .closing
        }
      }
    }

    let reason: Reason
    /// The number of the generation that begins.
    let generation: UInt64
    /// The account for which stashed states are saved, if the one that is left has anything to save.
    let saving: Account?
  }

  /// How a request ended.
  enum Answer: Hashable, Sendable {
    /// Where the graph came to rest.
    enum Rest: Hashable, Sendable {
      case rolledBack(to: Account)
      case rollbackFailed
      case rollbackSuperseded
      case idle
      /// Nothing was left.
      case stillActive
      /// Another account takes over, or none.
      case fallback(to: Account?)
      /// The request went on for others.
      case goesOn
    }

    case activated
    case unchanged
    case superseded(by: Account?)
    case failed(Rest)
    case cancelled(Rest)
    case accountRemoved(Rest)
    case unknownAccount
    case closed
  }

  /// Why a route was not delivered.
  enum DropReason: String, Hashable, Sendable {
    case superseded
    case activationFailed
    case accountRemoved
    case unknownAccount
    case noAccount
    case closed
  }
}
