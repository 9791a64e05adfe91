import AppGraph

/// The plan of the graph as lines of the timeline: each key with its lifetime and the reason for it.
@available(Observing, *)
@MainActor
struct PlanListing {
  let plan: Plan

  /// Prints the keys in the order of declaration, then the notes of the validation.
  func print(to timeline: Timeline) {
    for explanation in plan.explanations {
      let path = explanation.path.map(GraphNarrator.serviceName)
      timeline.add(.key) {
        $0.service = path[0]
        $0.lifetime = explanation.lifetime.rawValue
        $0.path = path
        $0.text =
          explanation.lifetime == .account
          ? "because of " + path.joined(separator: " -> ")
          : "nothing it is made from depends on an account"
      }
    }
    for note in plan.notes {
      timeline.add(.planNote) {
        $0.reason = note.kind.rawValue
        $0.text = note.message
      }
    }
  }
}
