/// What a graph is rewired by: a signed-in account, or an anonymous one.
///
/// The identity of an account is its `id` alone; another value with the same `id` is the same account
/// with newer data. Choose an `id` that never changes (host and user number, say), never a display name
/// or a time stamp. Its text (`String(describing:)`) names the account in events and storage: two accounts
/// must not have the same, and what is stored of an account is found only as long as it has the same, so
/// give an `id` that is a structure a `description` of its own.
public protocol GraphAccount: Identifiable, Sendable where ID: Sendable {
  /// What the account proves itself with at its server: text, unless the account says otherwise.
  ///
  /// A pair of access and refresh token, say. Kept apart from the account, in a ``CredentialStore``.
  associatedtype Credential: Codable & Equatable & Sendable = String

  /// Whether the account is signed in.
  ///
  /// For an account that is not, services marked with ``Service/requiresAuthentication()`` are skipped,
  /// with all that depends on them.
  var isAuthenticated: Bool { get }
}
