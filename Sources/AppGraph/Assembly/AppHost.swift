/// What surrounds the engine of the app's services: there is one account for them, and it never changes.
@MainActor
final class AppHost: TransitionHost {
  static let account: TransitionMachine.Account = 0

  weak var runtime: GraphRuntime?
  /// Whoever assembles the graph.
  var request: PendingRequest?

  var parentTable: EnvironmentTable { .empty }

  func accountBox(_ account: TransitionMachine.Account) -> AnyObject? { nil }
  func accountName(_ account: TransitionMachine.Account) -> String? { nil }
  func endGeneration(_ fence: TransitionMachine.Fence) {}
  func beginActivation(_ account: TransitionMachine.Account) {}
  func serviceSettled() {}
  func turnEnded() {}

  func publish(_ table: EnvironmentTable) {
    guard let runtime else { return }
    // The account's values stay above the app's.
    runtime.engine.rebase(onto: table)
  }

  func perform(_ action: TransitionMachine.Action) {
    guard case .answer(_, let answer) = action else { return }
    switch answer {
    case .activated: request?.end(.success(.activated))
    default: fail(runtime?.appEngine.failures ?? [])
    }
  }

  func fail(_ causes: [StartFailure]) {
    request?.end(
      .failure(
        ActivationError(
          reason: causes.first?.reason ?? .closed,
          rest: .idle,
          account: "",
          causes: causes
        )
      )
    )
  }

  func report(_ incident: GraphIncident) {
    runtime?.report(incident)
  }
}
