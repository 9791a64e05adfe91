#if canImport(Security)
public import AppGraph
import Foundation
import Security

/// A credential store in the Keychain: one generic password for each name.
///
/// Items are not synchronised to other devices. On macOS they are in the data protection Keychain, which
/// only a signed app can use. Apps of one access group share the secrets that are stored with it. A store
/// without a group finds, replaces and removes the secrets of its service in every group of the app:
/// give what is shared a service of its own.
public final class KeychainCredentialStore: CredentialStore {
  /// When a secret can be read.
  public enum Accessibility: Hashable, Sendable {
    /// After the first unlock since the device started; stays on this device.
    case afterFirstUnlockThisDeviceOnly
    /// After the first unlock since the device started; moves to a new device with a backup.
    case afterFirstUnlock
    /// While the device is unlocked; stays on this device.
    case whenUnlockedThisDeviceOnly
    /// While the device is unlocked; moves to a new device with a backup.
    case whenUnlocked
  }

  private let service: String
  private let accessGroup: String?
  private let accessibility: Accessibility

  /// Names a part of the Keychain; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - service: What tells these secrets from others of the app. Not empty.
  ///   - accessGroup: The group of apps that share them; without one, new secrets go to the first group
  ///     of the app.
  ///   - accessibility: When a secret can be read. It applies to secrets that are stored from now on.
  /// - Precondition: `service` is not empty.
  public init(
    service: String,
    accessGroup: String? = nil,
    accessibility: Accessibility = .afterFirstUnlockThisDeviceOnly
  ) {
    precondition(!service.isEmpty, "KeychainCredentialStore.service must not be empty")
    self.service = service
    self.accessGroup = accessGroup
    self.accessibility = accessibility
  }

  /// The secret under a name.
  ///
  /// - Parameters:
  ///   - type: The type of the secret.
  ///   - name: The name.
  /// - Returns: The secret; none if nothing is stored under the name.
  /// - Throws: ``StorageError`` with reason `notReadable` if the Keychain refuses, for example before the
  ///   first unlock, or `notDecodable` if the secret is no `type`; it stays stored.
  public func credential<Credential: Codable & Sendable>(
    _ type: Credential.Type,
    named name: String
  ) throws(StorageError) -> Credential? {
    var query = query(for: name)
    query[kSecReturnData as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = result as? Data else {
      throw refused(.notReadable, name, status)
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw StorageError(.notDecodable, path: service, key: name, underlying: error)
    }
  }

  /// Stores a secret; replaces the one before.
  ///
  /// - Parameters:
  ///   - credential: The secret.
  ///   - name: The name.
  /// - Throws: ``StorageError`` with reason `notEncodable` if the secret cannot be encoded, or
  ///   `notWritable` if the Keychain refuses; then the secret before is still stored.
  public func store<Credential: Codable & Sendable>(
    _ credential: Credential,
    named name: String
  ) throws(StorageError) {
    let data: Data
    do {
      data = try JSONEncoder().encode(credential)
    } catch {
      throw StorageError(.notEncodable, path: service, key: name, underlying: error)
    }
    let attributes: [String: Any] = [
      kSecValueData as String: data,
      kSecAttrAccessible as String: accessibility.attribute,
    ]
    let query = query(for: name)
    var status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
    if status == errSecItemNotFound {
      let item = query.merging(attributes) { $1 }
      status = SecItemAdd(item as CFDictionary, nil)
      // Somebody added one between the two calls; ours is the later.
      if status == errSecDuplicateItem {
        status = SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
      }
    }
    if status != errSecSuccess { throw refused(.notWritable, name, status) }
  }

  /// Deletes a secret; without one it has no effect.
  ///
  /// - Parameter name: The name.
  /// - Throws: ``StorageError`` with reason `notWritable` if the Keychain refuses.
  public func removeCredential(named name: String) throws(StorageError) {
    let status = SecItemDelete(query(for: name) as CFDictionary)
    if status != errSecSuccess && status != errSecItemNotFound {
      throw refused(.notWritable, name, status)
    }
  }

  /// What one item is found by.
  private func query(for name: String) -> [String: Any] {
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: service,
      // Equal strings are one name, however their letters are composed.
      kSecAttrAccount as String: name.precomposedStringWithCanonicalMapping,
      kSecUseDataProtectionKeychain as String: true,
    ]
    if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
    return query
  }

  private func refused(
    _ reason: StorageError.Reason,
    _ name: String,
    _ status: OSStatus
  ) -> StorageError {
    let refusal = KeychainRefusal(status: status)
    return StorageError(reason, path: service, key: name, underlying: refusal)
  }
}

extension KeychainCredentialStore.Accessibility {
  /// The attribute of an item.
  fileprivate var attribute: CFString {
    switch self {
    case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
    case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
    case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
    }
  }
}
#endif
