/// The jobs that are running, by account.
@MainActor
final class JobBoard {
  typealias Account = TransitionMachine.Account

  private struct Job {
    let name: String
    let task: GraphTask
    let end: @MainActor (JobOutcome) -> Void
  }

  private var jobs: [Int: (account: Account, job: Job)] = [:]
  private var count = 0

  /// Begins a job; `end` is called once, with what became of it.
  ///
  /// - Returns: The task; work that is cancelled through it ends as it likes.
  @discardableResult
  func begin(
    _ name: String,
    account: Account,
    spawner: TaskSpawner,
    work: @escaping @MainActor () async throws -> Void,
    end: @escaping @MainActor (JobOutcome) -> Void
  ) -> GraphTask {
    count += 1
    let number = count
    let task = spawner.spawn { [weak self] in
      // Cancelled by the board before its first turn, it has ended already.
      guard self?.jobs[number] != nil else { return }
      do {
        try await work()
        self?.end(number, .done)
      } catch {
        self?.end(number, .failed(error))
      }
    }
    jobs[number] = (account, Job(name: name, task: task, end: end))
    return task
  }

  private func end(_ number: Int, _ outcome: JobOutcome) {
    jobs.removeValue(forKey: number)?.job.end(outcome)
  }

  /// Cancels the jobs of an account, or all, in the order in which they were begun.
  func cancel(_ account: Account?, told: @MainActor (_ name: String, Account) -> Void) {
    for number in jobs.keys.sorted() {
      guard let entry = jobs[number], account == nil || entry.account == account else { continue }
      jobs[number] = nil
      told(entry.job.name, entry.account)
      entry.job.task.cancel()
      entry.job.end(.cancelled)
    }
  }
}
