/// An account with all that its server holds for it.
struct AccountContent: Hashable, Sendable {
  /// What the account is called in a session.
  var name: String
  var instance: MastodonInstance
  /// The posts of its timeline, newest first.
  var statuses: [MastodonStatus]
  /// What there is for somebody who is signed in; nothing for an anonymous account.
  var member: Member?

  /// What a server holds for somebody who is signed in.
  struct Member: Hashable, Sendable {
    var profile: MastodonAccount
    var preferences: MastodonPreferences
    /// Newest first.
    var notifications: [MastodonNotification]
  }

  /// The account that the graph is rewired by.
  var account: DemoAccount {
    DemoAccount(
      id: member.map { "\($0.profile.username)@\(instance.domain)" }
        ?? "\(name) on \(instance.domain)",
      name: name,
      host: instance.domain,
      isAuthenticated: member != nil
    )
  }
}
