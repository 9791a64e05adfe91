/// What a graph runs with: its clock, its limits, and who learns of errors that no caller gets.
public struct GraphOptions: Sendable {
  /// The clock that limits are measured on; tests give a virtual one.
  public var clock: any Clock<Duration>
  /// The limits of starts, stops and hooks that have none of their own.
  public var limits: GraphLimits
  /// Whether a key that something is made from, but nobody registers, is a problem.
  public var isStrict: Bool
  /// Whether an activation is answered only once the account store has made it durable.
  public var isDurable: Bool
  /// Learns, on the main actor and in order, of errors that no caller gets.
  public var reporter: @MainActor @Sendable (GraphIncident) -> Void
  /// Sees every event at once, on the main actor, before anything that follows from it.
  public var observer: (@MainActor @Sendable (GraphEvent) -> Void)?

  /// Chooses options.
  ///
  /// - Parameters:
  ///   - clock: The clock that limits are measured on.
  ///   - limits: The limits of starts, stops and hooks.
  ///   - isStrict: Whether an unregistered key is a problem.
  ///   - isDurable: Whether an activation is answered only once it is durable.
  ///   - reporter: Learns of errors that no caller gets. Left out, they are written to standard error.
  ///   - observer: Sees every event at once.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    limits: GraphLimits = GraphLimits(),
    isStrict: Bool = false,
    isDurable: Bool = false,
    reporter: @escaping @MainActor @Sendable (GraphIncident) -> Void = GraphIncident.write,
    observer: (@MainActor @Sendable (GraphEvent) -> Void)? = nil
  ) {
    self.clock = clock
    self.limits = limits
    self.isStrict = isStrict
    self.isDurable = isDurable
    self.reporter = reporter
    self.observer = observer
  }
}
