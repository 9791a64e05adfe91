/// The cheapest way to share a mutable service: a stored property of a final class in another module.
public final class Holder: @unchecked Sendable {
  // Safe: written before other threads read it.

  /// The service.
  public var part: Part

  /// Holds a service.
  public init(_ part: Part) {
    self.part = part
  }
}

/// A service that is found through the running task.
public enum TaskLocalHolder {
  /// The holder that the running task sees.
  @TaskLocal public static var current: Holder?
}
