/// The search for the name that somebody probably meant.
enum NearMiss {
  /// Finds the nearest of some names, if it is near enough to be a slip.
  static func nearest(to name: String, among names: some Sequence<String>) -> String? {
    let limit = max(1, name.count / 3)
    let ranked = names.lazy
      .filter { abs($0.count - name.count) <= limit && $0 != name }
      .map { (distance: distance(from: name, to: $0), name: $0) }
      .filter { $0.distance <= limit }
    return ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// Counts the insertions, deletions and changes that turn one text into the other.
  ///
  /// Source: V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions and
  /// reversals", 1966.
  static func distance(from left: String, to right: String) -> Int {
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (index, character) in left.utf8.enumerated() {
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

extension NearMiss {
  /// The names that somebody probably meant, for as many of the missing ones as are worth a search.
  struct Suggestions {
    /// How many names are compared in all: whoever misses thousands of keys has not mistyped them.
    private static let workLimit = 100_000

    private let names: [String]
    private var work = 0
    private var found: [String: String?] = [:]

    init(among names: [String]) {
      self.names = names
    }

    mutating func nearest(to name: String) -> String? {
      if let known = found[name] { return known }
      guard work < Self.workLimit else { return nil }
      work += names.count
      let nearest = NearMiss.nearest(to: name, among: names)
      found[name] = nearest
      return nearest
    }
  }
}
