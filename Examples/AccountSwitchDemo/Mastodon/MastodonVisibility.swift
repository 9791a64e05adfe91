/// Who may see a post.
///
/// Source: https://docs.joinmastodon.org/entities/Status/#visibility
enum MastodonVisibility: String, CaseIterable, Hashable, Sendable {
  case `public`
  case unlisted
  case `private`
  case direct
}

// MARK: - Decodable

extension MastodonVisibility: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(rawValue: text) else {
      let choices = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected one of \(choices), found \(Quoted(text))"
      )
    }
    self = value
  }
}
