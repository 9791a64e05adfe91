import Foundation

/// What a file of example code shows, by the markers that the documentation uses too.
///
/// `// snippet.hide` and `// snippet.show` turn lines off and on, `// snippet.NAME` opens a slice,
/// and `// snippet.end` closes it.
struct Snippet {
  /// The lines that are shown, without the indentation that all of them share.
  private(set) var shown: [String] = []
  /// The lines of each slice, likewise.
  private(set) var slices: [String: [String]] = [:]

  init(_ text: String) {
    var isVisible = true
    var slice: String?
    for line in text.components(separatedBy: "\n").dropLast(text.hasSuffix("\n") ? 1 : 0) {
      switch Self.marker(in: line) {
      case "hide": isVisible = false
      case "show": isVisible = true
      case "end": slice = nil
      case let name?: slice = name
      case nil where isVisible:
        if !shown.isEmpty || !line.isBlank { shown.append(line) }
        if let slice { slices[slice, default: []].append(line) }
      // A hidden line is in no slice.
      case nil: break
      }
    }
    shown = shown.dedented()
    slices = slices.mapValues { $0.dedented() }
  }

  private static func marker(in line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == "//" else { return nil }
    return String(words[1]).removingPrefix("snippet.")
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension [String] {
  fileprivate func dedented() -> [String] {
    let widths = lazy.filter { !$0.isBlank }.map { $0.prefix(while: \.isWhitespace).count }
    let width = widths.min() ?? 0
    return map { String($0.dropFirst(width)) }
  }
}
