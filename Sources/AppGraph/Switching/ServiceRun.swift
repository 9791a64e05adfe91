/// A start or stop that waits, with the timer of its limit.
@MainActor
final class ServiceRun {
  enum Kind {
    case start
    case stop
  }

  let kind: Kind
  let began: Duration
  var task: GraphTask?
  var timer: GraphTask?
  /// Whether the start was asked to end.
  var isCancelRequested = false
  /// Whether it works on an object that serves every generation.
  var holdsObject = false
  /// Whether it was given up at its limit, and nobody waits for it.
  var isAbandoned = false

  init(_ kind: Kind, began: Duration) {
    self.kind = kind
    self.began = began
  }
}
