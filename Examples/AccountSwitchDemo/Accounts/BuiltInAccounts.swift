/// The accounts of a demo without a folder: the same as in `SampleData`, compiled in.
///
/// A resource bundle would tie the program to the place where it was built.
enum BuiltInAccounts {
  static let all = [alice, bob, guest]

  private static let alice = AccountContent(
    name: "alice",
    instance: MastodonInstance(
      domain: "social.example",
      title: "Social Example",
      streaming: "wss://streaming.social.example",
      maxCharacters: 500
    ),
    statuses: [
      status("112101", "Rain again. The tomatoes are grateful, I am not.", by: profile("carol")),
      status("112100", "Release day: the new index is live.", by: aliceProfile),
    ],
    member: AccountContent.Member(
      profile: aliceProfile,
      preferences: preferences(.public, language: "en"),
      notifications: [
        notification("34", "mention", by: profile("carol")),
        notification("33", "favourite", by: profile("dave")),
      ]
    )
  )

  private static let bob = AccountContent(
    name: "bob",
    instance: MastodonInstance(
      domain: "photos.example",
      title: "Photos Example",
      streaming: "wss://photos.example",
      maxCharacters: 300
    ),
    statuses: [
      status("5503", "Long exposure, 30 seconds, no tripod.", by: profile("erin")),
      status("5502", "Which film for fog?", by: bobProfile, .unlisted),
      status("5501", "Fog over the harbour.", by: bobProfile),
    ],
    member: AccountContent.Member(
      profile: bobProfile,
      preferences: preferences(.unlisted, language: nil),
      notifications: [notification("7", "follow", by: profile("erin"))]
    )
  )

  private static let guest = AccountContent(
    name: "guest",
    instance: MastodonInstance(
      domain: "public.example",
      title: "Public Example",
      streaming: "wss://public.example",
      maxCharacters: 500
    ),
    statuses: [status("901", "Welcome to the public timeline.", by: profile("admin"))],
    member: nil
  )

  private static let aliceProfile = MastodonAccount(
    id: "10001",
    username: "alice",
    acct: "alice",
    displayName: "Alice Example",
    url: "https://social.example/@alice",
    followersCount: 128,
    statusesCount: 2
  )

  private static let bobProfile = MastodonAccount(
    id: "2002",
    username: "bob",
    acct: "bob",
    displayName: "Bob of the Harbour",
    url: "https://photos.example/@bob",
    followersCount: 41,
    statusesCount: 2
  )

  /// Somebody else on the server.
  private static func profile(_ name: String) -> MastodonAccount {
    MastodonAccount(
      id: name,
      username: name,
      acct: name,
      displayName: "",
      url: "https://elsewhere.example/@\(name)",
      followersCount: 0,
      statusesCount: 1
    )
  }

  private static func status(
    _ id: String,
    _ text: String,
    by account: MastodonAccount,
    _ visibility: MastodonVisibility = .public
  ) -> MastodonStatus {
    let content = MastodonStatus.content(of: text)
    return MastodonStatus(id: id, content: content, visibility: visibility, account: account)
  }

  private static func notification(
    _ id: String,
    _ type: String,
    by account: MastodonAccount
  ) -> MastodonNotification {
    MastodonNotification(id: id, type: type, account: account)
  }

  private static func preferences(
    _ visibility: MastodonVisibility,
    language: String?
  ) -> MastodonPreferences {
    MastodonPreferences(
      visibility: visibility,
      isSensitive: false,
      language: language,
      expandsSpoilers: false
    )
  }
}
