/// What surrounds a transition engine: the rest of the graph.
@MainActor
protocol TransitionHost: AnyObject {
  /// The environment below the engine's own values.
  var parentTable: EnvironmentTable { get }

  /// The boxed value of an account, to stand under the account key.
  func accountBox(_ account: TransitionMachine.Account) -> AnyObject?
  /// The name of an account in events.
  func accountName(_ account: TransitionMachine.Account) -> String?
  /// Ends a generation: saves and resets states.
  func endGeneration(_ fence: TransitionMachine.Fence)
  /// Begins to accept the writes of an account, after restoring what was saved for it.
  func beginActivation(_ account: TransitionMachine.Account)
  /// Makes a new environment visible.
  func publish(_ table: EnvironmentTable)
  /// Performs what the engine leaves to others.
  func perform(_ action: TransitionMachine.Action)
  /// A service has started, was skipped, or is degraded.
  func serviceSettled()
  /// A turn of the engine is over; observers may be told.
  func turnEnded()
  func report(_ incident: GraphIncident)
}
