// The texts of all notes, apart from the code that finds them.
extension PlanNote {
  static func unregisteredKey(_ key: String, neededBy owner: String, _ place: SourcePlace) -> Self {
    Self(
      kind: .unregisteredKey,
      keys: [key],
      places: [place],
      message: "\(owner) needs '\(key)', which nobody registers: it gets the default instance"
    )
  }

  static func unusedReplacement(_ key: String, _ place: SourcePlace) -> Self {
    Self(
      kind: .replacement,
      keys: [key],
      places: [place],
      message: "a graph is told to replace '\(key)', which it does not register"
    )
  }

  static func withoutEffect(_ key: String, _ place: SourcePlace) -> Self {
    Self(
      kind: .withoutEffect,
      keys: [key],
      places: [place],
      message:
        "overlapping() has no effect on '\(key)': only services of the account that are loaded "
        + "can be loaded ahead"
    )
  }

  static func gatedByDependency(_ keys: [String], _ places: [SourcePlace]) -> Self {
    Self(
      kind: .gatedByDependency,
      keys: keys,
      places: places,
      message: "'\(keys[0])' is skipped for anonymous accounts because of "
        + keys.dropFirst().map { "'\($0)'" }.joined(separator: " -> ")
    )
  }

  static func replacement(
    _ key: String,
    count: Int,
    _ winner: SourcePlace,
    _ places: [SourcePlace]
  ) -> Self {
    Self(
      kind: .replacement,
      keys: [key],
      places: places,
      message: count == 0
        ? "'\(key)' is marked as replacing, but there is no other registration of it"
        : "'\(key)' registered at \(winner) replaces \(count == 1 ? "another" : "\(count) others")"
    )
  }
}
