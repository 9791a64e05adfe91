public import AppGraph
public import Foundation

/// An account store that keeps one file in a directory.
///
/// Values are read from memory and changed in memory; a thread of the store writes behind, batch by batch
/// in order. Batches that arrive while it writes are written together, never in parts. After a crash the
/// file holds a state between two batches, and at least what ``sync()`` has confirmed; neither `deinit`
/// nor the end of the process waits for a write.
///
/// A value is held as it was applied and encoded later, by a `JSONEncoder`: it should be a value type, and
/// a class must not change. What the file holds under keys that nobody asks for stays in it to the byte.
///
/// On Apple's systems keep it out of a container that apps share: the claim on the directory is a lock
/// on a file, and the system ends an app that is suspended while it holds one there.
public final class FileAccountStore: AccountStore {
  private let folder: AccountFolder
  private let writer: AccountWriter

  /// Opens the store of a directory, which is made if it is missing.
  ///
  /// A damaged file is set aside and reported, and the previous one is used; with neither, the store
  /// begins empty. It waits for the medium, once, while it reads.
  ///
  /// - Parameters:
  ///   - directory: The directory, for this store alone.
  ///   - reporter: What is told of damage and of failed writes, here or on a thread of the store. By
  ///     default it writes one line to standard error.
  /// - Throws: ``StorageError`` with reason `inUse` if another store has the directory open, in whatever
  ///   process; `newerFormat` if one of its files was written by a newer version, and then all of them
  ///   are left alone; `notReadable` or `notWritable` if the system refuses.
  public convenience init(
    directory: URL,
    reporter: @escaping @Sendable (FileAccountStoreIncident) -> Void = FileAccountStoreIncident
      .write
  ) throws(StorageError) {
    try self.init(directory: directory.path, files: SystemFiles(), reporter: reporter)
  }

  /// Opens the store of a directory of a file system.
  package init(
    directory: String,
    files: any FileSystem,
    reporter: @escaping @Sendable (FileAccountStoreIncident) -> Void
  ) throws(StorageError) {
    folder = AccountFolder(path: directory, files: files)
    let claim = try folder.claim()
    let lines = try folder.read(report: reporter)
    writer = AccountWriter(folder: folder, claim: claim, lines: lines, reporter: reporter)
  }

  deinit { writer.close() }

  /// The value under a key, from memory.
  ///
  /// A value that was applied in this process is returned as it is, also before it is written. If it is
  /// asked for as another type, it is encoded and decoded, as if it had been written.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - key: The key.
  /// - Returns: The value; none if nothing is stored under the key.
  /// - Throws: ``StorageError`` with reason `notDecodable` if it cannot be read as `type`, and
  ///   `notEncodable` if it was applied as another type and cannot be encoded; it stays stored.
  public func value<Value: Codable & Sendable>(
    _ type: Value.Type,
    for key: AccountStoreKey
  ) throws(StorageError) -> Value? {
    guard let entry = writer.ledger.withLock({ $0[key] }) else { return nil }
    if let held = entry.value, let value = held as? Value { return value }
    let line = try line(entry, for: key)
    do {
      return try AccountDocument.value(type, in: line)
    } catch {
      throw StorageError(.notDecodable, path: folder.path, key: "\(key)", underlying: error)
    }
  }

  public func apply(_ changes: [AccountStoreChange]) {
    if changes.isEmpty { return }
    let (snapshot, displaced) = writer.ledger.withLock { $0.apply(changes) }
    if let snapshot { writer.begin(snapshot) }
    // Objects of the user end here, outside the lock.
    withExtendedLifetime(displaced) {}
  }

  /// Waits until everything that was applied before is durable.
  ///
  /// It is not cancelled with its task. Nobody waits on a thread of the cooperative pool.
  ///
  /// - Throws: ``StorageError`` with reason `notWritable` if the write failed, and the next change or call
  ///   tries again; `notEncodable` if a value cannot be encoded, and then all others are durable.
  public func sync() async throws(StorageError) {
    let error: StorageError? = await withCheckedContinuation { continuation in
      let (isDurable, snapshot) = writer.ledger.withLock { $0.wait(continuation) }
      if let snapshot { writer.begin(snapshot) }
      if isDurable { continuation.resume(returning: nil) }
    }
    if let error { throw error }
  }

  private func line(
    _ entry: AccountLedger.Entry,
    for key: AccountStoreKey
  ) throws(StorageError) -> [UInt8] {
    if let line = entry.line { return line }
    guard let value = entry.value else {
      preconditionFailure("An entry has a value or a line; '\(key)' has neither")
    }
    do {
      return try AccountDocument.line(value, for: key)
    } catch {
      throw StorageError(.notEncodable, path: folder.path, key: "\(key)", underlying: error)
    }
  }
}
