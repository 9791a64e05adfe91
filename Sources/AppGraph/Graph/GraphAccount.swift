/// What a graph is rewired by: a signed-in account, or an anonymous one.
///
/// The identity of an account is its `id` alone; another value with the same `id` is the same account
/// with newer data. Choose an `id` that never changes (host and user number, say), never a display name.
public protocol GraphAccount: Identifiable, Sendable where ID: Sendable {
  /// Whether the account is signed in.
  ///
  /// For an account that is not, services marked with ``Service/requiresAuthentication()`` are skipped,
  /// with all that depends on them.
  var isAuthenticated: Bool { get }
}
