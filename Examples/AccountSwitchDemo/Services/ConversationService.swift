/// The direct messages of an account.
struct ConversationService: Sendable {
  let client: Client

  /// Loads whom the account writes with: those who mentioned it.
  @MainActor
  func partners() async -> [String] {
    let mentions = await client.notifications().filter { $0.type == "mention" }
    return mentions.map(\.account.acct)
  }
}
