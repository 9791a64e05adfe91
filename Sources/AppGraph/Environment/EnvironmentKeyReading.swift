/// What following a key path once has shown: the slot it leads to, or why there is none.
struct EnvironmentKeyReading<Value: Sendable> {
  let slot: EnvironmentSlot
  let isSupported: Bool
  /// Finds the boxed value where a table has none at the slot.
  private let boxElsewhere: (EnvironmentTable) -> AnyObject

  /// Follows a key path, once, if it takes one step.
  ///
  /// A supported path leads in one step to one slot of its own value type. One that takes more is not
  /// followed, because it may lead through an optional that is `nil` by default.
  init(_ keyPath: EnvironmentKeyPath<Value>) {
    let probe = KeyPathShape.isSingleStep(keyPath) ? Self.probe(keyPath) : EnvironmentProbe()
    if let slot = probe.slot, let makeDefault = probe.makeDefault, probe.readCount == 1,
      probe.valueType == Value.self, !(keyPath is ReferenceWritableKeyPath)
    {
      self.slot = slot
      isSupported = true
      boxElsewhere = { _ in makeDefault() }
    } else {
      slot = EnvironmentSlot(Value.self, index: AnyHashable(keyPath))
      isSupported = false
      boxElsewhere = { ValueBox(AppEnvironmentValues(table: $0)[keyPath: keyPath]) }
    }
  }

  private static func probe(_ keyPath: EnvironmentKeyPath<Value>) -> EnvironmentProbe {
    let probe = EnvironmentProbe()
    let table = EnvironmentTable(capacity: 0, parent: nil, probe: probe)
    _ = AppEnvironmentValues(table: table)[keyPath: keyPath]
    return probe
  }

  /// The boxed value in a table, or the boxed default instance.
  func box(in table: EnvironmentTable) -> AnyObject {
    table.box(for: slot) ?? boxElsewhere(table)
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
