import AppGraph
import AppGraphStorage
import Foundation
import Testing
import storage_writer

/// What a store does with the files that it finds.
@Suite struct FileAccountStoreOpeningTests {
  private let folder: TemporaryFolder
  private let reports = Collector<FileAccountStoreIncident>()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Leaves 2 in the current file and 1 in the previous one.
  private func fill() async throws {
    let store = try open(folder)
    try await write(1, to: store)
    try await write(2, to: store)
  }

  private func number() throws -> Int? {
    try open(folder, reports: reports).value(Int.self, for: .number)
  }

  @Test func `A directory is made for the owner alone, and the files in it`() async throws {
    let store = try FileAccountStore(directory: folder.url.appending(path: "a/b"))
    try await write(1, to: store)
    try await write(2, to: store)
    #expect(try folder.rights("a") == 0o700)
    #expect(try folder.rights("a/b") == 0o700)
    for name in ["accounts.json", "accounts.previous.json", "accounts.lock"] {
      #expect(try folder.rights("a/b/\(name)") == 0o600)
    }
  }

  @Test(arguments: [
    "", "{\"format\":1,", "nonsense", "{\"format\":1,\"checksum\":\"00000000\",}\n",
  ])
  func `A damaged file is set aside and reported, and the previous one is used`(
    text: String
  )
    async throws
  {
    try await fill()
    try folder.write(text.utf8, to: "accounts.json")
    #expect(try number() == 1)
    #expect(reports.all.map(\.kind) == [.damagedFile, .previousUsed])
    #expect(reports.all.first?.setAside == "\(folder.path)/accounts.damaged-1.json")
    #expect(try folder.text("accounts.damaged-1.json") == text)
    #expect(try folder.names.contains("accounts.json") == false)
    // It goes on from there, and opens again without a report.
    try await write(3, to: open(folder))
    #expect(try number() == 3)
    #expect(reports.all.count == 2)
  }

  @Test func `A file with a right checksum and another shape is damaged`() async throws {
    try await fill()
    let body = #""entries":[\#n{"name":7,"value":1}\#n]"#
    try folder.write(sealed(body), to: "accounts.json")
    #expect(try number() == 1)
    #expect(reports.all.first?.detail == "its entries have another shape")
  }

  @Test func `If both are damaged both are set aside and the store begins empty`() async throws {
    try await fill()
    for round in [1, 3] {
      try folder.write("current \(round)".utf8, to: "accounts.json")
      try folder.write("previous \(round)".utf8, to: "accounts.previous.json")
      #expect(try number() == nil)
      #expect(try folder.text("accounts.damaged-\(round).json") == "current \(round)")
      #expect(try folder.text("accounts.damaged-\(round + 1).json") == "previous \(round)")
    }
    #expect(reports.all.prefix(3).map(\.kind) == [.damagedFile, .damagedFile, .beganEmpty])
    #expect(try folder.text("accounts.damaged-1.json") == "current 1")
  }

  @Test func `A damaged previous file is set aside before it is replaced`() async throws {
    try await fill()
    try folder.write("nonsense".utf8, to: "accounts.previous.json")
    #expect(try number() == 2)
    #expect(reports.all.map(\.kind) == [.damagedFile])
    #expect(try folder.text("accounts.damaged-1.json") == "nonsense")
  }

  @Test(arguments: ["accounts.json", "accounts.previous.json"], [true, false])
  func `A newer version is refused and every file left alone`(
    newer: String,
    isOtherDamaged: Bool
  )
    async throws
  {
    try await fill()
    let other = newer == "accounts.json" ? "accounts.previous.json" : "accounts.json"
    try folder.write(#"{"format":2,"what":"ever"}"#.utf8, to: newer)
    if isOtherDamaged { try folder.write("nonsense".utf8, to: other) }
    try folder.write("half".utf8, to: "accounts.new.json")
    let before = try folder.names.map { ($0, try folder.read($0)) }
    let error = #expect(throws: StorageError.self) { try number() }
    #expect(error?.reason == .newerFormat)
    #expect(
      error?.description == "'\(folder.path)/\(newer)' was written by a newer version. It was left "
        + "alone; update the app, or move the file away."
    )
    #expect(reports.all.isEmpty)
    #expect(try folder.names.count == before.count)
    for (name, bytes) in before { #expect(try folder.read(name) == bytes) }
  }

  @Test func `What a killed writer left is deleted`() async throws {
    try await fill()
    try folder.write("half".utf8, to: "accounts.new.json")
    #expect(try number() == 2)
    #expect(try folder.names == ["accounts.json", "accounts.previous.json", "accounts.lock"])
    #expect(reports.all.isEmpty)
  }

  @Test func `A second store is refused until the first is gone`() async throws {
    var first: FileAccountStore? = try open(folder)
    first?.apply([.store(1, under: .number)])
    try await first?.sync()
    let error = #expect(throws: StorageError.self) { try number() }
    #expect(error?.reason == .inUse)
    #expect(
      error?.description
        == "'\(folder.path)' is open in another store. Share one store, or give each "
        + "a directory of its own."
    )
    first = nil
    #expect(try number() == 1)
  }

  @Test func `A store of another process is refused, too`() async throws {
    let reason = try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result { () throws -> StorageError.Reason? in
            let writer = try WriterProcess(folder.path)
            writer.read(lines: 20)
            defer { writer.kill() }
            do throws(StorageError) {
              _ = try FileAccountStore(directory: folder.url)
              return nil
            } catch {
              return error.reason
            }
          }
        )
      }
    }
    #expect(reason == .inUse)
    #expect(try SwitchBatch.number(in: open(folder)) != nil)
  }

  @Test(arguments: [
    ("makeDirectory", EROFS, StorageError.Reason.notWritable), ("claim", EACCES, .notWritable),
    ("contents", EIO, .notReadable), ("delete", EROFS, .notWritable), ("move", EROFS, .notWritable),
  ])
  func `A refusal of the system is an error that names it, and nothing is lost`(
    operation: String,
    code: Int32,
    reason: StorageError.Reason
  ) async throws {
    try await fill()
    try folder.write("nonsense".utf8, to: "accounts.json")
    let files = ObservedFiles { tried, path throws(FileFailure) in
      if tried == operation { throw FileFailure(operation, path, code: code) }
    }
    let error = #expect(throws: StorageError.self) {
      try FileAccountStore(directory: folder.path, files: files, reporter: { _ in })
    }
    #expect(error?.reason == reason)
    #expect((error?.underlying as? FileFailure)?.code == code)
    #expect(try number() == 1)
    #expect(try folder.text("accounts.damaged-1.json") == "nonsense")
  }

  @Test func `A file in place of the directory is an error that says so`() throws {
    try folder.write("".utf8, to: "file")
    let error = #expect(throws: StorageError.self) {
      try FileAccountStore(directory: folder.url.appending(path: "file"))
    }
    #expect(
      error?.description == "'\(folder.path)/file' cannot be written: cannot make the directory "
        + "'\(folder.path)/file': Not a directory. What was stored before still is; mend what the system "
        + "reports."
    )
  }

  #if os(Linux)
  @Test func `A directory that the system has no place for is an error`() {
    // There /proc is, and whatever one makes in it does not come to be for want of a directory above.
    let error = #expect(throws: StorageError.self) {
      try FileAccountStore(directory: URL(filePath: "/proc/no/such/place"))
    }
    #expect(error?.reason == .notWritable)
  }
  #endif
}
