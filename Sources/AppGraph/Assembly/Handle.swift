/// A way to one value of one generation that does not hold on to the value.
///
/// After the fence that ends the generation, and after `close`, using it throws instead of reaching the
/// old account's service. A handle to an app-lifetime key is good until `close`.
public struct Handle<Value: Sendable>: @unchecked Sendable {
  // Safe: everything in it is read on the main actor only.
  private let reading: EnvironmentKeyReading<Value>
  private let generation: UInt64?
  private weak var runtime: GraphRuntime?

  @MainActor
  init(_ key: EnvironmentKeyPath<Value>, runtime: GraphRuntime) {
    reading = EnvironmentKeyReading(key)
    self.runtime = runtime
    // What a path into a value reads may come from any key.
    let followsAccount =
      !reading.isSupported || runtime.plan.dependsOnAccount([reading.dependency])
    generation = followsAccount ? runtime.machine.generation : nil
  }

  /// Reads the value.
  ///
  /// - Returns: The value that the key holds in the handle's generation, at this moment.
  /// - Throws: ``HandleError/stale(key:)`` if the generation has ended, or the graph has closed.
  @MainActor
  public func callAsFunction() throws(HandleError) -> Value {
    guard let runtime, !runtime.isClosing,
      generation == nil || generation == runtime.machine.generation
    else { throw .stale(key: reading.slot.description) }
    return reading.value(in: runtime.environment.table)
  }
}

/// Why a handle did not yield its value.
public enum HandleError: Error, Hashable, Sendable {
  /// The generation of the handle has ended, or its graph has closed.
  case stale(key: String)
}

// MARK: - CustomStringConvertible

extension HandleError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .stale(let key):
      "The handle to '\(key)' is stale: its account is no longer active. Drop the work, or take a new "
        + "handle."
    }
  }
}
