public import AppGraph

/// A recorder of all events of a graph, in order, from its assembly on.
///
///     let recorder = EventRecorder()
///     let options = GraphOptions(clock: clock, observer: recorder.observer)
///     let app = try await AppDependencyGraph(graph, options: options)
@MainActor
public final class EventRecorder {
  /// The events so far.
  public private(set) var events: [GraphEvent] = []

  /// Makes an empty recorder.
  nonisolated public init() {}

  /// The closure to give to the graph's options.
  nonisolated public var observer: @MainActor @Sendable (GraphEvent) -> Void {
    { self.events.append($0) }
  }

  /// The steps of services so far, as `step key`, such as `startBegan ClientKey`.
  public var steps: [String] {
    events.compactMap { event in
      guard case .service(let service) = event.kind else { return nil }
      return "\(service.step.rawValue) \(service.key)"
    }
  }

  /// Forgets the events so far.
  public func removeAll() {
    events.removeAll()
  }
}
