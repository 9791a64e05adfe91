/// A post as the API describes it.
///
/// Source: https://docs.joinmastodon.org/entities/Status/
struct MastodonStatus: Decodable, Hashable, Sendable {
  /// The number of the post on its server, as text.
  var id: String
  /// The text, as HTML.
  var content: String
  var visibility: MastodonVisibility
  var account: MastodonAccount
}

extension MastodonStatus {
  /// The text without its markup.
  var plainText: String {
    var text = ""
    var isInTag = false
    for character in content {
      switch character {
      case "<": isInTag = true
      case ">" where isInTag: isInTag = false
      case _ where !isInTag: text.append(character)
      default: continue
      }
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    for (entity, character) in entities {
      text = text.split(separator: entity, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    return text
  }

  /// The HTML of a plain text.
  static func content(of text: String) -> String {
    let escaped = text.map { character in
      switch character {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      default: String(character)
      }
    }
    return "<p>\(escaped.joined())</p>"
  }
}
