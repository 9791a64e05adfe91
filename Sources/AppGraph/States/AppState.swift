/// A state of the running graph, captured when the object that holds it is made.
///
///     @MainActor final class ComposerModel {
///       @AppState(Drafts.self) var drafts
///     }
///
/// For code outside of views. The state is found once, by the initialiser: in the graph whose operation,
/// closure or task is running, else in the graph marked with ``AppDependencyGraph/install()``. A state
/// keeps its identity for the life of the graph, so the reference stays good across switches.
@MainActor
@propertyWrapper
public struct AppState<Object: AnyObject> {
  /// The state.
  public let wrappedValue: Object

  /// Finds a state.
  ///
  /// - Parameters:
  ///   - type: The type under which the state was registered.
  ///   - name: The name under which it was registered, if it has one.
  /// - Precondition: A graph with such a state is running or installed.
  public init(_ type: Object.Type, named name: String? = nil) {
    guard let states = AmbientContext.states else {
      fatalError(
        "AppState(\(type).self) was made where no graph is running or installed. Make the object in "
          + "the graph's operation, or call install() on the graph first."
      )
    }
    wrappedValue = states.required(type, named: name)
  }
}
