/// The index of posts that were seen: words are spread over shards by their first letter.
@MainActor
final class SearchIndex {
  private let shards: [SearchShard]

  nonisolated init(shards: [SearchShard]) {
    self.shards = shards
  }

  func insert(_ timeline: [MastodonStatus]) {
    guard !shards.isEmpty else { return }
    for status in timeline {
      for word in status.plainText.lowercased().split(whereSeparator: { !$0.isLetter }) {
        let letter = Int(word.unicodeScalars.first?.value ?? 0)
        shards[letter % shards.count].insert(String(word), of: status)
      }
    }
  }

  var wordCount: Int { shards.reduce(0) { $0 + $1.wordCount } }
}
