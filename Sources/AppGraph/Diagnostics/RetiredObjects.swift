/// The services of past generations, held weakly, to find out which are still alive.
struct RetiredObjects {
  private struct Entry {
    weak var object: AnyObject?
    let key: EnvironmentSlot
    let generation: UInt64
  }

  private var entries: [Entry] = []
  private var pruneAt = 64

  mutating func insert(_ object: AnyObject, key: EnvironmentSlot, generation: UInt64) {
    if entries.count >= pruneAt {
      entries.removeAll { $0.object == nil }
      pruneAt = max(64, entries.count * 2)
    }
    entries.append(Entry(object: object, key: key, generation: generation))
  }

  /// Those that are alive, except some.
  mutating func alive(except present: Set<ObjectIdentifier>) -> [Leak] {
    entries.removeAll { $0.object == nil }
    var seen: Set<ObjectIdentifier> = []
    return entries.compactMap { entry in
      guard let object = entry.object, !present.contains(ObjectIdentifier(object)),
        seen.insert(ObjectIdentifier(object)).inserted
      else { return nil }
      return Leak(key: entry.key.description, generation: entry.generation)
    }
  }
}

/// A service of a generation that is over, which something still holds on to.
public struct Leak: Hashable, Sendable {
  /// The name of the service's key.
  public let key: String
  /// The number of the generation it was made for.
  public let generation: UInt64
}

// MARK: - CustomStringConvertible

extension Leak: CustomStringConvertible {
  /// The leak as one sentence.
  public var description: String {
    "'\(key)' of generation \(generation) is still alive: something outside the graph holds it"
  }
}
