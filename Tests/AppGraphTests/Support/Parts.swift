import AppGraph

/// The account of the graphs of these tests; guests are anonymous.
struct Member: GraphAccount {
  let id: String

  var isAuthenticated: Bool { !id.hasPrefix("guest") }

  static let alice = Member(id: "alice")
  static let bob = Member(id: "bob")
  static let carol = Member(id: "carol")
  static let guest = Member(id: "guest")
}

enum MemberKey: AppEnvironmentKey {
  static let defaultValue = Member(id: "guest of the default")
}

/// A service that knows for whom it was made, and from what.
final class Part: Sendable {
  let owner: String
  let sources: [Part]

  init(owner: String, sources: [Part] = []) {
    self.owner = owner
    self.sources = sources
  }
}

enum PartKey: AppEnvironmentKey {
  static let defaultValue = Part(owner: "the default")
}

enum CountKey: AppEnvironmentKey {
  static let defaultValue = -1
}

extension AppEnvironmentValues {
  var member: Member {
    get { self[MemberKey.self] }
    set { self[MemberKey.self] = newValue }
  }
  /// A family by name.
  subscript(part name: String) -> Part {
    get { self[PartKey.self, at: name] }
    set { self[PartKey.self, at: name] = newValue }
  }
  /// A family by number.
  subscript(count number: Int) -> Int {
    get { self[CountKey.self, at: number] }
    set { self[CountKey.self, at: number] = newValue }
  }
}

/// A graph of parts, declared in order, each with the parts it is made from.
///
/// A part that is made from `member` alone is made from the account.
@MainActor
func partGraph(_ edges: [(part: String, from: [String])]) -> DependencyGraph<Member> {
  DependencyGraph(rewiredBy: \.member, fileID: "App/Graph.swift", line: 0) {
    for (index, edge) in edges.enumerated() {
      part(edge.part, from: edge.from, line: index + 1)
    }
  }
}

/// The registration of one part at a line of `App/Graph.swift`.
@MainActor
func part(_ name: String, from sources: [String], line: Int) -> Service<Part> {
  if sources == ["member"] {
    return Service(\.[part: name], from: \.member, fileID: "App/Graph.swift", line: line) {
      Part(owner: $0.id)
    }
  }
  return Service(
    \.[part: name],
    from: sources.map { \AppEnvironmentValues.[part: $0] },
    fileID: "App/Graph.swift",
    line: line
  ) { Part(owner: $0.first?.owner ?? "the app", sources: $0) }
}

/// What is wrong with a graph; nothing if it is valid.
@MainActor
func problems<Account>(
  of graph: DependencyGraph<Account>,
  strict: Bool = false
) -> [GraphProblem] {
  do throws(PlanError) {
    _ = try graph.plan(strict: strict)
    return []
  } catch {
    return error.problems
  }
}
