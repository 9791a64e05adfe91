import AppGraph
import AppGraphStorage
import Foundation
import Testing
import storage_writer

/// Secrets in files.
@Suite struct FileCredentialStoreTests {
  struct Token: Codable, Equatable {
    var text: String
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.setRights(0o700, of: "")
  }

  private func open(
    reports: Collector<FileCredentialStoreIncident> = Collector()
  ) throws -> FileCredentialStore {
    try FileCredentialStore(directory: folder.url, reporter: reports.add)
  }

  @Test(arguments: ["alice", "", "../x", "Ä/ö", "cafe\u{301}", String(repeating: "n", count: 3000)])
  func `A secret is found by its name, also by another store, until it is removed`(
    name: String
  )
    throws
  {
    let store = try open()
    #expect(try store.credential(Token.self, named: name) == nil)
    try store.store(Token(text: "1"), named: name)
    try store.store(Token(text: "\"2\",\"credential\":"), named: name)
    try store.store(Token(text: "x"), named: name + "2")
    #expect(try open().credential(Token.self, named: name) == Token(text: "\"2\",\"credential\":"))
    try store.removeCredential(named: name)
    try store.removeCredential(named: name)
    #expect(try store.credential(Token.self, named: name) == nil)
    #expect(try store.credential(Token.self, named: name + "2") == Token(text: "x"))
    #expect(try folder.names.count == 2)
  }

  @Test func `Only the owner can read a file and the directory, whatever they were before`() throws
  {
    let url = folder.url.appending(path: "a/b")
    let store = try FileCredentialStore(directory: url)
    try store.store(Token(text: "1"), named: "alice")
    #expect(try folder.rights("a") == 0o700)
    #expect(try folder.rights("a/b") == 0o700)
    #expect(try folder.rights("a/b/alice.credential") == 0o600)
    try folder.setRights(0o755, of: "a/b")
    try folder.setRights(0o644, of: "a/b/alice.credential")
    let reports = Collector<FileCredentialStoreIncident>()
    let again = try FileCredentialStore(directory: url, reporter: reports.add)
    #expect(try folder.rights("a/b") == 0o700)
    #expect(try folder.rights("a/b/alice.credential") == 0o600)
    #expect(reports.all.map(\.path) == [url.path, "\(url.path)/alice.credential"])
    #expect(
      reports.all.first?.description
        == "Others than the owner had rights to '\(url.path)'; they were "
        + "taken away. Renew the secret if somebody may have read it."
    )
    #expect(try again.credential(Token.self, named: "alice") == Token(text: "1"))
  }

  @Test(arguments: ["", "{\"format\":1,", "nonsense"])
  func `A damaged file is an error and stays until a secret is stored anew`(text: String) throws {
    let store = try open()
    try store.store(Token(text: "1"), named: "alice")
    try folder.write(text.utf8, to: "alice.credential")
    let error = #expect(throws: StorageError.self) {
      try store.credential(Token.self, named: "alice")
    }
    #expect(error?.reason == .damaged)
    #expect(error?.key == "alice")
    #expect(try folder.text("alice.credential") == text)
    try store.store(Token(text: "2"), named: "alice")
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "2"))
  }

  @Test func `The file of another name is damage`() throws {
    let store = try open()
    try store.store(Token(text: "1"), named: "alice")
    try folder.write(try folder.read("alice.credential"), to: "bob.credential")
    let error = #expect(throws: StorageError.self) {
      try store.credential(Token.self, named: "bob")
    }
    #expect(
      error?.description == "'bob' in '\(folder.path)/bob.credential' is damaged: it belongs to "
        + "'alice'. It was left alone; store the secret anew, or restore the file."
    )
  }

  @Test func `A file of a newer version is refused and left alone until its name is removed`()
    throws
  {
    let store = try open()
    let text = #"{"format":2,"sealed":"x"}"#
    try folder.write(text.utf8, to: "alice.credential")
    let reading = #expect(throws: StorageError.self) {
      try store.credential(Token.self, named: "alice")
    }
    let writing = #expect(throws: StorageError.self) {
      try store.store(Token(text: "1"), named: "alice")
    }
    #expect(reading?.reason == .newerFormat)
    #expect(writing?.reason == .newerFormat)
    #expect(try folder.text("alice.credential") == text)
    try store.removeCredential(named: "alice")
    #expect(try store.credential(Token.self, named: "alice") == nil)
  }

  @Test func `A secret of another type stays stored`() throws {
    let store = try open()
    try store.store(Token(text: "1"), named: "alice")
    let reading = #expect(throws: StorageError.self) {
      try store.credential([Int].self, named: "alice")
    }
    #expect(reading?.reason == .notDecodable)
    let writing = #expect(throws: StorageError.self) {
      try store.store(Double.infinity, named: "alice")
    }
    #expect(writing?.reason == .notEncodable)
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "1"))
  }

  @Test(arguments: ["create", "move", "flush", "claim", "delete"])
  func `A write that fails is an error, and a whole secret is stored`(failing: String) throws {
    let isFull = Lock(false)
    let files = ObservedFiles { operation, path throws(FileFailure) in
      if operation == failing && isFull.withLock({ $0 }) {
        throw FileFailure(operation, path, code: ENOSPC)
      }
    }
    let store = try FileCredentialStore(directory: folder.path, files: files, reporter: { _ in })
    try store.store(Token(text: "1"), named: "alice")
    isFull.withLock { $0 = true }
    let error = #expect(throws: StorageError.self) {
      try store.store(Token(text: "2"), named: "alice")
    }
    #expect(error?.reason == .notWritable)
    let left = try store.credential(Token.self, named: "alice")
    #expect(left == Token(text: failing == "flush" ? "2" : "1"))
    isFull.withLock { $0 = false }
    try store.store(Token(text: "3"), named: "alice")
    #expect(try open().credential(Token.self, named: "alice") == Token(text: "3"))
  }

  @Test func `The file has the shape that the documentation shows`() throws {
    try open().store(["token": "secret"], named: "alice")
    #expect(
      try folder.text("alice.credential") == """
        {"format":1,"checksum":"ff29ba67","name":"alice","credential":{"token":"secret"}}

        """
    )
  }

  @Test func `What a killed writer left is deleted`() throws {
    try folder.write("half".utf8, to: "credentials.new")
    _ = try open()
    #expect(try folder.names == ["credentials.lock"])
  }

  @Test func `Stores that share a directory do not disturb each other`() async throws {
    let stores = try (0..<4).map { _ in try open() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for number in 0..<10 {
            try store.store(Token(text: "\(number)"), named: "own-\(index)")
            try store.store(Token(text: "\(index)"), named: "shared")
            #expect(try store.credential(Token.self, named: "shared") != nil)
          }
        }
      }
      try await group.waitForAll()
    }
    for index in stores.indices {
      #expect(try stores[0].credential(Token.self, named: "own-\(index)") == Token(text: "9"))
    }
  }
}
