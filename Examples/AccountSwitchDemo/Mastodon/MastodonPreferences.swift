/// The preferences of an account as the API describes them.
///
/// Source: https://docs.joinmastodon.org/entities/Preferences/
struct MastodonPreferences: Decodable, Hashable, Sendable {
  /// Who may see a new post.
  var visibility: MastodonVisibility
  /// Whether the media of a new post are hidden behind a warning.
  var isSensitive: Bool
  /// The language of a new post; none lets the server guess.
  var language: String?
  /// Whether posts behind a warning are shown at once.
  var expandsSpoilers: Bool

  private enum CodingKeys: String, CodingKey {
    case visibility = "posting:default:visibility"
    case isSensitive = "posting:default:sensitive"
    case language = "posting:default:language"
    case expandsSpoilers = "reading:expand:spoilers"
  }
}

extension MastodonPreferences {
  /// What holds for somebody who is not signed in.
  static let standard = Self(
    visibility: .public,
    isSensitive: false,
    language: nil,
    expandsSpoilers: false
  )
}
