/// Why a key has its lifetime, as a path of keys.
public struct LifetimeExplanation: Hashable, Sendable {
  /// The inferred lifetime.
  public let lifetime: Lifetime
  /// The names of the keys from the one asked about to the account key; for app lifetime, the key alone.
  public let path: [String]
  /// The name of the key that was asked about.
  public var key: String { path.first ?? "" }
  /// Whether the key is registered at all; if not, it yields its default instance.
  public let isRegistered: Bool
}

// MARK: - CustomStringConvertible

extension LifetimeExplanation: CustomStringConvertible {
  /// The explanation as one sentence.
  public var description: String {
    if !isRegistered && path.count == 1 && lifetime == .app {
      return
        "'\(key)' is not registered: it yields its default instance for the life of the process."
    }
    return switch lifetime {
    case .app: "'\(key)' has app lifetime: nothing it is made from depends on an account."
    case .account: "'\(key)' has account lifetime: \(path.joined(separator: " -> "))."
    }
  }
}
