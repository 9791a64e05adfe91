/// What a service of an account asks its server for when it starts, named as the service is.
///
/// These are the services that `fail` can name.
enum Endpoint: String, CaseIterable, Sendable {
  case credentials
  case client
  case instance
  case preferences
  case feed
  case notifications
  case watcher
  case badges
  case outbox
  case push
  case conversations
  case conversationSync

  /// How long the answer takes.
  var latency: Duration {
    switch self {
    case .credentials, .client, .badges, .conversationSync: .milliseconds(5)
    case .outbox: .milliseconds(8)
    case .push, .conversations: .milliseconds(10)
    case .preferences: .milliseconds(15)
    case .notifications: .milliseconds(20)
    case .instance, .feed: .milliseconds(25)
    case .watcher: .milliseconds(30)
    }
  }

  /// Finds the endpoint that a user names; upper and lower case are the same.
  init?(named name: String) {
    let match = Self.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    guard let match else { return nil }
    self = match
  }
}
