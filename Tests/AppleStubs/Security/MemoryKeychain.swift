import Foundation

/// A Keychain in memory, which answers as the real one does to what the stand-in declares.
///
/// An item is known by its class, service, account and access group. A query finds what agrees with all
/// of its attributes; without a group, in every group.
public final class MemoryKeychain: @unchecked Sendable {
  public static let shared = MemoryKeychain()

  /// The group of an item that names none.
  public static let defaultGroup = "default"

  // Safe: the items, the calls and the answers are touched under the lock only.
  private let lock = NSLock()
  private var items: [[String: Any]] = []
  private var answers: [String: [(service: String, status: OSStatus)]] = [:]
  private var calls: [(service: String, name: String)] = []

  /// Lets the next call of a name for a service answer with a status and do nothing.
  public func answer(_ name: String, service: String, with status: OSStatus) {
    lock.withLock { answers[name, default: []].append((service, status)) }
  }

  /// The items of a service.
  public func items(service: String) -> [[String: Any]] {
    lock.withLock { items.filter { $0[kSecAttrService] as? String == service } }
  }

  /// The names of the calls for a service, in order.
  public func calls(service: String) -> [String] {
    lock.withLock { calls.filter { $0.service == service }.map(\.name) }
  }

  func add(_ item: [String: Any]) -> OSStatus {
    lock.withLock {
      if let status = begin("add", item) { return status }
      var item = item
      if item[kSecAttrAccessGroup] == nil { item[kSecAttrAccessGroup] = Self.defaultGroup }
      let identity = item.filter { Self.identifying.contains($0.key) }
      if items.contains(where: { Self.matches($0, identity) }) { return errSecDuplicateItem }
      items.append(item)
      return errSecSuccess
    }
  }

  func find(_ query: [String: Any]) -> (OSStatus, AnyObject?) {
    lock.withLock {
      if let status = begin("find", query) { return (status, nil) }
      guard query[kSecMatchLimit] as? String == kSecMatchLimitOne else { return (errSecParam, nil) }
      guard let item = items.first(where: { Self.matches($0, query) }) else {
        return (errSecItemNotFound, nil)
      }
      guard query[kSecReturnData] as? Bool == true, let data = item[kSecValueData] as? Data else {
        return (errSecSuccess, nil)
      }
      return (errSecSuccess, data as NSData)
    }
  }

  func update(_ query: [String: Any], _ attributes: [String: Any]) -> OSStatus {
    lock.withLock {
      if let status = begin("update", query) { return status }
      let found = items.indices.filter { Self.matches(items[$0], query) }
      for index in found { items[index].merge(attributes) { $1 } }
      return found.isEmpty ? errSecItemNotFound : errSecSuccess
    }
  }

  func delete(_ query: [String: Any]) -> OSStatus {
    lock.withLock {
      if let status = begin("delete", query) { return status }
      let before = items.count
      items.removeAll { Self.matches($0, query) }
      return items.count == before ? errSecItemNotFound : errSecSuccess
    }
  }

  /// Notes a call; gives the answer that was prepared for it, or that of a query of the wrong kind.
  private func begin(_ name: String, _ query: [String: Any]) -> OSStatus? {
    let service = query[kSecAttrService] as? String ?? ""
    calls.append((service, name))
    if let index = answers[name]?.firstIndex(where: { $0.service == service }) {
      return answers[name]?.remove(at: index).status
    }
    let isComplete =
      query[kSecClass] as? String == kSecClassGenericPassword
      && query[kSecUseDataProtectionKeychain] as? Bool == true
    return isComplete ? nil : errSecParam
  }

  private static let identifying = [
    kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup,
  ]

  private static func matches(_ item: [String: Any], _ query: [String: Any]) -> Bool {
    identifying.allSatisfy { key in
      query[key] == nil || item[key] as? String == query[key] as? String
    }
  }
}
