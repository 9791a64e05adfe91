/// The identity of one value of the environment: a key type, plus the index of a key family.
///
/// Two words, because a graph holds one for every edge.
struct EnvironmentSlot: Hashable, @unchecked Sendable {
  /// What tells the members of a family apart, hashed once.
  private final class Member {
    // What finding a slot looks at comes first, within one line of the cache.
    let hash: Int
    /// The index where it is an integer, as most are: comparing two of `AnyHashable` costs much more.
    let number: Int?
    let isKeyPath: Bool
    let index: AnyHashable

    init(_ index: AnyHashable, isKeyPath: Bool) {
      self.index = index
      hash = index.hashValue
      number = index.base as? Int
      self.isKeyPath = isKeyPath
    }
  }

  // Safe: immutable; an index is only ever made from a `Hashable & Sendable` value or a key path.
  let keyType: any Any.Type
  private let member: Member?

  init(_ keyType: any Any.Type, index: AnyHashable? = nil) {
    self.keyType = keyType
    member = index.map { Member($0, isKeyPath: false) }
  }

  /// The slot of a key path that leads to no key.
  init(unsupported keyPath: AnyKeyPath, _ valueType: any Any.Type) {
    keyType = valueType
    member = Member(AnyHashable(keyPath), isKeyPath: true)
  }

  var index: AnyHashable? { member?.index }
  var isMember: Bool { member != nil }
  /// Whether a key path leads here through exactly one key.
  var isSupported: Bool { member?.isKeyPath != true }

  static func == (left: Self, right: Self) -> Bool {
    guard left.keyType == right.keyType else { return false }
    guard let one = left.member, let other = right.member else {
      return left.member == nil && right.member == nil
    }
    if one === other { return true }
    guard one.hash == other.hash else { return false }
    if let number = one.number, let otherNumber = other.number { return number == otherNumber }
    return one.index == other.index
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(keyType))
    if let member { hasher.combine(member.hash) }
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
