#if canImport(Security)
import Foundation
import Security

/// What the Keychain answered when it refused.
public struct KeychainRefusal: Error, Hashable, Sendable {
  /// The status, as `SecBase.h` lists them.
  public let status: Int32
}

// MARK: - CustomStringConvertible

extension KeychainRefusal: CustomStringConvertible {
  /// The refusal in one line: what the system calls it, and its number.
  public var description: String {
    let message = SecCopyErrorMessageString(status, nil) as String?
    return "the Keychain says \(message ?? "nothing") (status \(status))"
  }
}
#endif
