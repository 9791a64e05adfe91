import Testing

@testable import AppGraph

/// Every order of what can happen to two removed accounts.
@Suite struct AccountLeftoversTests {
  private enum Event: CaseIterable {
    case removeA, removeB, purgeA, purgeB, addA, postponeA, begin, end, discard, stored, restart
  }

  private struct Course {
    var leftovers = AccountLeftovers<String>()
    var removed: Set<String> = []
    var purged: Set<String> = []
    var numbers: Set<Int> = []
    var underWay: SignOutRecord<String>?
    /// The sign-outs whose secrets are kept.
    var secrets: Set<Int> = []
    var fault: String?

    mutating func happen(_ event: Event) {
      switch event {
      case .removeA: remove("a")
      case .removeB: remove("b")
      case .purgeA: purge("a")
      case .purgeB: purge("b")
      case .addA:
        let hadToGo = leftovers.takeBack("a")
        demand(hadToGo == removed.contains("a"), "an account came back with what was kept of it")
        removed.remove("a")
        purged.remove("a")
      case .postponeA:
        let number = leftovers.postponeSignOut(of: "a")
        demand(numbers.insert(number).inserted, "a number was used twice")
        secrets.insert(number)
      case .begin:
        guard let first = leftovers.signOuts.first else { return }
        let begins = leftovers.begin(first)
        demand(begins == (underWay != first), "a sign-out was begun twice, or not at all")
        underWay = first
      case .end:
        if let underWay { leftovers.end(underWay) }
        underWay = nil
      case .discard:
        guard let first = leftovers.signOuts.first else { return }
        let wasThere = leftovers.discard(first.number)
        let isThere = leftovers.discard(first.number)
        demand(wasThere && !isThere, "a sign-out was given up twice")
        demand(!leftovers.begin(first), "one that was given up was begun")
        if underWay == first { underWay = nil }
      case .stored: stored()
      case .restart:
        leftovers = AccountLeftovers(
          signOuts: leftovers.signOuts,
          lastSignOut: leftovers.lastSignOut,
          purges: leftovers.purges
        )
        underWay = nil
        purged = removed
        // What was given up before the end of the process is not known any more.
        secrets.formIntersection(leftovers.signOuts.map(\.number))
      }
      demand(Set(leftovers.purges) == removed, "what has to be deleted was forgotten")
      demand(Set(leftovers.purges).count == leftovers.purges.count, "an account stands twice")
    }

    private mutating func remove(_ id: String) {
      leftovers.remove(id)
      removed.insert(id)
    }

    private mutating func purge(_ id: String) {
      leftovers.purge(id)
      if removed.contains(id) { purged.insert(id) }
    }

    private mutating func stored() {
      let deletable = leftovers.takeDeletable()
      demand(Set(deletable.accounts) == purged, "the wrong accounts were deleted")
      let open = Set(leftovers.signOuts.map(\.number))
      demand(Set(deletable.signOuts) == secrets.subtracting(open), "the wrong secrets were deleted")
      secrets = open
      for id in deletable.accounts { leftovers.deleted(id) }
      removed.subtract(purged)
      purged = []
    }

    private mutating func demand(_ condition: Bool, _ text: String) {
      if !condition { fault = fault ?? text }
    }
  }

  @Test(arguments: Event.allCases.indices)
  func `No order of six events loses or leaves anything`(first: Int) {
    var stack = [(Course(), [Event.allCases[first]])]
    var tried = 0
    while let (course, events) = stack.popLast() {
      var next = course
      next.happen(events[events.count - 1])
      tried += 1
      if let fault = next.fault {
        Issue.record("\(events): \(fault)")
        return
      }
      guard events.count < 6 else { continue }
      for event in Event.allCases { stack.append((next, events + [event])) }
    }
    #expect(tried == 177_156)
  }
}
