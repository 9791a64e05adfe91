import AppGraphStorage
import Foundation
import Testing

/// The texts of errors and incidents, to the letter.
@Suite struct StorageErrorTests {
  private static let failure = FileFailure("open", "/d/f", code: EACCES)

  @Test(arguments: [
    (
      StorageError.Reason.inUse,
      "'/d' is open in another store. Share one store, or give each a directory of its own."
    ),
    (
      .newerFormat,
      "'/d' was written by a newer version. It was left alone; update the app, or move the file away."
    ),
    (
      .notReadable,
      "'/d' cannot be read. It was left alone; mend what the system reports, and open it again."
    ),
    (
      .notWritable,
      "'/d' cannot be written. What was stored before still is; mend what the system reports."
    ),
    (
      .damaged,
      "'/d' is damaged. It was left alone; store the secret anew, or restore the file."
    ),
    (
      .notDecodable,
      "'/d' is not of the type that was asked for. It stays stored; ask for the type it was stored "
        + "with, or store it anew."
    ),
    (
      .notEncodable,
      "'/d' cannot be encoded. What was stored before still is; store a value that its encoder takes."
    ),
  ])
  func `An error says what failed, where, and what to do`(reason: StorageError.Reason, text: String)
  {
    #expect(StorageError(reason, path: "/d").description == text)
  }

  @Test func `An error names the value and what lies behind`() {
    let error = StorageError(.notReadable, path: "/d", key: "k", underlying: Self.failure)
    #expect(
      error.description
        == "'k' in '/d' cannot be read: cannot open '/d/f': Permission denied. It was "
        + "left alone; mend what the system reports, and open it again."
    )
  }

  @Test func `An error of a decoder names the place in the value`() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([String: [Int]].self, from: Data(#"{"a":[1,"x"]}"#.utf8))
    }
    let text = StorageError(.notDecodable, path: "/d", key: "k", underlying: error).description
    #expect(text.hasPrefix("'k' in '/d' is not of the type that was asked for: at 'a.1', "))
  }

  @Test(arguments: [
    (
      FileAccountStoreIncident.Kind.damagedFile,
      "'/d/f' is damaged (it is empty); it is kept as '/d/g'"
    ),
    (
      .previousUsed,
      "'/d/f' is used in place of the damaged file; changes since it was written are lost"
    ),
    (.beganEmpty, "No whole file is left in '/d/f'; the store begins empty"),
    (
      .writeFailed,
      "'/d' cannot be written: cannot open '/d/f': Permission denied. What was stored before still is; "
        + "mend what the system reports."
    ),
  ])
  func `An incident says what happened and what the store did`(
    kind: FileAccountStoreIncident.Kind,
    text: String
  ) {
    let incident = FileAccountStoreIncident(
      kind: kind,
      path: "/d/f",
      setAside: "/d/g",
      detail: "it is empty",
      cause: StorageError(.notWritable, path: "/d", underlying: Self.failure)
    )
    #expect(incident.description == text)
  }
}
