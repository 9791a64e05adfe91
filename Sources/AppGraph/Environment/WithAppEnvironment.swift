extension AppEnvironmentValues {
  /// The environment that ambient reads see here: overrides, then the running graph, then defaults.
  public static var current: AppEnvironmentValues { AmbientContext.values }

  /// The task context in which `override` applies to all that the present context provides.
  fileprivate static func context(
    overriding override: (inout AppEnvironmentValues) throws -> Void
  ) rethrows -> AmbientContext {
    var context = AmbientContext.current ?? AmbientContext()
    var values = current
    let base = values.table.base
    try override(&values)
    if values.table.base !== base {
      // All values were replaced by a snapshot: that stands in for the running graph too.
      context.source = EnvironmentSource(AppEnvironmentValues(table: values.table.base))
    }
    context.overrides = OverrideSet(boxes: values.table.overrides)
    return context
  }
}

/// Runs a closure in which some values of the environment are overridden.
///
/// Ambient reads (``AppEnvironment``, ``AppEnvironmentValues/current``) see the overrides inside the
/// closure, in the tasks it starts, and nowhere else; when it returns or throws they have ended.
/// Overrides nest: the innermost wins. What is not overridden is read as outside, also after a switch
/// of the account; writing a whole snapshot fixes every value.
///
///     withAppEnvironment { $0.client = fake } operation: {
///       OrdersModel().refresh()
///     }
///
/// - Parameters:
///   - override: Writes the values that stand in.
///   - operation: The closure to run.
/// - Returns: What `operation` returns.
/// - Throws: What `override` or `operation` throws.
public func withAppEnvironment<Result>(
  _ override: (inout AppEnvironmentValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  let context = try AppEnvironmentValues.context(overriding: override)
  return try AmbientContext.$current.withValue(context, operation: operation)
}

/// Runs an asynchronous closure in which some values of the environment are overridden.
///
/// As the synchronous form; the closure runs in the caller's isolation.
///
/// - Parameters:
///   - override: Writes the values that stand in.
///   - isolation: The isolation of the caller; leave it out.
///   - operation: The closure to run.
/// - Returns: What `operation` returns.
/// - Throws: What `override` or `operation` throws.
public func withAppEnvironment<Result>(
  _ override: (inout AppEnvironmentValues) throws -> Void,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result
) async rethrows -> Result {
  let context = try AppEnvironmentValues.context(overriding: override)
  return try await AmbientContext.$current.withValue(
    context,
    operation: operation,
    isolation: isolation
  )
}
