/// A task of a graph, and the number under which a clock counts it.
struct GraphTask: Sendable {
  let task: Task<Void, Never>
  let operation: OperationID?

  func cancel() {
    task.cancel()
  }
}
