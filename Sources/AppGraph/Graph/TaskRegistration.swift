/// One lifecycle task of a graph as declared.
struct TaskRegistration {
  let dependencies: [EnvironmentDependency]
  let place: SourcePlace
  let id: @MainActor (StateRegistry, EnvironmentTable) -> TaskID
  let body: @MainActor (TaskID, Lease, EnvironmentTable) async -> Void
  var requiresAuthentication = false
}

/// The id of a lifecycle task: a value of any type that can be compared.
struct TaskID {
  let value: any Equatable

  static func == (left: Self, right: Self) -> Bool {
    func matches<Value: Equatable>(_ value: Value) -> Bool {
      (right.value as? Value) == value
    }
    return matches(left.value)
  }
}
