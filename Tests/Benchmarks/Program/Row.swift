/// One thing to measure, by name.
struct Row: Sendable {
  let name: String
  /// What it measures, in one line.
  let summary: String
  let measure: @MainActor @Sendable (Effort) async throws -> [Finding]

  /// Every row, in the order of the table.
  static let all: [Row] = [
    Row(name: "read", summary: "a service from the graph, each time", measure: ReadRows.read),
    Row(
      name: "read-app",
      summary: "a service of the app, below those of the account",
      measure: ReadRows.readApp
    ),
    Row(
      name: "read-state",
      summary: "a state from the graph, each time",
      measure: ReadRows.readState
    ),
    Row(
      name: "read-main-actor",
      summary: "the same from a module with main-actor default isolation",
      measure: ReadRows.readMainActor
    ),
    Row(name: "default", summary: "a key that nobody registers", measure: ReadRows.defaults),
    Row(name: "ambient", summary: "@AppEnvironment on an object", measure: ReadRows.ambient),
    Row(name: "threads", summary: "two threads at once", measure: ThreadRows.measure),
    Row(
      name: "slow-making",
      summary: "first reads while another default is made slowly",
      measure: ThreadRows.slowMaking
    ),
    Row(name: "switch", summary: "an account with 20 services", measure: SwitchRows.synchronous),
    Row(
      name: "switch-observed",
      summary: "the same with an observer of all events",
      measure: SwitchRows.observed
    ),
    Row(
      name: "switch-async",
      summary: "the same with hooks that could wait",
      measure: SwitchRows.asynchronous
    ),
    Row(name: "k-of-n", summary: "20 services among 100 and 10,000", measure: SwitchRows.few),
    Row(name: "plan", summary: "1,000 to 50,000 registrations", measure: PlanRows.measure),
    Row(name: "memory", summary: "bytes of a registration", measure: PlanRows.memory),
    Row(name: "levels", summary: "100 services of 10 ms in 4 levels", measure: ScaleRows.levels),
    Row(name: "endurance", summary: "memory over 100,000 switches", measure: ScaleRows.endurance),
    Row(name: "machine", summary: "the decisions alone", measure: ScaleRows.machine),
    Row(name: "accounts", summary: "1,000 accounts beside 10", measure: ScaleRows.accounts),
    Row(name: "observers", summary: "1,000 observers of a switch", measure: ScaleRows.observers),
    Row(name: "states", summary: "a switch that resets 100 states", measure: ScaleRows.states),
  ]
}
