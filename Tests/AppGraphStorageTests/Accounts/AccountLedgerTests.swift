import AppGraph
import Testing

@testable import AppGraphStorage

/// Whom the end of a write concerns, and what begins after it.
@Suite struct AccountLedgerTests {
  private static let failure = StorageError(.notWritable, path: "/d")

  /// Runs a closure with a ledger and somebody who waits, and answers what it leaves unanswered.
  private func waiting(
    _ body: (inout AccountLedger, CheckedContinuation<StorageError?, Never>) -> [Int]
  ) async -> [Int] {
    let counts = Lock<[Int]>([])
    _ = await withCheckedContinuation { waiter in
      var ledger = AccountLedger([:])
      counts.withLock { $0 = body(&ledger, waiter) }
      waiter.resume(returning: nil)
    }
    return counts.withLock { $0 }
  }

  @Test(arguments: [false, true])
  func `Who waits is answered by the write that holds what was applied before`(
    fails: Bool
  ) async throws {
    let answers = await waiting { ledger, waiter in
      guard let first = ledger.apply([.store(1, under: .number)]).0 else { return [] }
      let second = ledger.apply([.store(2, under: .number)]).0
      let (isDurable, begun) = ledger.wait(waiter)
      #expect(second?.batch == nil && begun?.batch == nil && !isDurable)
      let outcome = AccountLedger.Outcome(failure: fails ? Self.failure : nil)
      let step = ledger.end(outcome, of: first)
      guard let next = step.next else { return [] }
      return [step.answers.count, ledger.end(AccountLedger.Outcome(), of: next).answers.count]
    }
    #expect(answers == [0, 1])
  }

  @Test func `Who waits for what is being written causes no other write`() async throws {
    let answers = await waiting { ledger, waiter in
      guard let first = ledger.apply([.store(1, under: .number)]).0 else { return [] }
      let begun = ledger.wait(waiter).1
      #expect(begun?.batch == nil)
      let step = ledger.end(AccountLedger.Outcome(), of: first)
      return [step.answers.count, step.next == nil ? 0 : 1]
    }
    #expect(answers == [1, 0])
  }

  @Test func `The claim goes with the end of the last write`() throws {
    var ledger = AccountLedger([:])
    let first = try #require(ledger.apply([.store(1, under: .number)]).0)
    _ = ledger.apply([.store(2, under: .number)])
    let isIdle = ledger.close()
    #expect(!isIdle)
    let step = ledger.end(AccountLedger.Outcome(), of: first)
    #expect(step.releasesClaim == false)
    let last = ledger.end(AccountLedger.Outcome(), of: try #require(step.next))
    #expect(last.releasesClaim)
    var untouched = AccountLedger([:])
    let isUntouchedIdle = untouched.close()
    #expect(isUntouchedIdle)
  }

  @Test func `A batch hands out every entry that it displaces`() {
    let keys = ["a", "b", "c"].map { AccountStoreKey(account: "alice", name: $0) }
    var ledger = AccountLedger([:])
    _ = ledger.apply(keys.map { .store("old", under: $0) })
    let displaced = ledger.apply([
      .store("new", under: keys[0]), .delete(keys[1]), .deleteAll(account: "alice"),
    ]).displaced
    #expect(displaced.compactMap { $0.value as? String }.sorted() == ["new", "old", "old", "old"])
  }
}
