/// Work of a graph that is under way, as the tasks that do it carry it along.
struct GraphOperation: Sendable {
  /// Names the operation to a clock that keeps count of them.
  let id: OperationID?
  /// The graph that runs it.
  let graph: ObjectIdentifier
  /// Whether a transition waits for it, so that it must not wait for the transition.
  let isAwaited: Bool
}

/// The number of one operation, given by the clock that keeps count.
package struct OperationID: Hashable, Sendable {
  /// The place in the order in which operations were begun.
  package let number: UInt64
  /// The number of the operation whose limit this one waits for, if it does.
  package let limited: UInt64?

  package init(number: UInt64, limited: UInt64? = nil) {
    self.number = number
    self.limited = limited
  }

  /// Whether the operation only waits for a limit to run out.
  package var isLimit: Bool { limited != nil }

  /// The place among work that is due at the same instant.
  package var order: UInt64 { limited ?? number }

  /// The operation that the running task belongs to.
  package static var current: OperationID? { AmbientContext.current?.operation?.id }
}

/// A clock that keeps count of the operations of the graphs that run on it.
///
/// A virtual clock learns from it when everything that is under way waits for time to pass.
package protocol OperationCounting: Sendable {
  /// An operation begins; one that waits for a limit names what it limits.
  func operationBegan(limiting limited: OperationID?) -> OperationID
  /// An operation waits for another one.
  func operationWaits(_ operation: OperationID)
  /// An operation that waited for another one goes on.
  func operationResumes(_ operation: OperationID)
  /// An operation has ended, with all that follows from it.
  func operationEnded(_ operation: OperationID)
  /// Waits until every operation but this one waits for time to pass or for another one.
  func whenOthersWait(_ operation: OperationID) async
}
