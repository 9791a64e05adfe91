/// The rest of a hook that has to wait: what is left after its synchronous part.
@usableFromInline
package typealias HookStep = @MainActor () async throws -> Void

/// A start or stop as the engine calls it.
///
/// The closure runs inline. It returns `nil` when it is done, or the part that waits, which the engine
/// then runs as a task with a limit.
@usableFromInline
typealias StartHook = @MainActor (_ box: AnyObject, _ lease: Lease) throws -> HookStep?
@usableFromInline
typealias StopHook = @MainActor (_ box: AnyObject) throws -> HookStep?

/// How the value of a service comes to be.
@usableFromInline
enum ServiceFactory {
  /// Made inline; boxed.
  case making(@MainActor (inout DependencyReader) throws -> AnyObject)
  /// Made by waiting; boxed.
  case loading(@MainActor (inout DependencyReader) async throws -> AnyObject)

  var isLoading: Bool {
    if case .loading = self { true } else { false }
  }
}
