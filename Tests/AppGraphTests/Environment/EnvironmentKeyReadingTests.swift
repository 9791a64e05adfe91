import AppGraph
import Testing

private struct Config: Sendable {
  var name = "default"
  /// The same type again, through a computed property.
  var fallback: Config {
    get { Config() }
    set { _ = newValue }
  }
}

private final class Node: @unchecked Sendable {
  // Safe: the tests do not write to it.
  var next: Node?
  var title = "node"
}

private enum ConfigKey: AppEnvironmentKey {
  static let defaultValue = Config()
}

private enum NodeKey: AppEnvironmentKey {
  static let defaultValue = Node()
}

private enum MissingKey: AppEnvironmentKey {
  static let defaultValue: Config? = nil
}

private enum NameKey: AppEnvironmentKey {
  static let defaultValue = "name"
}

extension AppEnvironmentValues {
  fileprivate var config: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }
  /// A second property over one key.
  fileprivate var settings: Config {
    get { self[ConfigKey.self] }
    set { self[ConfigKey.self] = newValue }
  }
  fileprivate var node: Node {
    get { self[NodeKey.self] }
    set { self[NodeKey.self] = newValue }
  }
  fileprivate var missing: Config? {
    get { self[MissingKey.self] }
    set { self[MissingKey.self] = newValue }
  }
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
  /// A property over two keys.
  fileprivate var joined: String {
    get { self[NameKey.self] + self[ConfigKey.self].name }
    set { self[NameKey.self] = newValue }
  }
  /// A property over no key.
  fileprivate var nothing: String {
    get { "nothing" }
    set { _ = newValue }
  }
  fileprivate var member2: Member {
    get { self[MemberKey.self] }
    set { self[MemberKey.self] = newValue }
  }
}

/// A key path that leads to no key or into a value, with the type it names.
private struct BadPath: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let type: String
  /// The path in every position of a graph that names keys.
  let graphs: @MainActor @Sendable () -> [(String, DependencyGraph<Member>)]

  init<Value: Sendable>(
    _ name: String,
    _ value: Value,
    _ path: @escaping @MainActor @Sendable () -> EnvironmentKeyPath<Value>
  ) {
    testDescription = name
    type = String(describing: Value.self)
    graphs = { positions(path(), value) }
  }
}

private final class Screen {}

@MainActor
private func positions<Value: Sendable>(
  _ path: EnvironmentKeyPath<Value>,
  _ value: Value
) -> [(String, DependencyGraph<Member>)] {
  let target: EnvironmentKeyPath<Part> = \.[part: "a"]
  func graph(@DependencyGraphBuilder _ lines: () -> [Registration]) -> DependencyGraph<Member> {
    DependencyGraph(rewiredBy: \.member, lines)
  }
  return [
    ("a service", graph { Service(path) { value } }),
    (
      "the service 'PartKey[a]'",
      graph { Service(target, from: path) { _ in Part(owner: "") } }
    ),
    (
      "the service 'PartKey[a]'",
      graph { Service(target, from: [path, path]) { _ in Part(owner: "") } }
    ),
    (
      "the service 'PartKey[a]'",
      graph { Service(target, from: path, loading: { _ in Part(owner: "") }) }
    ),
    (
      "the service 'PartKey[a]'",
      graph {
        Service(target) { Part(owner: "") }
          .rewired(by: path, apply: { _, _, _ in }, release: { _ in })
      }
    ),
    (
      "the fill of 'Screen'",
      graph {
        SharedState(Screen.self) { Screen() }.keptAcrossAccounts()
          .filled(from: path) { _, _, _ in }
      }
    ),
    ("a lifecycle task", graph { LifecycleTask(id: { _ in 0 }, from: path) { _, _, _ in } }),
    ("a teardown hook", graph { TeardownHook(from: path) { _, _ in } }),
  ]
}

@Suite @MainActor struct EnvironmentKeyReadingTests {
  nonisolated private static let badPaths = [
    BadPath("a value of another type", "") { \.config.name },
    BadPath("a value of the same type", Config()) { \.config.fallback },
    BadPath("a value through a class", "") { \.node.title },
    BadPath("the same class through a class", Node()) { \.node.next! },
    BadPath("the value of an optional", Config()) { \.missing! },
    BadPath("a value in an optional that is nil", "") { \.missing!.name },
    BadPath("the same type in an optional that is nil", Config()) { \.missing!.fallback },
    BadPath("two keys", "") { \.joined },
    BadPath("no key", "") { \.nothing },
    BadPath("all values", AppEnvironmentValues()) { \.self },
  ]

  @Test(arguments: badPaths)
  private func `A key path that does not lead to one key is unsupported everywhere`(
    path: BadPath
  ) {
    for (owner, graph) in path.graphs() {
      let found = problems(of: graph, strict: true)
      #expect(Set(found.map(\.id)) == [.unsupportedKeyPath], "\(owner): \(found)")
      #expect(
        found.allSatisfy {
          $0.message
            == "A key path of type '\(path.type)' in \(owner) does not lead to exactly one key"
        },
        "\(found)"
      )
      let files = Set(found.map { $0.places.map(\.fileID) })
      #expect(files == [["AppGraphTests/EnvironmentKeyReadingTests.swift"]])
    }
  }

  @Test func `The path to the account must lead to one key`() {
    let found = problems(of: DependencyGraph(rewiredBy: \.missingMember!) {})
    #expect(found.map(\.id) == [.unsupportedKeyPath])
    #expect(
      found.map(\.message)
        == ["A key path of type 'Member' in rewiredBy does not lead to exactly one key"]
    )
  }

  @Test func `Two properties over one key are one key`() async throws {
    let twice = DependencyGraph {
      Service(\.config) { Config(name: "first") }
      Service(\.settings) { Config(name: "second") }
    }
    #expect(problems(of: twice).map(\.id) == [.duplicateKey])
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.config, from: \.member2) { Config(name: $0.id) }
      Service(\.name, from: \.settings) { $0.name }
    }
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      #expect(app.environment.settings.name == "alice")
      #expect(app.environment.name == "alice")
      #expect(app.plan.explanation(of: \.settings).path == ["ConfigKey", "MemberKey"])
    }
  }

  @Test func `A path into a value reads the present value`() async throws {
    let graph = DependencyGraph(rewiredBy: \.member) {
      Service(\.config, from: \.member) { Config(name: $0.id) }
    }
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      let name = try app.handle(\.config.name)()
      #expect(name == "alice")
      for await name in app.values(of: \.config.name) {
        #expect(name == "alice")
        break
      }
      #expect(AppEnvironment(\.config.name).wrappedValue == "alice")
    }
  }
}

extension AppEnvironmentValues {
  fileprivate var missingMember: Member? {
    get { self[MissingMemberKey.self] }
    set { self[MissingMemberKey.self] = newValue }
  }
}

private enum MissingMemberKey: AppEnvironmentKey {
  static let defaultValue: Member? = nil
}
