/// The home of one value of the environment.
@usableFromInline
final class ValueBox<Value: Sendable>: @unchecked Sendable {
  // Safe: never written; variable only so that it can be asked whether an object in it is held elsewhere.
  @exclusivity(unchecked) @usableFromInline var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
