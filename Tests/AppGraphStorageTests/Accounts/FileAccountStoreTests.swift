import AppGraph
import AppGraphStorage
import Foundation
import Testing
import storage_writer

/// Values in a store: what is read, what is written, what is reported.
@Suite struct FileAccountStoreTests {
  struct Profile: Codable, Equatable {
    var name: String
    var age: Int?
  }

  private let folder: TemporaryFolder
  private let reports = Collector<FileAccountStoreIncident>()
  private let key = AccountStoreKey(account: "alice", name: "profile")

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `A value is read at once, and again after the store was opened anew`() async throws {
    var store: FileAccountStore? = try open(folder)
    let profile = Profile(name: "Alice \"A\"\n\u{2028}/", age: 30)
    store?.apply([.store(profile, under: key), .store(Int?.none, under: .number)])
    #expect(try store?.value(Profile.self, for: key) == profile)
    try await store?.sync()
    store = nil
    let again = try open(folder)
    #expect(try again.value(Profile.self, for: key) == profile)
    #expect(try again.value(Int?.self, for: .number) == .some(nil))
    #expect(try again.value(Int.self, for: AccountStoreKey(account: "alice", name: "other")) == nil)
  }

  @Test(arguments: [false, true])
  func `An optional is the value that is stored, whether it is written or not`(
    isWritten: Bool
  )
    async throws
  {
    var store = Optional(try open(folder))
    store?.apply([.store(7, under: .number)])
    try await store?.sync()
    if isWritten {
      store = nil
      store = try open(folder)
    }
    #expect(try store?.value(Int?.self, for: .number) == 7)
    #expect(try store?.value(Double.self, for: .number) == 7.0)
  }

  @Test func `Of the changes of a batch the later wins, and all of an account can go`() async throws
  {
    let store = try open(folder)
    let others = ["alice", "alic", "alice2"].map { AccountStoreKey(account: $0, name: "n") }
    store.apply(others.map { .store(1, under: $0) } + [.store(1, under: .number)])
    store.apply([
      .store(2, under: others[0]), .deleteAll(account: "alice"), .store(3, under: others[0]),
      .store(4, under: key), .delete(key), .delete(key),
    ])
    #expect(try others.map { try store.value(Int.self, for: $0) } == [3, 1, 1])
    #expect(try store.value(Int.self, for: key) == nil)
    store.apply([.deleteAll(account: "alice")])
    try await store.sync()
    #expect(try others.map { try store.value(Int.self, for: $0) } == [nil, 1, 1])
    let text = try folder.text("accounts.json")
    #expect(!text.contains(#""alice""#))
    #expect(text.contains(#""alice2""#))
  }

  @Test func `A value of another type is an error that names its place, and stays stored`()
    async throws
  {
    let store = try open(folder)
    store.apply([.store(["name": ["first": "Alice"]], under: key)])
    for _ in 0..<2 {
      let error = #expect(throws: StorageError.self) { try store.value(Profile.self, for: key) }
      #expect(error?.reason == .notDecodable)
      #expect(error?.key == "alice/profile")
      let text = error?.description ?? ""
      #expect(
        text.hasPrefix("'alice/profile' in '\(folder.path)' is not of the type that was asked")
      )
      #expect(text.contains("at 'name',"))
      #expect(
        text.hasSuffix("It stays stored; ask for the type it was stored with, or store it anew.")
      )
      // The first time it is not written, the second time it is.
      try await store.sync()
    }
    #expect(
      try store.value([String: [String: String]].self, for: key)?["name"]?["first"] == "Alice"
    )
  }

  @Test
  func `A value that cannot be encoded is reported once and keeps no other from being stored`()
    async throws
  {
    var store = Optional(try open(folder, reports: reports))
    store?.apply([.store([1.0], under: key)])
    try await store?.sync()
    store?.apply([.store([Double.nan], under: key), .store(5, under: .number)])
    for _ in 0..<2 {
      do throws(StorageError) {
        try await store?.sync()
        Issue.record("it must say that a value is not durable")
      } catch {
        #expect(error.reason == .notEncodable)
        #expect(error.key == "alice/profile")
        #expect(error.description.contains("encoded: at '0', "))
      }
    }
    #expect(reports.all.map(\.kind) == [.valueNotEncoded])
    #expect(try store?.value([Double].self, for: key)?.first?.isNaN == true)
    let other = #expect(throws: StorageError.self) { try store?.value([Float].self, for: key) }
    #expect(other?.reason == .notEncodable)
    store?.apply([.store(6, under: .number)])
    do { try await store?.sync() } catch {}
    store = nil
    let again = try open(folder)
    #expect(try again.value(Int.self, for: .number) == 6)
    #expect(try again.value([Double].self, for: key) == [1.0])
    again.apply([.store([2.0], under: key)])
    try await again.sync()
  }

  @Test func `A value that replaces what could not be encoded makes all durable again`()
    async throws
  {
    let store = try open(folder, reports: reports)
    store.apply([.store(Double.infinity, under: .number)])
    await #expect(throws: StorageError.self) { try await store.sync() }
    store.apply([.store(1, under: .number)])
    try await store.sync()
    store.apply([.store(-Double.infinity, under: .number)])
    await #expect(throws: StorageError.self) { try await store.sync() }
    store.apply([.delete(.number)])
    try await store.sync()
    #expect(reports.all.count == 2)
  }

  @Test func `What nobody asks for stays in the file to the byte`() async throws {
    let line =
      #"{"account":"zoe","name":"a,\"value\":","value":{"b":1.10,"a":123456789012345678901}}"#
    try folder.write(sealed(#""entries":[\#n\#(line)\#n]"#), to: "accounts.json")
    var store = Optional(try open(folder, reports: reports))
    for number in 1...3 {
      store?.apply([.store(number, under: .number)])
      try await store?.sync()
    }
    store = nil
    #expect(try folder.text("accounts.json").contains("\n\(line)\n"))
    #expect(try open(folder).value([String: Double].self, for: foreign)?["b"] == 1.1)
    #expect(reports.all.isEmpty)
  }

  private let foreign = AccountStoreKey(account: "zoe", name: "a,\"value\":")

  @Test func `The file has the shape that the documentation shows`() async throws {
    let store = try open(folder)
    store.apply([
      .store(["draft": "Hello"], under: AccountStoreKey(account: "alice", name: "stash")),
      .store("alice", under: AccountStoreKey(account: nil, name: "selected")),
    ])
    try await store.sync()
    #expect(
      try folder.text("accounts.json") == """
        {"format":1,"checksum":"f6965c52","entries":[
        {"name":"selected","value":"alice"},
        {"account":"alice","name":"stash","value":{"draft":"Hello"}}
        ]}

        """
    )
  }

  @Test func `An empty store is a file, too`() async throws {
    let store = try open(folder)
    store.apply([])
    try await store.sync()
    #expect(try folder.names == ["accounts.lock"])
    store.apply([.delete(.number)])
    try await store.sync()
    #expect(try folder.names == ["accounts.lock", "accounts.json"])
  }
}
