/// The count on the app's icon: notifications that have not been read.
struct BadgeCounter: Sendable {
  let notifications: NotificationService
  let watcher: StreamWatcher

  /// Counts what is new; nothing while the connection is down, when the count would be old.
  @MainActor
  func count(_ notifications: [MastodonNotification]) -> Int {
    watcher.isConnected ? notifications.count { $0.type != "favourite" } : 0
  }
}
