/// A notification as the API describes it.
///
/// Source: https://docs.joinmastodon.org/entities/Notification/
struct MastodonNotification: Decodable, Hashable, Sendable {
  /// The number of the notification on its server, as text.
  var id: String
  /// What happened: `mention`, `favourite`, `follow` and so on; servers add kinds.
  var type: String
  /// Who did it.
  var account: MastodonAccount
  /// The post concerned, if there is one.
  var status: MastodonStatus?
}
