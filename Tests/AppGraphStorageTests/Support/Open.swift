import AppGraph
import AppGraphStorage

extension AccountStoreKey {
  static let number = AccountStoreKey(account: nil, name: "number")
}

/// Opens the store of a folder and collects what it reports.
func open(
  _ folder: TemporaryFolder,
  reports: Collector<FileAccountStoreIncident> = Collector()
) throws -> FileAccountStore {
  try FileAccountStore(directory: folder.url, reporter: reports.add)
}

/// Stores a number and waits until it is durable.
func write(_ number: Int, to store: FileAccountStore) async throws {
  store.apply([.store(number, under: .number)])
  try await store.sync()
}
