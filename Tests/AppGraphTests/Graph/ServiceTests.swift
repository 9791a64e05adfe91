import AppGraph
import Testing

private enum ListKey: AppEnvironmentKey {
  static let defaultValue: [Int] = [-1]
}

private enum ExistentialKey: AppEnvironmentKey {
  static let defaultValue: any Hashable & Sendable = 0
}

private enum ClosureKey: AppEnvironmentKey {
  static let defaultValue: @Sendable (Int) -> Int = { $0 }
}

private enum OptionalKey: AppEnvironmentKey {
  static let defaultValue: String? = nil
}

private actor Store {
  let name: String?

  init(name: String?) {
    self.name = name
  }
}

private enum StoreKey: AppEnvironmentKey {
  static let defaultValue = Store(name: "default")
}

extension AppEnvironmentValues {
  fileprivate subscript(list number: Int) -> [Int] {
    get { self[ListKey.self, at: number] }
    set { self[ListKey.self, at: number] = newValue }
  }
  fileprivate var existential: any Hashable & Sendable {
    get { self[ExistentialKey.self] }
    set { self[ExistentialKey.self] = newValue }
  }
  fileprivate var closure: @Sendable (Int) -> Int {
    get { self[ClosureKey.self] }
    set { self[ClosureKey.self] = newValue }
  }
  fileprivate var optional: String? {
    get { self[OptionalKey.self] }
    set { self[OptionalKey.self] = newValue }
  }
  fileprivate var store: Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
}

@MainActor private func k(_ number: Int) -> EnvironmentKeyPath<Int> { \.[count: number] }

/// Services that are made from none to fourteen keys.
@MainActor private func lists() -> DependencyGraph<NoAccount> {
  DependencyGraph {
    for number in 0..<14 { Service(k(number)) { number } }
    Service(\.[list: 0]) { [] }
    Service(\.[list: 1], from: k(0)) { [$0] }
    Service(\.[list: 2], from: k(0), k(1)) { [$0, $1] }
    Service(\.[list: 3], from: k(0), k(1), k(2)) { [$0, $1, $2] }
    Service(\.[list: 4], from: k(0), k(1), k(2), k(3)) { [$0, $1, $2, $3] }
    Service(\.[list: 5], from: k(0), k(1), k(2), k(3), k(4)) { [$0, $1, $2, $3, $4] }
    Service(\.[list: 6], from: k(0), k(1), k(2), k(3), k(4), k(5)) { [$0, $1, $2, $3, $4, $5] }
    Service(\.[list: 7], from: k(0), k(1), k(2), k(3), k(4), k(5), k(6)) {
      [$0, $1, $2, $3, $4, $5, $6]
    }
    Service(\.[list: 8], from: k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7)) {
      [$0, $1, $2, $3, $4, $5, $6, $7]
    }
    Service(\.[list: 9], from: k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7), k(8)) {
      [$0, $1, $2, $3, $4, $5, $6, $7, $8]
    }
    Service(\.[list: 10], from: k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7), k(8), k(9)) {
      [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9]
    }
    Service(\.[list: 11], from: k(0), k(1), k(2), k(3), k(4), k(5), k(6), k(7), k(8), k(9), k(10)) {
      [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10]
    }
    Service(
      \.[list: 12],
      from: k(0),
      k(1),
      k(2),
      k(3),
      k(4),
      k(5),
      k(6),
      k(7),
      k(8),
      k(9),
      k(10),
      k(11)
    ) { [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11] }
    Service(
      \.[list: 13],
      from: k(0),
      k(1),
      k(2),
      k(3),
      k(4),
      k(5),
      k(6),
      k(7),
      k(8),
      k(9),
      k(10),
      k(11),
      k(12)
    ) { [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12] }
    Service(
      \.[list: 14],
      from: k(0),
      k(1),
      k(2),
      k(3),
      k(4),
      k(5),
      k(6),
      k(7),
      k(8),
      k(9),
      k(10),
      k(11),
      k(12),
      k(13)
    ) { [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13] }
  }
}

