/// What following a key path once has shown: the slot it leads to, or that there is none.
struct EnvironmentKeyReading<Value: Sendable> {
  /// The part of the reading that does not depend on the value's type.
  let dependency: EnvironmentDependency

  /// Takes up what a reading of a key path to a value of this type has shown.
  init(_ dependency: EnvironmentDependency) {
    self.dependency = dependency
  }

  /// Follows a key path, once, if it takes one step.
  ///
  /// A supported path leads in one step to one slot of its own value type. One that takes more is not
  /// followed, because it may lead through an optional that is `nil` by default.
  init(_ keyPath: EnvironmentKeyPath<Value>) {
    let probe = KeyPathShape.isSingleStep(keyPath) ? Self.probe(keyPath) : EnvironmentProbe()
    if let slot = probe.slot, probe.readCount == 1, probe.valueType == Value.self,
      !(keyPath is ReferenceWritableKeyPath)
    {
      dependency = EnvironmentDependency(slot: slot)
    } else {
      dependency = EnvironmentDependency(slot: EnvironmentSlot(unsupported: keyPath, Value.self))
    }
  }

  private static func probe(_ keyPath: EnvironmentKeyPath<Value>) -> EnvironmentProbe {
    let probe = EnvironmentProbe()
    let table = EnvironmentTable(capacity: 0, parent: nil, probe: probe)
    _ = AppEnvironmentValues(table: table)[keyPath: keyPath]
    return probe
  }

  var slot: EnvironmentSlot { dependency.slot }
  var isSupported: Bool { dependency.isSupported }

  /// The boxed value in a table, or the boxed default instance.
  func box(in table: EnvironmentTable) -> AnyObject {
    if let box = table.box(for: slot) { return box }
    guard let keyPath = slot.index?.base as? EnvironmentKeyPath<Value>, !isSupported else {
      return slot.defaultBox
    }
    return ValueBox(AppEnvironmentValues(table: table)[keyPath: keyPath])
  }

  func value(in table: EnvironmentTable) -> Value {
    // A plain key that is registered, which is nearly every one, is read without counting its box.
    if !slot.isMember, let box = table.box(forKey: UInt(bitPattern: ObjectIdentifier(slot.keyType)))
    {
      defer { withExtendedLifetime(table) {} }
      // Safe: as below; the table keeps the box.
      return box._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: ValueBox<Value>.self).value
      }
    }
    // Safe: a slot holds only boxes of its key's value type, which was compared with `Value`.
    return unsafeDowncast(box(in: table), to: ValueBox<Value>.self).value
  }
}

/// One edge of the graph as declared: the slot that a key path leads to.
@usableFromInline
struct EnvironmentDependency: Hashable, Sendable {
  let slot: EnvironmentSlot

  var isSupported: Bool { slot.isSupported }
}
