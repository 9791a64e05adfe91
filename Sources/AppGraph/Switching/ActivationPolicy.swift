/// What comes first in a switch: leaving the account before, or loading for the new one.
public enum ActivationPolicy: Hashable, Sendable {
  /// The account before is left first, so that services of two accounts never coexist.
  case breakBeforeMake
  /// The services marked with ``Service/overlapping()`` are loaded before the present account is left.
  ///
  /// If one fails, or a newer request comes, that account has noticed nothing. Where no account is
  /// active, a staged request is an ordinary one.
  case staged
}
