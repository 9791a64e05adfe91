/// A value of the environment, captured when the object that holds it is made.
///
///     final class OrdersModel {
///       @AppEnvironment(\.ordersAPI) var ordersAPI
///     }
///
/// The value is resolved once, by the initialiser: from the innermost ``withAppEnvironment(_:operation:)``,
/// else from the graph whose operation, closure or task is running, else from the graph marked with
/// ``AppDependencyGraph/install()``, else it is the default instance. It never changes afterwards. An
/// object that outlives the account's generation holds on to the old account's service this way: let
/// it use ``AppDependencyGraph/handle(_:)`` or ``AppDependencyGraph/values(of:)`` instead.
///
/// In an `@Observable` class write `@ObservationIgnored` before it.
@propertyWrapper
public struct AppEnvironment<Value: Sendable>: Sendable {
  /// The value that was captured.
  public let wrappedValue: Value

  /// Captures the present value under a key.
  ///
  /// - Parameter keyPath: The path to the value.
  public init(_ keyPath: EnvironmentKeyPath<Value>) {
    wrappedValue = AppEnvironmentValues.current[keyPath: keyPath]
  }
}
