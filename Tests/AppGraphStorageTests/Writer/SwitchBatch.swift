package import AppGraph

/// One switch as an app stores it: the list, the selection and the stash of the chosen account, which
/// belong together and carry the number of the batch.
package struct SwitchBatch {
  /// A value that belongs to a batch.
  struct Numbered<Content: Codable & Sendable>: Codable, Sendable {
    let number: Int
    let content: Content
  }

  /// What is wrong with a store that holds parts of two batches.
  package struct Mixture: Error {
    let text: String
  }

  package let number: Int

  package init(_ number: Int) {
    self.number = number
  }

  /// The accounts of the list; with each batch one goes and one comes.
  private var accounts: [String] { (0..<4).map { "account-\((number + $0) % 7)" } }
  private var selected: String { accounts[number % 4] }
  private static let listKey = AccountStoreKey(account: nil, name: "accounts")
  private static let selectionKey = AccountStoreKey(account: nil, name: "selected")

  /// The changes of the batch.
  package var changes: [AccountStoreChange] {
    [
      .store(Numbered(number: number, content: accounts), under: Self.listKey),
      .deleteAll(account: "account-\((number + 6) % 7)"),
      .store(Numbered(number: number, content: selected), under: Self.selectionKey),
      .store(
        Numbered(number: number, content: String(repeating: "draft ", count: number % 50)),
        under: AccountStoreKey(account: selected, name: "stash")
      ),
    ]
  }

  /// The number of the batch that a store holds; none if it is empty.
  ///
  /// - Parameter store: The store.
  /// - Returns: The number.
  /// - Throws: ``Mixture`` if the parts do not belong to one batch.
  package static func number(in store: some AccountStore) throws -> Int? {
    let list = try store.value(Numbered<[String]>.self, for: listKey)
    let selection = try store.value(Numbered<String>.self, for: selectionKey)
    if list == nil && selection == nil { return nil }
    guard let list, let selection else { throw Mixture(text: "a list or a selection is missing") }
    guard list.content.contains(selection.content) else {
      throw Mixture(text: "\(selection.content) is not in the list")
    }
    let stashKey = AccountStoreKey(account: selection.content, name: "stash")
    guard let stash = try store.value(Numbered<String>.self, for: stashKey) else {
      throw Mixture(text: "\(selection.content) has no stash")
    }
    guard list.number == selection.number, stash.number == selection.number else {
      throw Mixture(text: "batches \(list.number), \(selection.number) and \(stash.number)")
    }
    return selection.number
  }
}
