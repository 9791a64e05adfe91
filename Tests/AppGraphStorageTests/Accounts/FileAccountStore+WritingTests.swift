import AppGraph
import AppGraphStorage
import Foundation
import Testing
import storage_writer

/// The writes behind a store: their order, their number, and what happens when they fail.
@Suite struct FileAccountStoreWritingTests {
  private let folder: TemporaryFolder
  private let reports = Collector<FileAccountStoreIncident>()

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `Batches that arrive while one is written are written together and never in parts`()
    async throws
  {
    let gate = DispatchSemaphore(value: 0)
    let written = Collector<[UInt8]>()
    let path = "\(folder.path)/accounts.json"
    let files = ObservedFiles { operation, _ throws(FileFailure) in
      if operation == "create" { gate.wait() }
      if operation == "flush", let bytes = try SystemFiles().contents(of: path) {
        written.add(bytes)
      }
    }
    let store = try FileAccountStore(directory: folder.path, files: files, reporter: reports.add)
    store.apply(SwitchBatch(1).changes)
    for number in 2...100 {
      store.apply(SwitchBatch(number).changes)
      #expect(try SwitchBatch.number(in: store) == number)
    }
    for _ in 0..<2 { gate.signal() }
    try await store.sync()
    #expect(written.all.count <= 2)
    for bytes in written.all {
      let copy = try TemporaryFolder()
      try copy.write(bytes, to: "accounts.json")
      #expect(try SwitchBatch.number(in: open(copy)) != nil)
    }
    #expect(try SwitchBatch.number(in: store) == 100)
  }

  @Test(arguments: ["delete", "create", "move", "flush"])
  func `A failed write is thrown and reported, the values stay, and the next attempt writes them`(
    failing: String
  ) async throws {
    let isFull = Lock(false)
    let files = ObservedFiles { operation, path throws(FileFailure) in
      if operation == failing && isFull.withLock({ $0 }) {
        throw FileFailure(operation, path, code: ENOSPC)
      }
    }
    var store = Optional(
      try FileAccountStore(directory: folder.path, files: files, reporter: reports.add)
    )
    store?.apply([.store(1, under: .number)])
    try await store?.sync()
    isFull.withLock { $0 = true }
    store?.apply([.store(2, under: .number)])
    for _ in 0..<2 {
      do throws(StorageError) {
        try await store?.sync()
        Issue.record("the disk is full")
      } catch {
        #expect(error.reason == .notWritable)
        #expect(error.path == folder.path)
        #expect((error.underlying as? FileFailure)?.code == ENOSPC)
      }
    }
    #expect(try store?.value(Int.self, for: .number) == 2)
    #expect(reports.all.count >= 2)
    #expect(reports.all.allSatisfy { $0.kind == .writeFailed })
    isFull.withLock { $0 = false }
    try await store?.sync()
    store = nil
    #expect(try open(folder).value(Int.self, for: .number) == 2)
  }

  @Test func `A change after a failed write writes what the failed one held`() async throws {
    let isFull = Lock(true)
    let files = ObservedFiles { operation, path throws(FileFailure) in
      if operation == "create" && isFull.withLock({ $0 }) {
        throw FileFailure("write", path, code: ENOSPC)
      }
    }
    let other = AccountStoreKey(account: nil, name: "other")
    var store = Optional(
      try FileAccountStore(directory: folder.path, files: files, reporter: reports.add)
    )
    store?.apply([.store(1, under: .number)])
    do { try await store?.sync() } catch {}
    isFull.withLock { $0 = false }
    store?.apply([.store(2, under: other)])
    try await store?.sync()
    store = nil
    #expect(try open(folder).value(Int.self, for: .number) == 1)
    #expect(
      reports.all.first?.description == "'\(folder.path)' cannot be written: cannot write "
        + "'\(folder.path)/accounts.new.json': No space left on device. What was stored before still "
        + "is; mend what the system reports."
    )
  }

  @Test func `A thousand accounts are stored and read`() async throws {
    var store = Optional(try open(folder))
    let keys = (0..<1000).map { AccountStoreKey(account: "account-\($0)", name: "stash") }
    store?.apply(keys.enumerated().map { .store(["text-\($0)", "more"], under: $1) })
    try await store?.sync()
    for round in 0..<10 {
      store?.apply([.store(round, under: keys[round])])
      try await store?.sync()
    }
    store = nil
    store = try open(folder, reports: reports)
    for (index, key) in keys.enumerated().dropFirst(10) {
      #expect(try store?.value([String].self, for: key) == ["text-\(index)", "more"])
    }
    #expect(try keys[..<10].map { try store?.value(Int.self, for: $0) } == Array(0..<10))
    #expect(reports.all.isEmpty)
  }

  @Test func `Tasks that change, read and wait at once lose nothing`() async throws {
    var store = Optional(try open(folder, reports: reports))
    let keys = (0..<8).map { AccountStoreKey(account: "task-\($0)", name: "number") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in keys {
        group.addTask { [store] in
          for number in 1...50 {
            store?.apply([.store(number, under: key)])
            #expect(try store?.value(Int.self, for: key) == number)
            if number % 10 == 0 { try await store?.sync() }
          }
        }
      }
      try await group.waitForAll()
    }
    try await store?.sync()
    store = nil
    let again = try open(folder)
    for key in keys { #expect(try again.value(Int.self, for: key) == 50) }
    #expect(reports.all.isEmpty)
  }

  @Test func `An object that a change displaces ends outside the lock`() async throws {
    let store = try open(folder)
    store.apply([.store(Reader(store), under: .number)])
    store.apply([.store(1, under: .number)])
    store.apply([.store(Reader(store), under: .number)])
    store.apply([.delete(.number)])
    await #expect(throws: Never.self) { try await store.sync() }
  }
}

/// A value that asks the store when it ends, which would never return under the lock.
private final class Reader: Codable, Sendable {
  private let store: FileAccountStore?

  init(_ store: FileAccountStore) {
    self.store = store
  }

  init(from decoder: any Decoder) throws {
    store = nil
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }

  deinit { _ = try? store?.value(Int.self, for: .number) }
}
