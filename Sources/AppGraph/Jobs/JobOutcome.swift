/// What became of a job: work for one account, whatever account is active.
public enum JobOutcome: Sendable {
  /// It ran to its end, for the account it was begun for.
  case done
  /// It was cancelled, because its account was removed or the graph closed.
  case cancelled
  /// It threw, or a service that it needs did not start (``JobStartError``).
  case failed(any Error)
  /// Its account is not in the list; it did not run.
  case unknownAccount
}

/// Why a job could not begin: a service that it needs did not start.
public struct JobStartError: Error, Sendable {
  /// The account of the job, as text.
  public let account: String
  /// What failed, in order.
  public let causes: [StartFailure]
}

// MARK: - CustomStringConvertible

extension JobStartError: CustomStringConvertible {
  /// The error in one line: which services did not start, and why.
  public var description: String {
    let why = causes.map(\.description).joined(separator: "; then ")
    return
      "A job of '\(account)' did not begin, because a service that it needs did not start: \(why)."
  }
}
