/// What following a key path once has shown: the slot it leads to, or why there is none.
struct EnvironmentKeyReading<Value: Sendable> {
  let slot: EnvironmentSlot
  let isSupported: Bool
  private let makeDefault: () -> AnyObject

  /// Follows a key path, once.
  ///
  /// A supported path leads in one step to one slot of its own value type.
  init(_ keyPath: EnvironmentKeyPath<Value>) {
    let probe = EnvironmentProbe()
    let values = AppEnvironmentValues(
      table: EnvironmentTable(capacity: 0, parent: nil, probe: probe)
    )
    let value = values[keyPath: keyPath]
    if let slot = probe.slot, let makeDefault = probe.makeDefault, probe.readCount == 1,
      probe.valueType == Value.self, !(keyPath is ReferenceWritableKeyPath),
      Self.isInstance(value, in: makeDefault()) || KeyPathShape.isSingleStep(keyPath)
    {
      self.slot = slot
      isSupported = true
      self.makeDefault = makeDefault
    } else {
      slot = EnvironmentSlot(Value.self, index: AnyHashable(keyPath))
      isSupported = false
      makeDefault = { ValueBox(value) }
    }
  }

  /// Whether a value is the very object in a box; then the path has not gone into it.
  private static func isInstance(_ value: Value, in box: AnyObject) -> Bool {
    guard Value.self is AnyObject.Type else { return false }
    // Safe: the box is the default of a key whose value type was compared with `Value`.
    let boxed = unsafeDowncast(box, to: ValueBox<Value>.self).value
    return value as AnyObject === boxed as AnyObject
  }

  /// The boxed value in a table, or the boxed default instance.
  func box(in table: EnvironmentTable) -> AnyObject {
    table.box(for: slot) ?? makeDefault()
  }

  func value(in table: EnvironmentTable) -> Value {
    // Safe: a slot holds only boxes of its key's value type, which was compared with `Value`.
    unsafeDowncast(box(in: table), to: ValueBox<Value>.self).value
  }

  /// The part of the reading that does not depend on the value's type.
  var dependency: EnvironmentDependency {
    EnvironmentDependency(slot: slot, isSupported: isSupported)
  }
}

/// One edge of the graph as declared: the slot that a key path leads to.
struct EnvironmentDependency: Hashable, Sendable {
  let slot: EnvironmentSlot
  let isSupported: Bool
}
