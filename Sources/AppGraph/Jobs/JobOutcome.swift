/// What became of a job: work for one account, whatever account is active.
public enum JobOutcome: Sendable {
  /// It ran to its end, for the account it was begun for.
  case done
  /// It was cancelled, because its account was removed or the graph closed.
  case cancelled
  /// It threw, or a service that it needs did not start.
  case failed(any Error)
  /// Its account is not in the list; it did not run.
  case unknownAccount

  /// Runs work to its end.
  @MainActor
  init(of work: @MainActor () async throws -> Void) async {
    do {
      try await work()
      self = .done
    } catch is CancellationError {
      self = .cancelled
    } catch {
      self = .failed(error)
    }
  }
}
