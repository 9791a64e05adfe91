/// A server as the API describes it, version 2.
///
/// Source: https://docs.joinmastodon.org/entities/Instance/
struct MastodonInstance: Decodable, Hashable, Sendable {
  /// What the server allows and where its other parts are.
  struct Configuration: Decodable, Hashable, Sendable {
    /// The addresses of the server's other parts.
    struct URLs: Decodable, Hashable, Sendable {
      var streaming: String
    }

    /// The limits of a post.
    struct Statuses: Decodable, Hashable, Sendable {
      var maxCharacters: WholeNumber

      private enum CodingKeys: String, CodingKey {
        case maxCharacters = "max_characters"
      }
    }

    var urls: URLs
    var statuses: Statuses
  }

  var domain: String
  var title: String
  var version: String
  var configuration: Configuration
}

extension MastodonInstance {
  /// What is assumed of a server that has not been asked: no streaming, the usual limit.
  static let unknown = Self(
    domain: "",
    title: "unknown server",
    streaming: "",
    maxCharacters: 500
  )

  init(domain: String, title: String, streaming: String, maxCharacters: Int) {
    self.domain = domain
    self.title = title
    version = "4.3.0"
    configuration = Configuration(
      urls: Configuration.URLs(streaming: streaming),
      statuses: Configuration.Statuses(maxCharacters: WholeNumber(value: maxCharacters))
    )
  }

  var streamingURL: String { configuration.urls.streaming }
  var maxCharacters: Int { configuration.statuses.maxCharacters.value }
}
