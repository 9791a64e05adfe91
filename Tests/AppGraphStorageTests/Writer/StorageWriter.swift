import AppGraph
import AppGraphStorage
import Foundation

/// A program that switches accounts in a store until it is killed, and says what it does, line by line.
///
/// usage: storage-writer DIRECTORY
@main
enum StorageWriter {
  static func main() async throws {
    // Each operation on a file is announced, so that who reads along can kill within a write.
    let files = ObservedFiles { operation, _ in say("step \(operation)") }
    let store = try FileAccountStore(
      directory: CommandLine.arguments[1],
      files: files,
      reporter: { say("incident \($0)") }
    )
    var number = try SwitchBatch.number(in: store) ?? 0
    while true {
      for _ in 0..<3 {
        number += 1
        store.apply(SwitchBatch(number).changes)
      }
      try await store.sync()
      say("synced \(number)")
    }
  }

  /// Writes a line at once, in one piece.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
