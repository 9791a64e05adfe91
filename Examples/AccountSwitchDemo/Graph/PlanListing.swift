import AppGraph

/// The plan of the graph as lines of the timeline: each key with its lifetime and the reason for it.
@available(Observing, *)
@MainActor
struct PlanListing {
  let plan: Plan

  /// Prints the keys in the order of declaration, then the notes of the validation.
  func print(to timeline: Timeline) {
    var reasons: [String: LifetimeExplanation] = [:]
    for explanation in explanations { reasons[explanation.path[0]] = explanation }
    for key in plan.keys {
      let explanation = reasons[key.name]
      let path = explanation?.path.map(GraphNarrator.serviceName)
      timeline.add(.key) {
        $0.service = GraphNarrator.serviceName(key.name)
        $0.lifetime = key.lifetime.rawValue
        $0.path = path
        $0.text =
          key.lifetime == .account
          ? "because of " + (path ?? []).joined(separator: " -> ")
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

  /// Why each key lives as long as it does.
  private var explanations: [LifetimeExplanation] {
    let shards = (0..<DemoGraph.shardCount).map { plan.explanation(of: \.[shard: $0]) }
    return shards + [
      plan.explanation(of: \.clock),
      plan.explanation(of: \.journal),
      plan.explanation(of: \.network),
      plan.explanation(of: \.cache),
      plan.explanation(of: \.images),
      plan.explanation(of: \.search),
      plan.explanation(of: \.push),
      plan.explanation(of: \.credentials),
      plan.explanation(of: \.client),
      plan.explanation(of: \.instance),
      plan.explanation(of: \.preferences),
      plan.explanation(of: \.feed),
      plan.explanation(of: \.notifications),
      plan.explanation(of: \.watcher),
      plan.explanation(of: \.badges),
      plan.explanation(of: \.outbox),
      plan.explanation(of: \.conversations),
      plan.explanation(of: \.conversationSync),
    ]
  }
}
