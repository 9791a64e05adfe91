/// One part of the index of posts that were seen, on this device.
@MainActor
final class SearchShard {
  let number: Int
  private var words: [String: Set<String>] = [:]

  nonisolated init(_ number: Int) {
    self.number = number
  }

  func insert(_ word: String, of status: MastodonStatus) {
    words[word, default: []].insert(status.id)
  }

  var wordCount: Int { words.count }
}
