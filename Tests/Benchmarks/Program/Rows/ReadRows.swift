import AppGraph
import BenchmarkBaselines
import BenchmarkClient
import BenchmarkClientMainActor

/// The rows that read one service, again and again.
@MainActor
enum ReadRows {
  static func read(_ effort: Effort) async throws -> [Finding] {
    try await withReadingGraph { graph in
      let part = graph.environment.read
      let holder = Holder(part)
      let dictionary = filledDictionary(part)
      let subject = Contestant(name: "graph.environment.read") {
        ReadLoops.environment(graph, $0)
      }
      let baselines = [
        stored(holder),
        Contestant(name: "lock, unchecked cast") { ReadLoops.lockedObjects(dictionary, $0) },
        Contestant(name: "lock, dictionary of Any") { ReadLoops.lockedDictionary(dictionary, $0) },
        Contestant(name: "task-local holder") { count in
          TaskLocalHolder.$current.withValue(holder) { ReadLoops.taskLocal(count) }
        },
      ]
      return try await Duel("read", subject, effort)
        .findings(against: baselines, bars: [2, 0.5, nil, nil])
    }
  }

  static func readApp(_ effort: Effort) async throws -> [Finding] {
    try await withReadingGraph { graph in
      let subject = Contestant(name: "graph.environment.app") { ReadLoops.appService(graph, $0) }
      return try await Duel("read-app", subject, effort)
        .findings(against: [stored(Holder(graph.environment.app))], bars: [2])
    }
  }

  static func readState(_ effort: Effort) async throws -> [Finding] {
    try await withReadingGraph { graph in
      let holder = ScreenHolder(graph.states[Screen.self])
      let subject = Contestant(name: "graph.states[Screen.self]") { ReadLoops.state(graph, $0) }
      let baseline = Contestant(name: "stored property") { ReadLoops.storedState(holder, $0) }
      return try await Duel("read-state", subject, effort).findings(against: [baseline], bars: [3])
    }
  }

  static func readMainActor(_ effort: Effort) async throws -> [Finding] {
    let reader = try await MainActorReader()
    let holder = Holder(Part(1))
    let subject = Contestant(name: "graph.environment.local") { reader.environment($0) }
    let baseline = Contestant(name: "stored property") { reader.storedProperty(holder, $0) }
    let findings = try await Duel("read-main-actor", subject, effort)
      .findings(against: [baseline], bars: [2])
    await reader.close()
    return findings
  }

  static func defaults(_ effort: Effort) async throws -> [Finding] {
    try await withReadingGraph { graph in
      let subject = Contestant(name: "graph.environment.unregistered") {
        ReadLoops.defaultInstance(graph, $0)
      }
      return try await Duel("default", subject, effort)
        .findings(against: [stored(Holder(.unset))], bars: [5])
    }
  }

  static func ambient(_ effort: Effort) async throws -> [Finding] {
    try await withReadingGraph { graph in
      try graph.install()
      let model = Model()
      let baseline = stored(Holder(graph.environment.read))
      let captured = Contestant(name: "@AppEnvironment(\\.read)") { ReadLoops.ambient(model, $0) }
      var findings = try await Duel("ambient", captured, effort)
        .findings(against: [baseline], bars: [3])
      let capturing = Contestant(name: "making the object") { ReadLoops.capturing($0) }
      let current = Contestant(name: "AppEnvironmentValues.current") { ReadLoops.current($0) }
      for subject in [capturing, current] {
        findings += try await Duel("ambient", subject, effort, count: effort.reads / 10)
          .findings(against: [baseline], bars: [nil], allocationLimit: nil)
      }
      return findings
    }
  }

  private static func stored(_ holder: Holder) -> Contestant {
    Contestant(name: "stored property") { ReadLoops.storedProperty(holder, $0) }
  }

  private static func filledDictionary(_ part: Part) -> LockedDictionary {
    let dictionary = LockedDictionary()
    dictionary.insert(part, for: ReadKey.self)
    dictionary.insert(part, for: AppKey.self)
    return dictionary
  }

  private static func withReadingGraph(
    _ measure: @MainActor (AppDependencyGraph<Account>) async throws -> [Finding]
  ) async throws -> [Finding] {
    // No task of the graph is running where the loops are, as in most code of an app.
    let graph = try await AppDependencyGraph(Graphs.reading())
    try await graph.activate(Account(id: 1))
    let findings = try await measure(graph)
    await graph.close()
    return findings
  }
}
