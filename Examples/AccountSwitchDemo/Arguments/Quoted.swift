/// A text from outside, fit to be shown: in quotes, on one line, shortened, without control characters.
struct Quoted: CustomStringConvertible {
  let description: String

  init(_ text: some StringProtocol, limit: Int = 60) {
    let plain = Self.plain(text)
    description = "'" + (plain.count > limit ? plain.prefix(limit) + "…" : plain) + "'"
  }

  /// A text without control characters, which could move a terminal's cursor or end a line.
  static func plain(_ text: some StringProtocol) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        // A joiner is what holds an emoji of several parts together.
        plain.unicodeScalars.append(scalar == "\u{200D}" ? scalar : "\u{FFFD}")
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }
}
