import AppGraph
import Observation
import Testing

private enum OtherAccountKey: AppEnvironmentKey {
  static let defaultValue = Member.guest
}

/// A key with the name of another one.
private enum Elsewhere {
  enum MemberKey: AppEnvironmentKey {
    static let defaultValue = Member.guest
  }
}

@Observable private final class Model: Sendable {}

private enum ModelKey: AppEnvironmentKey {
  static let defaultValue = Model()
}

private enum OptionalModelKey: AppEnvironmentKey {
  static let defaultValue: Model? = nil
}

extension AppEnvironmentValues {
  fileprivate var otherAccount: Member {
    get { self[OtherAccountKey.self] }
    set { self[OtherAccountKey.self] = newValue }
  }
  fileprivate var memberElsewhere: Member {
    get { self[Elsewhere.MemberKey.self] }
    set { self[Elsewhere.MemberKey.self] = newValue }
  }
  fileprivate var model: Model {
    get { self[ModelKey.self] }
    set { self[ModelKey.self] = newValue }
  }
  fileprivate var optionalModel: Model? {
    get { self[OptionalModelKey.self] }
    set { self[OptionalModelKey.self] = newValue }
  }
}

private final class Screen {}

private let file = "App/Graph.swift"

/// Lines of a graph, and every problem that they have, to the letter.
private struct Case: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: [String]
  let lines: @MainActor @Sendable () -> [Registration]
  var isStrict = false

  init(
    _ name: String,
    isStrict: Bool = false,
    _ expected: [String],
    @DependencyGraphBuilder _ lines: @escaping @MainActor @Sendable () -> [Registration]
  ) {
    testDescription = name
    self.expected = expected
    self.lines = lines
    self.isStrict = isStrict
  }
}

