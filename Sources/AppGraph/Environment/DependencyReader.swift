/// A walk along the declared dependencies of one line, which yields the value of each.
@usableFromInline
struct DependencyReader {
  private let dependencies: [EnvironmentDependency]
  private let table: EnvironmentTable
  private var position = 0

  init(_ dependencies: [EnvironmentDependency], in table: EnvironmentTable) {
    self.dependencies = dependencies
    self.table = table
  }

  /// Reads the next one, whose value has a certain type.
  ///
  /// Compiled where the service is declared, because there the type is known.
  @inlinable
  mutating func next<Value: Sendable>(_ type: Value.Type) -> Value {
    guard let box = nextPlainBox() else { return nextValue(type) }
    // Safe: a slot holds only boxes of its key's value type, and the table keeps the box.
    return box._withUnsafeGuaranteedRef { unsafeDowncast($0, to: ValueBox<Value>.self).value }
  }

  /// Moves on if the next one is a plain key that is registered, which nearly every one is.
  @usableFromInline
  mutating func nextPlainBox() -> Unmanaged<AnyObject>? {
    let slot = dependencies[position].slot
    guard !slot.isMember,
      let box = table.box(forKey: UInt(bitPattern: ObjectIdentifier(slot.keyType)))
    else { return nil }
    position += 1
    return box
  }

  /// Reads the next one, whatever it is.
  @usableFromInline
  mutating func nextValue<Value: Sendable>(_ type: Value.Type) -> Value {
    defer { position += 1 }
    return EnvironmentKeyReading<Value>(dependencies[position]).value(in: table)
  }
}
