import Observation

/// What can be asked of boxed values whose type has been erased.
protocol ValueTraits {
  static var valueType: any Any.Type { get }
  /// Whether two boxed values are equal: by `Equatable`, else by reference, else never.
  static func areEqual(_ left: AnyObject, _ right: AnyObject) -> Bool
  /// The type of a boxed value if it is observable and the static type does not show it.
  static func observableType(in box: AnyObject) -> (any Any.Type)?
  /// Whether an object could stand under a key of the value type.
  static func holds(_ object: AnyObject) -> Bool
  /// Whether instances of a class could, as far as the types show.
  static func holds(instancesOf type: any AnyObject.Type) -> Bool
  /// The object that a boxed value is, for finding out whether it is still alive.
  static func object(in box: AnyObject) -> AnyObject?
}

// MARK: - ValueTraits

extension ValueBox: ValueTraits {
  static var valueType: any Any.Type { Value.self }

  static func areEqual(_ left: AnyObject, _ right: AnyObject) -> Bool {
    let (leftValue, rightValue) = (value(in: left), value(in: right))
    if let equatable = leftValue as? any Equatable { return equatable.isEqual(to: rightValue) }
    guard let leftObject = object(in: left), let rightObject = object(in: right) else {
      return false
    }
    return leftObject === rightObject
  }

  static func object(in box: AnyObject) -> AnyObject? {
    if Value.self is AnyObject.Type { return value(in: box) as AnyObject }
    // An existential may hold an object.
    let value: Any = value(in: box)
    return type(of: value) is AnyObject.Type ? value as AnyObject : nil
  }

  static func holds(_ object: AnyObject) -> Bool {
    // Any object is an `AnyObject` or `any Sendable`, and fits into an optional: that says nothing.
    if Value.self == AnyObject.self || Value.self == (any Sendable).self { return false }
    return object is Value && !(Value.self is any ExpressibleByNilLiteral.Type)
  }

  static func holds(instancesOf type: any AnyObject.Type) -> Bool {
    type is Value.Type
  }

  static func observableType(in box: AnyObject) -> (any Any.Type)? {
    guard #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) else {
      return nil
    }
    let value: Any = value(in: box)
    let dynamicType = type(of: value)
    guard dynamicType != Value.self else { return nil }
    return dynamicType is any Observable.Type ? dynamicType : nil
  }

  private static func value(in box: AnyObject) -> Value {
    // Safe: these are asked of boxes that the registration of the same value type made.
    unsafeDowncast(box, to: ValueBox<Value>.self).value
  }
}

extension Equatable {
  /// Compares with a value of any type.
  fileprivate func isEqual(to other: Any) -> Bool {
    (other as? Self) == self
  }
}
