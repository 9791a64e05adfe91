import AppGraphStorage
import Foundation
import Testing

/// What the program makes of a folder that it cannot keep anything in.
@Suite struct DemoStorageTests {
  @Test(
    arguments: [
      ("file", "cannot be written"),
      ("file/below", "cannot be written"),
      ("newer", "was written by a newer version"),
    ]
  )
  func `A folder that cannot be used ends with status 1, and nothing runs`(
    name: String,
    message: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "newer"),
      withIntermediateDirectories: false
    )
    try folder.write("{\"format\":2,\"more\":1}\n", to: "newer/accounts.json")
    let process = try await DemoProcess.run(["--store", "\(folder.path)/\(name)"])
    #expect(process.status == 1)
    #expect(process.errors.contains(message), "\(process.errors)")
    #expect(process.errors.contains(name))
    #expect(process.output.isEmpty)
  }

  @Test func `A store that another process has open is refused`() async throws {
    let folder = try TemporaryFolder()
    let store = try FileAccountStore(directory: folder.url)
    let process = try await DemoProcess.run(["--store", folder.path])
    #expect(process.status == 1)
    #expect(process.errors.contains("is open in another store"))
    #expect(process.output.isEmpty)
    withExtendedLifetime(store) {}
  }

  @Test func `A damaged file is reported, and the one before is used`() async throws {
    let folder = try TemporaryFolder()
    let arguments = ["--store", folder.path]
    _ = try await DemoProcess.play("switch bob\nremove alice", arguments: arguments)
    let text = try folder.read("accounts.json")
    try folder.write(String(text.dropLast(4)), to: "accounts.json")
    let process = try await DemoProcess.run(
      ["--json", "--session", "-"] + arguments,
      input: "status"
    )
    #expect(process.status == 0)
    #expect(process.errors.contains("accounts.json' is damaged"))
    #expect(process.errors.contains("accounts.previous.json' is used"))
    #expect(try process.objects().contains { $0.active == "bob" })
  }

  @Test func `An account that the data does not have is named, and nothing runs`() async throws {
    let store = try TemporaryFolder()
    _ = try await DemoProcess.play("switch bob", arguments: ["--store", store.path])
    let data = try SampleFolder.copy(changing: "bob/account.json", .removeAccount)
    let process = try await DemoProcess.run(
      ["--store", store.path, "--data", "\(data.path)/data"]
    )
    #expect(process.status == 1)
    #expect(process.errors.contains("the list holds 'bob' ('bob@photos.example')"))
    #expect(process.errors.contains("expected only alice, guest"))
    #expect(process.output.isEmpty)
  }

  @Test func `A session that is wrong makes no folder`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/store"
    let process = try await DemoProcess.run(["--session", "-", "--store", path], input: "boo")
    #expect(process.status == 1)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
