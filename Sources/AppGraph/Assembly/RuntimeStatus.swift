/// A ``GraphStatus`` without the type of the accounts' identity: the accounts are numbers.
struct RuntimeStatus: Hashable, Sendable {
  let phase: TransitionPhase
  let generation: UInt64
  let active: TransitionMachine.Account?
  let target: TransitionMachine.Account?
  let isDegraded: Bool
}
