import AppGraph
import AppGraphTesting

/// The graph of a case, and how its services behave.
@MainActor
final class ScenarioGraph {
  private let setup: Scenario.Setup
  private let clock: VirtualClock
  private var calls: [String: Int] = [:]
  /// Per service and account: the fields of the last start that began.
  private var lastStarts: [String: Behaviour.Fields] = [:]

  init(_ setup: Scenario.Setup, clock: VirtualClock) {
    self.setup = setup
    self.clock = clock
  }

  var graph: DependencyGraph<ScenarioAccount> {
    DependencyGraph(rewiredBy: \.account) {
      for (index, service) in setup.services.enumerated() {
        registration(service, before: index > 0 ? setup.services[index - 1].key : nil)
      }
      for state in setup.states ?? [] { registration(state) }
    }
  }

  var limits: GraphLimits {
    GraphLimits(
      start: setup.config?.startTimeout.map { .milliseconds($0) },
      stop: setup.config?.stopTimeout.map { .milliseconds($0) },
      hook: nil
    )
  }

  /// Whether the start in flight ends when it is cancelled.
  func honoursCancel(_ key: String, _ account: String) -> Bool {
    lastStarts["\(key):\(account)"]?.honoursCancel ?? true
  }

  // MARK: Registrations

  private func registration(
    _ service: Scenario.Service,
    before previous: String?
  ) -> Service<ServiceDouble> {
    let from = service.from ?? previous.map { [$0] } ?? []
    let made =
      from.isEmpty
      ? Service(\.[double: service.key], from: \.account) { ServiceDouble(account: $0.id) }
      : Service(
        \.[double: service.key],
        from: from.map { \AppEnvironmentValues.[double: $0] }
      ) { ServiceDouble(account: $0[0].account) }
    let hooked = made.onStarting { double, _ in try self.start(service, double) }
      .onStopping { double in try self.stop(service, double) }
    return service.requiresAuth == true ? hooked.requiresAuthentication() : hooked
  }

  private func registration(_ state: Scenario.State) -> SharedState<TextState> {
    let shared = SharedState(TextState.self, named: state.key) { TextState(state.default) }
      .madeAtAssembly()
    return switch state.policy {
    case .reset: shared.onAccountChange { $0.text = state.default }
    case .keep: shared.keptAcrossAccounts()
    case .perAccount:
      shared.stashed(
        save: { $0.text },
        restore: { $0.text = $1 },
        reset: { $0.text = state.default }
      )
    }
  }

  // MARK: Behaviour

  private func start(_ service: Scenario.Service, _ double: ServiceDouble) throws -> HookStep? {
    let fields = fields(service.start, "start \(service.key)", double.account)
    lastStarts["\(service.key):\(double.account)"] = fields
    return try step(fields)
  }

  private func stop(_ service: Scenario.Service, _ double: ServiceDouble) throws -> HookStep? {
    var fields = fields(service.stop, "stop \(service.key)", double.account)
    fields.honoursCancel = false
    return try step(fields)
  }

  private func fields(
    _ behaviour: Behaviour?,
    _ name: String,
    _ account: String
  ) -> Behaviour.Fields {
    let call = calls["\(name) \(account)", default: 0]
    calls["\(name) \(account)"] = call + 1
    return behaviour?.fields(account: account, call: call) ?? Behaviour.Fields()
  }

  private func step(_ fields: Behaviour.Fields) throws -> HookStep? {
    let throwing = fields.result == "throw"
    let ms = fields.ms ?? 0
    guard ms > 0 || fields.hang == true else {
      if throwing { throw DoubleFailure() }
      return nil
    }
    return { [clock] in
      let duration: Duration = fields.hang == true ? .seconds(1_000_000_000) : .milliseconds(ms)
      if fields.honoursCancel ?? true {
        try await clock.sleep(for: duration)
      } else {
        // A task of its own is not cancelled with this one.
        _ = await Task { try? await clock.sleep(for: duration) }.value
      }
      if throwing { throw DoubleFailure() }
    }
  }
}