@Suite @MainActor struct GraphProblemTests {
  nonisolated private static let cases = [
    Case(
      "cycle",
      [
        "[cycle] Services need each other in a circle: 'PartKey[a]' -> 'PartKey[c]' -> 'PartKey[a]' "
          + "(registered at App/Graph.swift:1, App/Graph.swift:3). "
          + "Remove one of these edges, or split one service in two."
      ]
    ) {
      part("a", from: ["b", "c"], line: 1)
      part("b", from: [], line: 2)
      part("c", from: ["b", "a"], line: 3)
    },
    Case(
      "duplicate key",
      [
        "[duplicateKey] Key 'CountKey[4]' is registered 3 times (registered at App/Graph.swift:1, "
          + "App/Other.swift:2, App/Graph.swift:9). "
          + "Remove all but one, or mark the one that shall win with replacing()."
      ]
    ) {
      Service(\.[count: 4], fileID: file, line: 1) { 1 }
      Service(\.[count: 4], fileID: "App/Other.swift", line: 2) { 2 }
      Service(\.[count: 5], fileID: file, line: 3) { 2 }
      Service(\.[count: 4], fileID: file, line: 9) { 3 }
    },
    Case(
      "duplicate key, with two that replace",
      [
        "[duplicateKey] Key 'CountKey[4]' is registered 2 times (registered at App/Graph.swift:1, "
          + "App/Graph.swift:2). "
          + "Remove all but one, or mark the one that shall win with replacing()."
      ]
    ) {
      Service(\.[count: 4], fileID: file, line: 1) { 1 }.replacing()
      Service(\.[count: 4], fileID: file, line: 2) { 2 }.replacing()
    },
    Case(
      "two states that are stored under one name",
      [
        "[duplicateStashName] Two stashed states are both stored as 'Note' and would overwrite each "
          + "other (registered at App/Graph.swift:1, App/Graph.swift:3). "
          + "Give one of them a name: SharedState(Note.self, named: \"…\")."
      ]
    ) {
      SharedState(Feature.Note.self, fileID: file, line: 1) { Feature.Note() }
        .stashed(save: { _ in "" }, restore: { _, _ in }, reset: { _ in })
      // What cannot be encoded is not stored, and a name tells two apart.
      SharedState(OtherFeature.Note.self, fileID: file, line: 2) { OtherFeature.Note() }
        .stashed(save: { _ in Unencodable() }, restore: { _, _ in }, reset: { _ in })
      SharedState(LastFeature.Note.self, fileID: file, line: 3) { LastFeature.Note() }
        .stashed(save: { _ in [1] }, restore: { _, _ in }, reset: { _ in })
      SharedState(LastFeature.Note.self, named: "b", fileID: file, line: 4) { LastFeature.Note() }
        .stashed(save: { _ in [1] }, restore: { _, _ in }, reset: { _ in })
    },
    Case(
      "duplicate state",
      [
        "[duplicateState] State 'Screen' is registered 2 times (registered at App/Graph.swift:1, "
          + "App/Graph.swift:3). "
          + "Remove all but one; a state has one identity for the life of the graph."
      ]
    ) {
      SharedState(Screen.self, fileID: file, line: 1) { Screen() }.keptAcrossAccounts()
      SharedState(Screen.self, named: "other", fileID: file, line: 2) { Screen() }
        .keptAcrossAccounts()
      SharedState(Screen.self, fileID: file, line: 3) { Screen() }.keptAcrossAccounts()
    },
    Case(
      "missing account policy",
      [
        "[missingAccountPolicy] State 'Screen[home]' does not say what a change of the account does "
          + "to it (registered at App/Graph.swift:1). "
          + "Add onAccountChange { … }, stashed(save:restore:reset:) or keptAcrossAccounts()."
      ]
    ) {
      SharedState(Screen.self, named: "home", fileID: file, line: 1) { Screen() }
    },
    Case(
      "observable services",
      [
        "[observableService] Key 'ModelKey' registers the observable type 'Model' as a service "
          + "(registered at App/Graph.swift:1). "
          + "Register it as SharedState(Model.self) and read it from the state registry.",
        "[observableService] Key 'OptionalModelKey' registers the observable type 'Model' as a "
          + "service (registered at App/Graph.swift:2). "
          + "Register it as SharedState(Model.self) and read it from the state registry.",
      ]
    ) {
      // Through a function that does not know the type, so that the compiler does not warn.
      line(\.model, 1) { Model() }
      line(\.optionalModel, 2) { nil }
    },
    Case(
      "account key registered",
      [
        "[accountKeyRegistered] The account key 'MemberKey' is registered as a service "
          + "(registered at App/Graph.swift:1, App/Graph.swift:2). "
          + "Remove the registration; the graph puts the active account under this key."
      ]
    ) {
      Service(\.member, fileID: file, line: 1) { .guest }
      Service(\.member, fileID: file, line: 2) { .guest }
    },
    Case(
      "different account keys",
      [
        "[differentAccountKeys] Nested graphs are rewired by different account keys: 'MemberKey' and "
          + "'OtherAccountKey' and 'MemberKey' (registered at App/Graph.swift:0, App/A.swift:1, "
          + "App/B.swift:2). Rewire all graphs of one app by the same key."
      ]
    ) {
      DependencyGraph(rewiredBy: \.otherAccount, fileID: "App/A.swift", line: 1) {}
      DependencyGraph(rewiredBy: \.memberElsewhere, fileID: "App/B.swift", line: 2) {}
      DependencyGraph(rewiredBy: \.member, fileID: "App/C.swift", line: 3) {}
    },
    Case(
      "kept service depends on the account",
      [
        "[keptServiceDependsOnAccount] Service 'PartKey[c]' is declared keptAcrossAccounts() but "
          + "depends on the account: 'PartKey[c]' -> 'PartKey[b]' -> 'PartKey[a]' -> 'MemberKey' "
          + "(registered at App/Graph.swift:3). Remove the edge, point the service at each account "
          + "with rewired(by:apply:release:), or drop keptAcrossAccounts()."
      ]
    ) {
      part("a", from: ["member"], line: 1)
      part("b", from: ["a"], line: 2)
      part("c", from: ["b"], line: 3).keptAcrossAccounts()
      part("d", from: [], line: 4).keptAcrossAccounts()
    },
    Case(
      "rewired service depends on the account",
      [
        "[rewiredServiceDependsOnAccount] Service 'PartKey[b]' is rewired but is itself made from "
          + "the account: 'PartKey[b]' -> 'PartKey[a]' -> 'MemberKey' (registered at "
          + "App/Graph.swift:2). Make it from app-lifetime keys only, or drop "
          + "rewired(by:apply:release:)."
      ]
    ) {
      part("a", from: ["member"], line: 1)
      part("b", from: ["a"], line: 2).rewired(
        by: \.member,
        apply: { _, _, _ in },
        release: { _ in }
      )
    },
    Case(
      "gated service without account",
      [
        "[gatedServiceWithoutAccount] Service 'PartKey[a]' requires authentication but does not "
          + "depend on the account (registered at App/Graph.swift:1). Make it from the account key "
          + "or a service of the account, rewire it, or drop requiresAuthentication()."
      ]
    ) {
      part("a", from: [], line: 1).requiresAuthentication()
      part("b", from: [], line: 2).requiresAuthentication()
        .rewired(by: \.member, apply: { _, _, _ in }, release: { _ in })
      part("c", from: ["member"], line: 3).requiresAuthentication()
    },
    Case(
      "unregistered key",
      isStrict: true,
      [
        "[unregisteredKey] the service 'PartKey[b]' needs 'PartKey[clinet]', which nobody registers "
          + "(registered at App/Graph.swift:2). Register the key, or plan without strict to use its "
          + "default instance. Did you mean 'PartKey[client]'?",
        "[unregisteredKey] a teardown hook needs 'CountKey[123456789]', which nobody registers "
          + "(registered at App/Graph.swift:3). Register the key, or plan without strict to use its "
          + "default instance.",
      ]
    ) {
      part("client", from: [], line: 1)
      part("b", from: ["client", "clinet"], line: 2)
      TeardownHook(from: \.[count: 123_456_789], \.member, fileID: file, line: 3) { _, _, _ in }
    },
  ]

  /// A line whose type the compiler does not know where it builds the graph.
  @DependencyGraphBuilder private static func line<Value: Sendable>(
    _ key: EnvironmentKeyPath<Value>,
    _ line: Int,
    _ make: @escaping @MainActor () -> Value
  ) -> [Registration] {
    Service(key, fileID: file, line: line, make: make)
  }

  @Test(arguments: cases)
  private func `Each kind of problem has its text to the letter`(_ example: Case) {
    let graph = DependencyGraph(rewiredBy: \.member, fileID: file, line: 0) { example.lines() }
    let found = problems(of: graph, strict: example.isStrict)
    #expect(found.map(\.description) == example.expected)
    #expect(problems(of: graph, strict: example.isStrict) == found)
  }
}

private enum Feature {
  final class Note {}
}

private enum OtherFeature {
  final class Note {}
}

private enum LastFeature {
  final class Note {}
}

private struct Unencodable: Sendable {}
