import AppGraph
import AppGraphStorage
import Foundation
import Security
import Testing

/// The store in the Keychain, over a Keychain in memory.
///
/// Each test has a service of its own.
@Suite struct KeychainCredentialStoreTests {
  struct Token: Codable, Equatable {
    var text: String
  }

  private let keychain = MemoryKeychain.shared
  private let service = UUID().uuidString

  @Test func `A secret is found by its name until it is removed`() throws {
    let store = KeychainCredentialStore(service: service)
    #expect(try store.credential(Token.self, named: "alice") == nil)
    try store.store(Token(text: "a"), named: "alice")
    try store.store(Token(text: "b"), named: "bob")
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "a"))
    #expect(try store.credential(Token.self, named: "bob") == Token(text: "b"))
    try store.removeCredential(named: "alice")
    try store.removeCredential(named: "alice")
    #expect(try store.credential(Token.self, named: "alice") == nil)
    #expect(try store.credential(Token.self, named: "bob") == Token(text: "b"))
  }

  @Test func `A secret is added once and updated afterwards`() throws {
    let store = KeychainCredentialStore(service: service)
    try store.store(Token(text: "1"), named: "alice")
    try store.store(Token(text: "2"), named: "alice")
    #expect(keychain.calls(service: service) == ["update", "add", "update"])
    #expect(keychain.items(service: service).count == 1)
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "2"))
  }

  @Test func `If somebody adds the item between update and add ours replaces it`() throws {
    let store = KeychainCredentialStore(service: service)
    try store.store(Token(text: "theirs"), named: "alice")
    keychain.answer("update", service: service, with: errSecItemNotFound)
    try store.store(Token(text: "ours"), named: "alice")
    #expect(keychain.calls(service: service).suffix(3) == ["update", "add", "update"])
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "ours"))
  }

  @Test(arguments: [
    (KeychainCredentialStore.Accessibility.afterFirstUnlockThisDeviceOnly, "cku"),
    (.afterFirstUnlock, "ck"), (.whenUnlockedThisDeviceOnly, "aku"), (.whenUnlocked, "ak"),
  ])
  func `An item has the accessibility it was stored with`(
    accessibility: KeychainCredentialStore.Accessibility,
    attribute: String
  ) throws {
    let first = KeychainCredentialStore(service: service)
    try first.store(Token(text: "1"), named: "alice")
    #expect(keychain.items(service: service).first?[kSecAttrAccessible] as? String == "cku")
    let store = KeychainCredentialStore(service: service, accessibility: accessibility)
    try store.store(Token(text: "2"), named: "alice")
    #expect(keychain.items(service: service).first?[kSecAttrAccessible] as? String == attribute)
  }

  @Test func `Groups and services are apart`() throws {
    let store = KeychainCredentialStore(service: service)
    let shared = KeychainCredentialStore(service: service, accessGroup: "TEAM.shared")
    let other = KeychainCredentialStore(service: "\(service)-other", accessGroup: "TEAM.shared")
    try store.store(Token(text: "own"), named: "alice")
    try shared.store(Token(text: "shared"), named: "alice")
    #expect(try shared.credential(Token.self, named: "alice") == Token(text: "shared"))
    #expect(try other.credential(Token.self, named: "alice") == nil)
    let groups = keychain.items(service: service).compactMap { $0[kSecAttrAccessGroup] as? String }
    #expect(groups == [MemoryKeychain.defaultGroup, "TEAM.shared"])
  }

  @Test func `A refusal names the secret, the service and the status, and nothing is lost`() throws
  {
    let store = KeychainCredentialStore(service: service)
    try store.store(Token(text: "1"), named: "alice")
    keychain.answer("find", service: service, with: errSecInteractionNotAllowed)
    let reading = #expect(throws: StorageError.self) {
      try store.credential(Token.self, named: "alice")
    }
    #expect(reading?.reason == .notReadable)
    #expect(
      reading?.description == "'alice' in '\(service)' cannot be read: the Keychain says User "
        + "interaction is not allowed. (status -25308). It was left alone; mend what the system "
        + "reports, and open it again."
    )
    keychain.answer("update", service: service, with: errSecMissingEntitlement)
    let writing = #expect(throws: StorageError.self) {
      try store.store(Token(text: "2"), named: "alice")
    }
    #expect(writing?.reason == .notWritable)
    #expect((writing?.underlying as? KeychainRefusal)?.status == errSecMissingEntitlement)
    keychain.answer("delete", service: service, with: errSecInteractionNotAllowed)
    let removal = #expect(throws: StorageError.self) { try store.removeCredential(named: "alice") }
    #expect(removal?.reason == .notWritable)
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "1"))
  }

  @Test func `A secret of another type stays stored`() throws {
    let store = KeychainCredentialStore(service: service)
    try store.store(Token(text: "1"), named: "alice")
    let error = #expect(throws: StorageError.self) {
      try store.credential([Int].self, named: "alice")
    }
    #expect(error?.reason == .notDecodable)
    let refusal = #expect(throws: StorageError.self) {
      try store.store(Double.infinity, named: "alice")
    }
    #expect(refusal?.reason == .notEncodable)
    #expect(try store.credential(Token.self, named: "alice") == Token(text: "1"))
  }
}
