import AppGraph
import Dispatch

/// The thread behind a file store: it encodes and writes one snapshot after the other.
///
/// Which snapshot, and whom its end concerns, is decided by the ledger. Only a thread of the queue waits
/// for the medium, so neither the main actor nor a task ever does.
final class AccountWriter: Sendable {
  /// The values, under one lock.
  let ledger: Lock<AccountLedger>

  private let folder: AccountFolder
  private let claim: FileLock
  private let reporter: @Sendable (FileAccountStoreIncident) -> Void
  private let queue = DispatchQueue(label: "AppGraphStorage.FileAccountStore", qos: .utility)

  /// Continues from what a directory holds.
  init(
    folder: AccountFolder,
    claim: FileLock,
    lines: [AccountStoreKey: [UInt8]],
    reporter: @escaping @Sendable (FileAccountStoreIncident) -> Void
  ) {
    self.folder = folder
    self.claim = claim
    self.reporter = reporter
    ledger = Lock(AccountLedger(lines))
  }

  /// Writes a snapshot, and after it what was applied meanwhile.
  func begin(_ snapshot: AccountLedger.Snapshot) {
    queue.async {
      var following: AccountLedger.Snapshot? = snapshot
      while let snapshot = following {
        let step = self.carryOut(snapshot)
        following = step.next
      }
    }
  }

  /// Gives the directory up as soon as no write is under way.
  func close() {
    if ledger.withLock({ $0.close() }) { claim.release() }
  }

  private func carryOut(_ snapshot: AccountLedger.Snapshot) -> AccountLedger.Step {
    let outcome = write(snapshot)
    let step = ledger.withLock { $0.end(outcome, of: snapshot) }
    if let failure = outcome.failure {
      reporter(FileAccountStoreIncident(kind: .writeFailed, path: failure.path, cause: failure))
    }
    for error in step.incidents {
      reporter(FileAccountStoreIncident(kind: .valueNotEncoded, path: error.path, cause: error))
    }
    if step.releasesClaim { claim.release() }
    for answer in step.answers { answer.waiter.resume(returning: answer.error) }
    return step
  }

  private func write(_ snapshot: AccountLedger.Snapshot) -> AccountLedger.Outcome {
    var outcome = AccountLedger.Outcome()
    var lines: [AccountStoreKey: [UInt8]] = [:]
    for (key, entry) in snapshot.entries {
      lines[key] = entry.line ?? encoded(entry, for: key, noting: &outcome)
    }
    do throws(FileFailure) {
      try folder.replace(with: AccountDocument.bytes(lines))
    } catch {
      outcome.failure = StorageError(.notWritable, path: folder.path, underlying: error)
    }
    return outcome
  }

  private func encoded(
    _ entry: AccountLedger.Entry,
    for key: AccountStoreKey,
    noting outcome: inout AccountLedger.Outcome
  ) -> [UInt8]? {
    guard let value = entry.value else { return entry.earlierLine }
    do {
      let line = try AccountDocument.line(value, for: key)
      outcome.lines[key] = line
      return line
    } catch {
      outcome.refused[key] = StorageError(
        .notEncodable,
        path: folder.path,
        key: "\(key)",
        underlying: error
      )
      return entry.earlierLine
    }
  }
}
