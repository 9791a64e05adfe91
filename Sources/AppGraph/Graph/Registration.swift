/// One registration of a graph, whatever its kind, as the graph builder collects it.
///
/// Apps write ``Service``, ``SharedState``, ``LifecycleTask``, ``TeardownHook`` and nested graphs; the
/// builder turns each into registrations.
@MainActor
public struct Registration {
  /// Small, because there is one for every service; what is large and rare is kept elsewhere.
  enum Kind {
    case service(ServiceRegistration)
    indirect case state(StateRegistration)
    indirect case task(TaskRegistration)
    indirect case hook(HookRegistration)
    /// A graph says that it replaces a key which it does not register.
    indirect case unusedReplacement(EnvironmentDependency, SourcePlace)
    /// A nested graph is rewired by this account key.
    indirect case accountKey(AccountKeyRegistration)
  }

  var kind: Kind
}

/// The key that a graph is rewired by.
struct AccountKeyRegistration {
  let key: EnvironmentDependency
  let place: SourcePlace
}
