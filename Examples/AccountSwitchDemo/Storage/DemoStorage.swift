import AppGraph
import AppGraphStorage
import Foundation

/// Where the demo keeps what it goes on with: in a folder, or in memory for one run.
struct DemoStorage {
  let accounts: any AccountStore
  let credentials: any CredentialStore
  /// The folder as the user wrote it; none in memory.
  let folder: String?

  /// Keeps everything for the life of the process.
  init() {
    accounts = MemoryAccountStore()
    credentials = MemoryCredentialStore()
    folder = nil
  }

  /// Opens a folder, which is made if it is missing; the tokens lie in a folder of their own in it.
  init(folder: String) throws(StorageError) {
    let directory = URL(filePath: folder, directoryHint: .isDirectory)
    accounts = try FileAccountStore(directory: directory)
    credentials = try FileCredentialStore(directory: directory.appending(path: "credentials"))
    self.folder = folder
  }

  /// Whether what is kept outlives the process.
  var isDurable: Bool { folder != nil }
}
