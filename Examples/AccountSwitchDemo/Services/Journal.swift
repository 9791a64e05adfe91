/// The log of the app: one line for what a service did that the graph does not know of.
@MainActor
final class Journal {
  private let write: @MainActor (_ source: String, _ text: String) -> Void

  nonisolated init(
    write: @escaping @MainActor (_ source: String, _ text: String) -> Void = { _, _ in }
  ) {
    self.write = write
  }

  func note(_ source: String, _ text: String) {
    write(source, text)
  }
}
