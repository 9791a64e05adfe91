/// The identity of one value of the environment: a key type, plus the index of a key family.
struct EnvironmentSlot: Hashable, @unchecked Sendable {
  // Safe: immutable; `index` is only ever made from a `Hashable & Sendable` value.
  let keyType: any Any.Type
  let index: AnyHashable?

  init(_ keyType: any Any.Type, index: AnyHashable? = nil) {
    self.keyType = keyType
    self.index = index
  }

  static func == (left: Self, right: Self) -> Bool {
    left.keyType == right.keyType && left.index == right.index
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(keyType))
    if let index { hasher.combine(index) }
  }
}

// MARK: - CustomStringConvertible

extension EnvironmentSlot: CustomStringConvertible {
  /// The name of the key in every text: `ClientKey`, or `ShardKey[3]` for a member of a family.
  var description: String {
    let name = String(describing: keyType)
    return index.map { "\(name)[\($0.base)]" } ?? name
  }
}
