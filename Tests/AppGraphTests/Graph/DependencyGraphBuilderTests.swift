import AppGraph
import Testing

@MainActor private func numbers<Account>(
  _ graph: DependencyGraph<Account>
) throws -> [String] {
  try graph.plan().explanations.map { String($0.key.dropFirst("CountKey[".count).dropLast()) }
}

@MainActor private func count(_ number: Int) -> Service<Int> {
  Service(\.[count: number]) { number }
}

@Suite @MainActor struct DependencyGraphBuilderTests {
  @Test func `A graph may be empty`() async throws {
    #expect(try numbers(DependencyGraph {}) == [])
    #expect(try numbers(DependencyGraph(rewiredBy: \.member) {}) == [])
    try await withAppDependencyGraph(DependencyGraph {}) { app in
      #expect(app.phase == .idle)
    }
  }

  @Test(arguments: [(true, false), (false, true), (false, false)])
  func `Conditions, loops and checks choose lines`(first: Bool, second: Bool) throws {
    let graph = DependencyGraph {
      count(1)
      if first { count(2) }
      if first {
        count(3)
      } else if second {
        count(4)
        count(5)
      } else {
        count(6)
      }
      switch (first, second) {
      case (true, _): count(7)
      case (_, true): count(8)
      default: count(9)
      }
      for number in 10..<13 where number != 11 {
        count(number)
      }
      for _ in 0..<0 { count(99) }
      if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
        count(13)
      }
      let last = 14
      count(last)
    }
    let chosen = first ? ["2", "3", "7"] : second ? ["4", "5", "8"] : ["6", "9"]
    #expect(try numbers(graph) == ["1"] + chosen + ["10", "12", "13", "14"])
  }

  @Test func `Graphs nest to any depth, with the same account or with none`() async throws {
    let plain = DependencyGraph { count(1) }
    let inner = DependencyGraph(rewiredBy: \.member) {
      plain
      Service(\.[count: 2], from: \.[count: 1], \.member) { $0 + $1.id.count }
    }
    var graph = inner
    for number in 10..<30 {
      graph = DependencyGraph(rewiredBy: \.member) {
        graph
        count(number)
      }
    }
    #expect(try numbers(graph) == ["1", "2"] + (10..<30).map(String.init))
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      #expect(app.environment[count: 2] == 6)
      #expect(app.environment[count: 29] == 29)
    }
  }

  @Test func `Two features that register one key are named both`() {
    let chat = DependencyGraph(rewiredBy: \.member) {
      Service(\.[count: 1], fileID: "Chat/Feature.swift", line: 4) { 1 }
    }
    let mail = DependencyGraph {
      Service(\.[count: 1], fileID: "Mail/Feature.swift", line: 9) { 2 }
    }
    let found = problems(
      of: DependencyGraph(rewiredBy: \.member) {
        chat
        mail
      }
    )
    #expect(found.map(\.id) == [.duplicateKey])
    #expect(
      found.flatMap(\.places).map(\.description) == [
        "Chat/Feature.swift:4", "Mail/Feature.swift:9",
      ]
    )
  }

  @Test func `A graph nested twice registers its keys twice`() {
    let chat = DependencyGraph { count(1) }
    let graph = DependencyGraph {
      chat
      chat
    }
    #expect(problems(of: graph).map(\.id) == [.duplicateKey])
  }

  @Test func `A graph is a value that outlives its running twice`() async throws {
    let log = Log()
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.[part: "a"], from: \.member) {
        log.write("made for \($0.id)")
        return Part(owner: $0.id)
      }
    }
    for member in [Member.alice, .bob] {
      try await withAppDependencyGraph(graph, activating: member) { app in
        #expect(app.environment[part: "a"].owner == member.id)
      }
    }
    #expect(log.lines == ["made for alice", "made for bob"])
  }
}
