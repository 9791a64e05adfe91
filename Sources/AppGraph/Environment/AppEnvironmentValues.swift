/// All values of the environment by key: an immutable snapshot that any thread may keep and read.
///
/// Reading never fails: a key for which nothing is registered yields its default instance. Reading a
/// registered key takes no lock and allocates nothing. Writing to a copy puts an override above the
/// values it was copied from; nobody else sees it.
public struct AppEnvironmentValues: Sendable {
  @usableFromInline var table: EnvironmentTable

  /// Makes an environment that holds the default instance under every key.
  public init() {
    table = .empty
  }

  init(table: EnvironmentTable) {
    self.table = table
  }

  /// The value under a key, or the default instance of the key.
  ///
  /// - Parameter key: The type of the key.
  /// - Complexity: O(1); one or two more steps where values are overridden.
  @inlinable
  public subscript<Key: AppEnvironmentKey>(_ key: Key.Type) -> Key.Value {
    get {
      let id = UInt(bitPattern: ObjectIdentifier(key))
      // Safe: a key's slot holds only boxes of its own value type, and the table keeps them meanwhile.
      if let box = table.box(forKey: id) {
        defer { withExtendedLifetime(table) {} }
        return box._withUnsafeGuaranteedRef {
          unsafeDowncast($0, to: ValueBox<Key.Value>.self).value
        }
      }
      // Safe: the same, and default instances are kept for ever.
      if let box = table.madeDefault(forKey: id) {
        return box._withUnsafeGuaranteedRef {
          unsafeDowncast($0, to: ValueBox<Key.Value>.self).value
        }
      }
      return defaultInstance(of: key, at: nil)
    }
    set { store(newValue, under: key, at: nil) }
  }

  /// The value of one member of a key family, or the default instance of the family's key.
  ///
  /// All members of a family share one default instance.
  ///
  /// - Parameters:
  ///   - key: The type of the family's key.
  ///   - index: What tells this member from the others.
  /// - Complexity: O(1), by hashing the index.
  public subscript<Key: AppEnvironmentKey, Index: Hashable & Sendable>(
    _ key: Key.Type, at index: Index
  ) -> Key.Value {
    get {
      let member = FamilyMember(key: ObjectIdentifier(key), index: AnyHashable(index))
      if let box = table.box(for: member) {
        // Safe: a key's slot holds only boxes of its own value type.
        return unsafeDowncast(box, to: ValueBox<Key.Value>.self).value
      }
      return defaultInstance(of: key, at: AnyHashable(index))
    }
    set { store(newValue, under: key, at: AnyHashable(index)) }
  }

  @usableFromInline
  func defaultInstance<Key: AppEnvironmentKey>(
    of key: Key.Type,
    at index: AnyHashable?
  ) -> Key.Value {
    table.probe?.recordRead(key, index: index)
    return unsafeDowncast(
      DefaultInstances.shared.box(for: key),
      to: ValueBox<Key.Value>.self
    ).value
  }

  @usableFromInline
  mutating func store<Key: AppEnvironmentKey>(
    _ value: Key.Value,
    under key: Key.Type,
    at index: AnyHashable?
  ) {
    table = EnvironmentTable(
      overrides: [EnvironmentSlot(key, index: index): ValueBox(value)],
      above: table
    )
  }
}
