/// The hint at the word that somebody probably meant; empty if none is near.
struct Suggestion: CustomStringConvertible {
  let description: String

  init(for word: String, among words: [String]) {
    let limit = max(1, (word.count + 1) / 3)
    let nearest =
      words
      .map { (distance: Self.distance(word.lowercased(), $0.lowercased()), word: $0) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }
    description = nearest.map { "; did you mean '\($0.word)'?" } ?? ""
  }

  /// Counts the insertions, deletions and changes that turn one word into the other.
  ///
  /// Words that differ much in length are not compared: they are never near.
  private static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    guard abs(left.count - right.count) <= right.count else { return .max }
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let change = diagonal + (character == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
