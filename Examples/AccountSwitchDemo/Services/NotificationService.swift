/// The notifications of an account.
struct NotificationService: Sendable {
  let client: Client

  /// Loads the notifications; takes its time even if nobody waits any more.
  @MainActor
  func all() async -> [MastodonNotification] {
    await client.notifications()
  }
}
