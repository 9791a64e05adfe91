/// How long the starts, stops and hooks of a graph may take, where they do not say so themselves.
public struct GraphLimits: Hashable, Sendable {
  /// The longest start; exceeding it is a failure.
  ///
  /// `nil` waits without limit.
  public var start: Duration?
  /// The longest stop; exceeding it abandons the stop and reports it.
  ///
  /// `nil` waits without limit.
  public var stop: Duration?
  /// The longest teardown hook; exceeding it abandons the hook and reports it.
  ///
  /// `nil` waits without limit.
  public var hook: Duration?

  /// Chooses limits.
  ///
  /// - Parameters:
  ///   - start: The longest start.
  ///   - stop: The longest stop.
  ///   - hook: The longest teardown hook.
  public init(
    start: Duration? = .seconds(30),
    stop: Duration? = .seconds(5),
    hook: Duration? = .seconds(2)
  ) {
    self.start = start
    self.stop = stop
    self.hook = hook
  }

  /// No limits at all.
  public static let unlimited = GraphLimits(start: nil, stop: nil, hook: nil)
}
