import Foundation
import Testing

/// What the program makes of a folder of accounts.
@Suite struct AccountFolderTests {
  /// A way to break the sample folder, and the message that it must give.
  struct Fault: Sendable, CustomTestStringConvertible {
    let file: String
    let change: SampleFolder.Change
    let message: String

    init(_ file: String, _ change: SampleFolder.Change, _ message: String) {
      self.file = file
      self.change = change
      self.message = message
    }

    var testDescription: String { message }
  }

  private static let faults = [
    Fault("alice/account.json", .remove, "alice/account.json: no such file; expected"),
    Fault("alice/preferences.json", .remove, "alice/preferences.json: no such file; expected"),
    Fault("guest/instance.json", .remove, "guest/instance.json: no such file; expected"),
    Fault("bob/statuses.json", .becomeFolder, "bob/statuses.json: is a folder; expected a file"),
    Fault("bob/statuses.json", .text(""), "bob/statuses.json:1: not JSON: expected a value"),
    Fault("bob/account.json", .truncate(bytes: 60), "bob/account.json:5: not JSON: expected"),
    Fault("bob/account.json", .text("{\n\"id\": 01}"), "bob/account.json:2: not JSON: expected"),
    Fault("bob/account.json", .text("{\n} x"), "bob/account.json:2: not JSON: expected the end"),
    Fault("bob/account.json", .text("{\n'a': 1}"), "account.json:2: not JSON: expected the name"),
    Fault("bob/account.json", .text("\"\\ud800\""), "account.json:1: not JSON: expected the other"),
    Fault("bob/account.json", .text("{\"a\":tru}"), "account.json:1: not JSON: expected a value"),
    Fault(
      "bob/account.json",
      .text(String(repeating: "[", count: 200_000)),
      "account.json:1: not JSON: expected at most 100 levels"
    ),
    Fault(
      "bob/account.json",
      .text("[]"),
      "account.json:1: the file: expected an object, found an"
    ),
    Fault(
      "bob/account.json",
      .replace("\"followers_count\": 41", with: "\"followers_count\": \"41\""),
      "account.json:18: followers_count: expected a whole number, found a string"
    ),
    Fault(
      "bob/account.json",
      .replace("\"followers_count\": 41", with: "\"followers_count\": 4.5"),
      "account.json:18: followers_count: expected a whole number, found 4.5"
    ),
    Fault(
      "bob/account.json",
      .replace("\"followers_count\": 41", with: "\"followers_count\": 1e99"),
      "account.json:18: followers_count: expected a whole number, found 1e+99"
    ),
    Fault(
      "bob/account.json",
      .replace("\"username\"", with: "\"user_name\""),
      "account.json:1: username: expected a value, found none"
    ),
    Fault(
      "bob/account.json",
      .replace("\"username\": \"bob\"", with: "\"username\": \"\""),
      "account.json:3: username: expected a value, found an empty string"
    ),
    Fault(
      "bob/account.json",
      .replace("\"username\": \"bob\"", with: "\"username\": null"),
      "account.json:3: username: expected a string, found null"
    ),
    Fault(
      "bob/statuses.json",
      .replace("\"unlisted\"", with: "\"secret\""),
      "[1].visibility: expected one of public, unlisted, private, direct, found 'secret'"
    ),
    Fault(
      "bob/instance.json",
      .replace("\"domain\": \"photos.example\"", with: "\"domain\": \"\""),
      "instance.json:2: domain: expected a name, found an empty string"
    ),
    Fault(
      "bob/instance.json",
      .replace("\"max_characters\": 300", with: "\"max_characters\": true"),
      "configuration.statuses.max_characters: expected a whole number, found true or false"
    ),
    Fault(
      "bob/account.json",
      .write([0xFF, 0xFE, 0x7B, 0]),
      "account.json:1: expected UTF-8 text"
    ),
    Fault("bob/account.json", .write([0x7B, 0x0A, 0xFF]), "account.json:2: expected UTF-8 text"),
  ]

  @Test(arguments: faults)
  func `A broken file ends with status 1 and names file, line and what was expected`(
    fault: Fault
  ) async throws {
    let folder = try SampleFolder.copy(changing: fault.file, fault.change)
    let process = try await DemoProcess.run(["--data", "\(folder.path)/data"])
    #expect(process.status == 1)
    #expect(process.errors.contains(fault.message), "\(process.errors)")
    #expect(process.errors.split(separator: "\n").count == 1)
    #expect(process.output.isEmpty)
  }

  @Test func `Two accounts with one id are refused`() async throws {
    let folder = try SampleFolder.copy(
      changing: "bob/account.json",
      .replace("\"2002\"", with: "\"10001\"")
    )
    let instance = folder.url.appending(path: "data/bob/instance.json")
    let text = try String(contentsOf: instance, encoding: .utf8)
      .replacingOccurrences(of: "photos.example", with: "social.example")
    try folder.write(text, to: "data/bob/instance.json")
    let process = try await DemoProcess.run(["--data", "\(folder.path)/data"])
    #expect(process.status == 1)
    #expect(process.errors.contains("bob/account.json:2: id: expected one that no other account"))
  }

  @Test(
    arguments: [
      ("nowhere", "nowhere: no such folder; expected a folder"),
      ("file", "file: is a file; expected a folder"),
      ("empty", "empty: holds no account; expected a folder"),
    ]
  )
  func `A path that is no folder of accounts is refused`(
    name: String,
    message: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"),
      withIntermediateDirectories: false
    )
    let process = try await DemoProcess.run(["--data", "\(folder.path)/\(name)"])
    #expect(process.status == 1)
    #expect(process.errors.contains(message))
  }

  @Test func `Every fault of a folder is reported at once`() async throws {
    let folder = try SampleFolder.copy(changing: "alice/account.json", .text("{"))
    try folder.write("[", to: "data/guest/statuses.json")
    let process = try await DemoProcess.run(["--data", "\(folder.path)/data"])
    #expect(process.errors.split(separator: "\n").count == 2)
  }

  @Test(
    arguments: [
      ("alice/account.json", SampleFolder.Change.replace("\"locked\"", with: "\"unheard_of\"")),
      ("alice/account.json", .replace("{\n  \"id\"", with: "\u{FEFF}{\n  \"id\"")),
      ("alice/statuses.json", .text("[]")),
      ("guest/README.txt", .text("beside the files")),
      ("bob/account.json", .removeAccount),
    ]
  )
  func `What the demo does not need may be missing or unknown`(
    file: String,
    change: SampleFolder.Change
  ) async throws {
    let folder = try SampleFolder.copy(changing: file, change)
    let process = try await DemoProcess.run(["--data", "\(folder.path)/data"])
    #expect(process.status == 0, "\(process.errors)")
  }

  @Test func `The sample folder gives the same session as the built-in accounts`() async throws {
    let builtIn = try await DemoProcess.run()
    let sample = try await DemoProcess.run(["--data", SampleFolder.url.path])
    #expect(sample.output == builtIn.output)
  }
}
