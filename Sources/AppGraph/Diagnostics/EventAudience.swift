/// Those who see the events of one graph: the observer of its options, and any number of sequences.
///
/// An object of its own, because a switch has four events for each service: on the way by the graph's
/// runtime each would pay for the weak references to it.
@MainActor
final class EventAudience {
  let clock: GraphClock
  private let observer: (@MainActor @Sendable (GraphEvent) -> Void)?
  let sequences = Broadcast<GraphEvent>()

  init(clock: GraphClock, observer: (@MainActor @Sendable (GraphEvent) -> Void)?) {
    self.clock = clock
    self.observer = observer
  }

  /// Whether anybody sees the events; asked before one is made.
  var isPresent: Bool { observer != nil || sequences.isObserved }

  /// Tells of an event: one that happens now, if no time is given.
  func tell(_ kind: GraphEvent.Kind, generation: UInt64, at instant: Duration? = nil) {
    guard isPresent else { return }
    let event = GraphEvent(offset: instant ?? clock.now(), generation: generation, kind: kind)
    observer?(event)
    if sequences.isObserved { sequences.send(event) }
  }
}
