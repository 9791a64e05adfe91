/// Something about a valid graph that its author may not have meant.
public struct PlanNote: Hashable, Sendable {
  /// What kind of note it is.
  public enum Kind: String, Hashable, Sendable {
    /// A key that something is made from is registered nowhere; its default instance is used.
    case unregisteredKey
    /// A service is skipped for anonymous accounts because something it depends on is.
    case gatedByDependency
    /// A mark of a service has no effect on this kind of service.
    case withoutEffect
    /// A registration replaces another one, or nothing.
    case replacement
  }

  /// What kind of note it is.
  public let kind: Kind
  /// The names of the keys concerned, in the order of the path.
  public let keys: [String]
  /// Where they were registered.
  public let places: [SourcePlace]
  /// The note as one sentence.
  public let message: String
}

// MARK: - CustomStringConvertible

extension PlanNote: CustomStringConvertible {
  /// The kind, the message and the places in one line.
  public var description: String {
    "[\(kind.rawValue)] \(message) (\(places.map(\.description).joined(separator: ", ")))"
  }
}
