/// What became of a route: something to be delivered into an account, such as a notification tap.
public enum RouteOutcome: Hashable, Sendable {
  /// Why a route was not delivered.
  public enum DropReason: String, Hashable, Sendable {
    /// Another account was requested before its account was active.
    case superseded
    /// Its account could not be activated.
    case activationFailed
    /// Its account was removed.
    case accountRemoved
    /// Its account is not in the list.
    case unknownAccount
    /// It names no account, and none is active or on its way.
    case noAccount
    /// The graph was closed.
    case closed
  }

  /// It was delivered, once, with its account active.
  case delivered
  /// It was not delivered, and will not be.
  case dropped(DropReason)
}
