/// What the running task carries for ambient reads, and for calls back into a graph.
struct AmbientContext: Sendable {
  @TaskLocal static var current: AmbientContext?

  /// What the enclosing `withAppEnvironment` calls override; the innermost one wins.
  var overrides: OverrideSet?
  /// The environment of the graph whose operation, closure or task is running.
  var source: EnvironmentSource?
  /// The graph's operation that is running, if any.
  var operation: GraphOperation?

  /// The same context outside of any operation.
  var withoutOperation: AmbientContext {
    var context = self
    context.operation = nil
    return context
  }

  /// The states of the running graph, or of the installed one.
  @MainActor
  static var states: StateRegistry? {
    (current?.source ?? EnvironmentSource.installed)?.states
  }

  /// The environment that an ambient read sees here and now.
  static var values: AppEnvironmentValues {
    let context = current
    let base = (context?.source ?? EnvironmentSource.installed)?.values ?? AppEnvironmentValues()
    guard let overrides = context?.overrides else { return base }
    return AppEnvironmentValues(
      table: EnvironmentTable(overrides: overrides.boxes, above: base.table)
    )
  }
}

/// The values that a bounded extent overrides.
struct OverrideSet: @unchecked Sendable {
  // Safe: the boxes are immutable and hold `Sendable` values.
  let boxes: [EnvironmentSlot: AnyObject]
}
