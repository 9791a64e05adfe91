/// The present environment of one running graph, as its readers on the main actor find it.
///
/// An object of its own, so that a reader in another module reaches it without a call.
@usableFromInline
@MainActor
final class PresentEnvironment {
  // Safe: on the main actor, and every access is one load or one store.
  @exclusivity(unchecked) @usableFromInline var values = AppEnvironmentValues()

  init() {}
}
