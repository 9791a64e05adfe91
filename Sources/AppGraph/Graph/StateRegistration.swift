/// One state of a graph as declared: its type, how it is made, and what a switch does to it.
struct StateRegistration {
  let type: any AnyObject.Type
  /// What tells it from other states of its type.
  let label: String?
  let place: SourcePlace
  let make: @MainActor () -> AnyObject
  var policy: StatePolicy?
  var fills: [StateFill] = []
  var isEager = false
  /// Subscribes to the changes of the object, where the system cannot observe it by itself.
  var subscribe: (@MainActor (AnyObject, @escaping @MainActor () -> Void) -> Any)?

  var id: StateID { StateID(type: ObjectIdentifier(type), label: label) }
  /// Whether its content goes to the account store, under its name.
  var isStored: Bool {
    if case .stashed(let stashing) = policy { stashing.storing != nil } else { false }
  }
  var name: String { String(describing: type) + (label.map { "[\($0)]" } ?? "") }
}

/// The identity of a state: its type, and its name where there are several of one type.
struct StateID: Hashable, Sendable {
  let type: ObjectIdentifier
  let label: String?
}

/// What a change of the account does to the content of a state.
enum StatePolicy {
  case kept
  case reset(@MainActor (AnyObject) -> Void)
  case stashed(Stashing)
}

/// How the content of a state is kept per account.
struct Stashing {
  let save: @MainActor (AnyObject) -> any Sendable
  let restore: @MainActor (AnyObject, any Sendable) -> Void
  let reset: @MainActor (AnyObject) -> Void
  /// How the content survives the process, if it can be encoded.
  let storing: StashStoring?
}

/// Work that fills a state from services, in every generation.
struct StateFill {
  let dependencies: [EnvironmentDependency]
  let place: SourcePlace
  let run: @MainActor (AnyObject, Lease, EnvironmentTable) async throws -> Void
}
