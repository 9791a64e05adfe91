/// The way out for posts: checks a text before the server does, then sends it.
@MainActor
final class Outbox {
  /// Why a text is not sent.
  enum Refusal: Error, CustomStringConvertible {
    case anonymous(account: DemoAccount)
    case empty
    case tooLong(count: Int, limit: Int)

    var description: String {
      switch self {
      case .anonymous(let account):
        "\(account.name) is anonymous and cannot post; switch to an account that is signed in"
      case .empty: "there is no text to post"
      case .tooLong(let count, let limit):
        "the text has \(count) characters; this server takes at most \(limit)"
      }
    }
  }

  private let client: Client
  private let instance: MastodonInstance
  private let preferences: MastodonPreferences

  nonisolated init(
    client: Client,
    instance: MastodonInstance,
    preferences: MastodonPreferences
  ) {
    self.client = client
    self.instance = instance
    self.preferences = preferences
  }

  func open() async throws {
    try await client.open(.outbox)
  }

  func close() async throws {
    try await client.close(.outbox)
  }

  /// Sends a post.
  ///
  /// - Returns: The post as the server has stored it.
  /// - Throws: ``Refusal``, or `CancellationError` if the task is cancelled before the server answers.
  func send(_ text: String) async throws -> MastodonStatus {
    guard client.account.isAuthenticated else { throw Refusal.anonymous(account: client.account) }
    guard !text.isEmpty else { throw Refusal.empty }
    guard text.count <= instance.maxCharacters else {
      throw Refusal.tooLong(count: text.count, limit: instance.maxCharacters)
    }
    guard let status = try await client.post(text, preferences.visibility) else {
      throw Refusal.anonymous(account: client.account)
    }
    return status
  }
}
