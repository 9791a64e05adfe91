/// A continuation that knows which operation waits on it, so that a counting clock does too.
///
/// While it waits the operation does not count as busy; it counts again from the moment it is resumed,
/// before it runs.
struct OperationContinuation<Value: Sendable> {
  private let continuation: CheckedContinuation<Value, Never>
  private let operation: OperationID?
  private let counter: (any OperationCounting)?

  /// Waits until the continuation that `register` keeps is resumed.
  @MainActor
  static func wait(
    _ counter: (any OperationCounting)?,
    _ register: @MainActor (Self) -> Void
  ) async -> Value {
    let operation = OperationID.current
    return await withCheckedContinuation { continuation in
      register(Self(continuation: continuation, operation: operation, counter: counter))
      if let operation { counter?.operationWaits(operation) }
    }
  }

  func resume(returning value: Value) {
    if let operation { counter?.operationResumes(operation) }
    continuation.resume(returning: value)
  }
}
