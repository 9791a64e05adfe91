/// The home of one value of the environment.
@usableFromInline
final class ValueBox<Value: Sendable>: @unchecked Sendable {
  // Safe: never written; variable only so that it can be asked whether an object in it is held elsewhere.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

/// A box whose value is an object by its type, seen without knowing which type.
///
/// Asked of every service in every switch, so it must not go by way of the type.
extension ValueBox where Value == any AnyObject & Sendable {
  /// The object that a box holds.
  static func object(in box: AnyObject) -> AnyObject { seen(box).value }

  /// Whether nobody but the box holds its object.
  static func isAlone(with box: AnyObject) -> Bool {
    isKnownUniquelyReferenced(&seen(box).value)
  }

  private static func seen(_ box: AnyObject) -> ValueBox {
    // Safe: a value whose type is a class is one reference, whatever class that is.
    Unmanaged.fromOpaque(Unmanaged.passUnretained(box).toOpaque()).takeUnretainedValue()
  }
}
