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
    journal.note("push", "points at \(client.account.name)")
  }

  /// Lets go of the account.
  func clearClient() async {
    client = nil
  }

  /// Tells the servers of all accounts where to push to.
  func register(_ registration: PushRegistration) {
    let names = registration.tokens.joined(separator: ", ")
    let owners = names.isEmpty ? "nobody" : names
    journal.note("push", "\(registration.device) is registered for \(owners)")
  }
}
