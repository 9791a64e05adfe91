/// An account as the API describes it.
///
/// Source: https://docs.joinmastodon.org/entities/Account/
struct MastodonAccount: Decodable, Hashable, Sendable {
  /// The number of the account on its server, as text.
  var id: String
  /// The name without the server.
  var username: String
  /// The name as written in a mention: with the server where that is another one.
  var acct: String
  /// The name to show; may be empty.
  var displayName: String
  /// The address of the profile page.
  var url: String
  var followersCount: WholeNumber
  var statusesCount: WholeNumber

  private enum CodingKeys: String, CodingKey {
    case id, username, acct, url
    case displayName = "display_name"
    case followersCount = "followers_count"
    case statusesCount = "statuses_count"
  }
}

extension MastodonAccount {
  /// The name that a screen shows.
  var shownName: String { displayName.isEmpty ? username : displayName }
}
