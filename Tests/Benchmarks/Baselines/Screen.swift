/// A state of the benchmarks.
@MainActor
public final class Screen {
  /// Makes a state.
  public init() {}
}

/// The cheapest way to share a state: a stored property of a final class in another module.
@MainActor
public final class ScreenHolder {
  /// The state.
  public var screen: Screen

  /// Holds a state.
  public init(_ screen: Screen) {
    self.screen = screen
  }
}

/// Takes a state from its caller, who has to retain it for that; nothing is known of what it does.
@MainActor
@inline(never)
@_optimize(none)
public func consume(_ screen: consuming Screen) {}
