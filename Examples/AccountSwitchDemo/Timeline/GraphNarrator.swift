import AppGraph

/// The translation of what the graph tells into the timeline, with the names that users know.
@MainActor
struct GraphNarrator {
  let timeline: Timeline
  /// The names of accounts by identity.
  let names: [String: String]

  /// The name of a service as the timeline shows it: `FeedKey` is `feed`, `ShardKey[3]` is `shard[3]`.
  static func serviceName(_ key: String) -> String {
    let parts = key.split(separator: "[", maxSplits: 1)
    let type = String(parts[0])
    let word = type.hasSuffix("Key") ? String(type.dropLast(3)) : type
    let name = word.prefix(1).lowercased() + word.dropFirst()
    return name + (parts.count > 1 ? "[\(parts[1])" : "")
  }

  /// The name of an account.
  func name(_ account: String) -> String { names[account] ?? account }

  /// Tells an event.
  func tell(_ event: GraphEvent) {
    let generation = event.generation
    switch event.kind {
    case .requested(let account): add(.requested, generation, account)
    case .refused(let account, let reason):
      timeline.add(.refused, generation: generation) {
        $0.account = name(account)
        $0.reason = reason
      }
    case .fence(let reason): tell(reason, generation)
    case .service(let service): tell(service, generation)
    case .hookBegan: timeline.add(.hook, generation: generation) { $0.step = "began" }
    case .hookEnded: timeline.add(.hook, generation: generation) { $0.step = "ended" }
    case .activated(let account): add(.activated, generation, account)
    case .idle: timeline.add(.idle, generation: generation)
    case .closed: timeline.add(.closed, generation: generation)
    case .selected(let account): roster("next start opens", account ?? "nobody", generation)
    case .accountAdded(let account): roster("added", account, generation)
    case .accountMerged(let account): roster("has newer data:", account, generation)
    case .accountRemoved(let account): roster("removed", account, generation)
    case .accountPurged(let account): roster("all that was kept is deleted of", account, generation)
    case .signOutPostponed(let account): roster("has yet to sign out:", account, generation)
    case .routeQueued(let route, let account): add(.route, "queued", route, account, generation)
    case .routeDelivered(let route, let account):
      add(.route, "delivered", route, account, generation)
    case .jobBegan(let job, let account): add(.job, "began", job, account, generation)
    case .jobEnded(let job, let account): add(.job, "ended", job, account, generation)
    case .jobCancelled(let job, let account): add(.job, "cancelled", job, account, generation)
    case .routeDropped, .jobRefused, .stagingBegan, .stagingAbandoned, .answered:
      // The demo has no staged switches, and tells outcomes where it asks.
      break
    }
  }

  /// Tells an error that no caller gets.
  func tell(_ incident: GraphIncident) {
    timeline.add(.incident) {
      $0.service = Self.serviceName(incident.key)
      $0.reason = incident.kind.rawValue
      $0.text = "\(incident)"
    }
  }

  private func tell(_ reason: FenceReason, _ generation: UInt64) {
    let text =
      switch reason {
      case .switching(let account): "switch to \(name(account))"
      case .rollback(let account): "back to \(name(account))"
      case .noPrevious: "to nobody: there was no account before"
      case .rollbackFailed: "to nobody: the account before did not start either"
      case .removal(let account): "\(name(account)) was removed"
      case .closing: "the app closes"
      }
    timeline.add(.fence, generation: generation) {
      $0.text = "\(text); generation \(generation - 1) is over"
    }
  }

  private func tell(_ service: ServiceEvent, _ generation: UInt64) {
    timeline.add(.service, generation: generation) {
      $0.service = Self.serviceName(service.key)
      $0.step = service.step.rawValue
      $0.account = service.account.map(name)
      $0.took = service.took?.milliseconds
      $0.reason = service.error
    }
  }

  private func roster(_ what: String, _ account: String, _ generation: UInt64) {
    timeline.add(.roster, generation: generation) {
      $0.account = name(account)
      $0.text = "\(what) \(name(account))"
    }
  }

  private func add(
    _ kind: TimelineRecord.Kind,
    _ step: String,
    _ what: String,
    _ account: String,
    _ generation: UInt64
  ) {
    timeline.add(kind, generation: generation) {
      $0.account = name(account)
      $0.step = step
      $0.text = "\(what) for \(name(account)): \(step)"
    }
  }

  private func add(_ kind: TimelineRecord.Kind, _ generation: UInt64, _ account: String) {
    timeline.add(kind, generation: generation) { $0.account = name(account) }
  }
}
