/// How the content of a stashed state is written to an account store and read back.
struct StashStoring {
  let change: @MainActor (any Sendable, AccountStoreKey) -> AccountStoreChange?
  let content: @MainActor (any AccountStore, AccountStoreKey) throws -> (any Sendable)?

  /// Says how content of a type is stored; nothing if the type cannot be encoded.
  ///
  /// Asked of the type and not of an overload, so that stashing is one function for every content.
  init?<Content: Sendable>(_ type: Content.Type) {
    guard let encodable = type as? any (Codable & SendableMetatype).Type else { return nil }
    change = { content, key in Self.change(encodable, content, key) }
    content = { store, key in
      // Nothing stored is nothing, also where the content is optional.
      guard let content = try Self.content(encodable, store, key) else { return nil }
      return content as? Content
    }
  }

  private static func change<Content: Codable & SendableMetatype>(
    _ type: Content.Type,
    _ content: any Sendable,
    _ key: AccountStoreKey
  ) -> AccountStoreChange? {
    (content as? Content).map { .store(StashedContent(value: $0), under: key) }
  }

  private static func content<Content: Codable & SendableMetatype>(
    _ type: Content.Type,
    _ store: any AccountStore,
    _ key: AccountStoreKey
  ) throws -> Any? {
    try store.value(StashedContent<Content>.self, for: key)?.value
  }
}

/// Content as it is stored; encoded like the content itself.
// Safe: made of the content of a stashed state only, which is sendable.
private struct StashedContent<Content: Codable & SendableMetatype>: Codable, @unchecked Sendable {
  let value: Content

  init(value: Content) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    value = try Content(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}
