/// How a request ended that did not fail.
public enum ActivationOutcome<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The account is active, with all its services.
  case activated
  /// The account was active already; nothing was called.
  case unchanged
  /// A newer request replaced this one; the account it asked for, if it asked for one.
  case superseded(by: ID?)
}
