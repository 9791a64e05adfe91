/// One request on its way to an answer.
@MainActor
final class PendingRequest {
  typealias Ending = Result<TransitionEnding, ActivationError>

  let number: TransitionMachine.Request
  /// The account that was asked for.
  let account: String
  private(set) var ending: Ending?
  private var waiters: [Int: OperationContinuation<Ending?>] = [:]
  private var waiterCount = 0

  init(number: TransitionMachine.Request, account: String) {
    self.number = number
    self.account = account
  }

  func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    let waiters = waiters.values
    self.waiters.removeAll()
    for waiter in waiters { waiter.resume(returning: ending) }
  }

  /// Waits for the answer.
  ///
  /// - Returns: The answer; nothing if `abandon` came first.
  func wait(_ counter: (any OperationCounting)?) async -> Ending? {
    if let ending { return ending }
    waiterCount += 1
    let number = waiterCount
    return await OperationContinuation.wait(counter) { waiters[number] = $0 }
  }

  /// Ends all waiting without an answer.
  func abandon() {
    let waiters = waiters.values
    self.waiters.removeAll()
    for waiter in waiters { waiter.resume(returning: nil) }
  }
}

/// How a request ended that did not fail, with accounts by number.
enum TransitionEnding: Hashable, Sendable {
  case activated
  case unchanged
  case superseded(by: TransitionMachine.Account?)
}
