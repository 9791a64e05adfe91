import AppGraph
import Foundation

/// The files of an account store in their directory: which there are, and in which order they change.
///
/// At every instant the current or the previous file is whole. Who calls it holds the claim.
struct AccountFolder: Sendable {
  /// The directory.
  let path: String
  /// What carries the operations out.
  let files: any FileSystem

  private var current: String { file("accounts.json") }
  private var previous: String { file("accounts.previous.json") }
  private var new: String { file("accounts.new.json") }

  /// Makes the directory if it is missing, and claims it.
  func claim() throws(StorageError) -> FileLock {
    do throws(FileFailure) {
      try files.makeDirectory(path)
      if let lock = try files.claim(file("accounts.lock"), waits: false) { return lock }
    } catch {
      throw StorageError(.notWritable, path: path, underlying: error)
    }
    throw StorageError(.inUse, path: path)
  }

  /// Reads what is stored; sets damaged files aside and deletes what a killed writer left.
  ///
  /// - Parameter report: What is told of damage.
  /// - Returns: The lines of the current file, else of the previous one; empty if there is neither.
  /// - Throws: ``StorageError`` with reason `newerFormat` before anything was touched, `notReadable` or
  ///   `notWritable`.
  func read(
    report: (FileAccountStoreIncident) -> Void
  ) throws(StorageError) -> [AccountStoreKey: [UInt8]] {
    let found = try [contents(of: current), contents(of: previous)]
    for content in found {
      if case .newer(let path) = content { throw StorageError(.newerFormat, path: path) }
    }
    do throws(FileFailure) {
      try files.delete(new)
      for content in found { try setAside(content, report: report) }
    } catch {
      throw StorageError(.notWritable, path: path, underlying: error)
    }
    let isDamaged = found.map { content in
      if case .damaged = content { true } else { false }
    }
    for (index, content) in found.enumerated() {
      guard case .whole(let lines) = content else { continue }
      if index == 1 && isDamaged[0] {
        report(FileAccountStoreIncident(kind: .previousUsed, path: previous))
      }
      return lines
    }
    if isDamaged.contains(true) {
      report(FileAccountStoreIncident(kind: .beganEmpty, path: path))
    }
    return [:]
  }

  /// Replaces the current file, keeps it as the previous one, and waits until that is durable.
  ///
  /// Whatever moment this breaks off, the file that was current before is there and whole, under its
  /// own name or that of the previous one.
  func replace(with bytes: [UInt8]) throws(FileFailure) {
    try files.delete(new)
    try files.create(new, holding: bytes)
    do throws(FileFailure) {
      try files.move(current, to: previous)
    } catch {
      // Without a current file the previous one is the last, and stays.
      if error.code != ENOENT { throw error }
    }
    try files.move(new, to: current)
    try files.flush(directory: path)
  }

  private func contents(of path: String) throws(StorageError) -> Content {
    let bytes: [UInt8]?
    do throws(FileFailure) {
      bytes = try files.contents(of: path)
    } catch {
      throw StorageError(.notReadable, path: path, underlying: error)
    }
    guard let bytes else { return .missing }
    switch Envelope.read(bytes) {
    case .newer: return .newer(path)
    case .damaged(let cause): return .damaged(path, cause)
    case .body(let body):
      guard let lines = AccountDocument.lines(body) else {
        return .damaged(path, "its entries have another shape")
      }
      return .whole(lines)
    }
  }

  private func setAside(
    _ content: Content,
    report: (FileAccountStoreIncident) -> Void
  ) throws(FileFailure) {
    guard case .damaged(let damaged, let cause) = content else { return }
    let numbers = try files.names(in: path).compactMap { name in
      name.hasPrefix("accounts.damaged-") && name.hasSuffix(".json")
        ? Int(name.dropFirst("accounts.damaged-".count).dropLast(".json".count)) : nil
    }
    let target = file("accounts.damaged-\((numbers.max() ?? 0) + 1).json")
    try files.move(damaged, to: target)
    try files.flush(directory: path)
    report(
      FileAccountStoreIncident(kind: .damagedFile, path: damaged, setAside: target, detail: cause)
    )
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }
}

extension AccountFolder {
  /// What one of the files is.
  private enum Content {
    case missing
    case whole([AccountStoreKey: [UInt8]])
    case damaged(_ path: String, _ cause: String)
    case newer(_ path: String)
  }
}