@Suite @MainActor struct ServiceTests {
  @Test func `A factory gets none to fourteen values in the order of their keys`() async throws {
    try await withAppDependencyGraph(lists()) { app in
      for count in 0...14 {
        #expect(app.environment[list: count] == Array(0..<count))
      }
    }
  }

  @Test func `Values of every kind of type are services and dependencies`() async throws {
    let graph = DependencyGraph {
      Service(\.existential) { "text" }
      Service(\.closure) { { $0 * 2 } }
      Service(\.optional, from: \.closure, \.existential) { "\($1) \($0(21))" }
      Service(\.store, from: \.optional) { Store(name: $0) }
    }
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment.existential as? String == "text")
      #expect(app.environment.closure(4) == 8)
      #expect(app.environment.optional == "text 42")
      #expect(app.environment.store.name == "text 42")
    }
  }

  @Test func `A service may hold nil on purpose`() async throws {
    let graph = DependencyGraph {
      Service(\.optional) { nil }
      Service(\.store, from: \.optional) { Store(name: $0) }
    }
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment.optional == nil)
      #expect(app.environment.store.name == nil)
    }
  }

  @Test func `A service is loaded from several keys`() async throws {
    let graph = DependencyGraph {
      Service(\.[count: 1], loading: { 1 })
      Service(
        \.[count: 2],
        from: \.[count: 1],
        \.[count: 99],
        loading: {
          await Task.yield()
          return $0 - $1
        }
      )
    }
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment[count: 1] == 1)
      #expect(app.environment[count: 2] == 2)
    }
  }

  @Test(arguments: [0, 1, 200]) func `A service is made from a list of keys, in its order`(
    count: Int
  ) async throws {
    let keys = (0..<count).reversed().map { \AppEnvironmentValues.[count: $0] }
    let graph = DependencyGraph {
      for number in 0..<count { Service(k(number)) { number } }
      Service(\.[list: 0], from: keys) { $0 }
    }
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment[list: 0] == Array((0..<count).reversed()))
    }
  }

  @Test func `One key may be named twice`() async throws {
    let graph = DependencyGraph {
      Service(k(1)) { 4 }
      Service(\.[list: 0], from: k(1), k(1)) { [$0, $1] }
    }
    try await withAppDependencyGraph(graph) { app in
      #expect(app.environment[list: 0] == [4, 4])
    }
  }

  @Test func `Every mark and hook of a service can be combined`() async throws {
    let log = Log()
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(k(1), from: \.member) { _ in 1 }
        .optional()
        .requiresAuthentication()
        .overlapping()
        .startLimit(.seconds(1))
        .stopLimit(nil)
        .onStart { value, lease in log.write("start \(value) g\(lease.generation)") }
        .onStop { value async in log.write("stop \(value)") }
      Service(k(2)) { 2 }
        .keptAcrossAccounts()
        .onStart { value, _ async in log.write("start \(value)") }
        .onStop { log.write("stop \($0)") }
        .rewired(
          by: k(1),
          \.member,
          apply: { value, lease, one, member in
            log.write("apply \(value) g\(lease.generation) \(one) \(member.id)")
          },
          release: { log.write("release \($0)") }
        )
      TeardownHook(from: k(1)) { reason, one in log.write("hook \(reason) \(one)") }
        .limit(.seconds(1))
    }
    try await withAppDependencyGraph(graph, activating: .alice) { _ in
      #expect(log.take() == ["start 2", "start 1 g1", "apply 2 g1 1 alice"])
    }
    #expect(log.lines == ["hook closing 1", "release 2", "stop 1", "stop 2"])
  }

  @Test func `A later start or stop takes the place of an earlier one`() async throws {
    let log = Log()
    let graph = DependencyGraph {
      Service(k(1)) { 1 }
        .onStart { _, _ in log.write("first start") }
        .onStart { _, _ in log.write("second start") }
        .onStop { _ in log.write("first stop") }
        .onStop { _ in log.write("second stop") }
    }
    try await withAppDependencyGraph(graph) { _ in }
    #expect(log.lines == ["second start", "second stop"])
  }
}
