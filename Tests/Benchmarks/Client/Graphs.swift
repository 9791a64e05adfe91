public import AppGraph
public import BenchmarkBaselines

/// The graphs that are measured, as an app would declare them.
@MainActor
public enum Graphs {
  /// A hundred services of the app, and two that are read in loops.
  public static func reading() -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      Service(\.app) { Part(0) }
      for index in 0..<100 { Service(\.[node: index]) { Part(index) } }
      Service(\.read, from: \.account) { Part(1, account: $0.id) }
      SharedState(Screen.self) { Screen() }.keptAcrossAccounts()
      switching()
    }
  }

  /// Twenty services of the account, each made from the account and up to two others; started and
  /// stopped without a wait.
  public static func switching() -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for index in 0..<20 {
        part(index)
          .onStart { part, _ in part.step() }
          .onStop { $0.step() }
      }
    }
  }

  /// The same, with hooks that could wait.
  public static func switchingAsynchronously() -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for index in 0..<20 {
        part(index)
          .onStart { (part: Part, _: Lease) async in part.step() }
          .onStop { (part: Part) async in part.step() }
      }
    }
  }

  /// The twenty services as they are made without a library.
  public static func bareConstruction(_ account: Account) -> [Part] {
    var parts: [Part] = []
    parts.reserveCapacity(20)
    for index in 0..<20 {
      parts.append(
        Part(
          index,
          account: account.id,
          index > 0 ? parts[(index - 1) / 2] : nil,
          index > 1 ? parts[index - 2] : nil
        )
      )
    }
    return parts
  }

  /// Twenty services of the account among a number of services of the app.
  public static func few(among count: Int) -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for index in 0..<(count - 20) { Service(\.[node: index]) { Part(index) } }
      switching()
    }
  }

  /// Services of which each is made from the three before it.
  public static func chain(_ count: Int) -> DependencyGraph<Account> {
    DependencyGraph(rewiredBy: \.account) {
      for index in 0..<count { node(index) }
    }
  }

  private static func node(_ index: Int) -> Service<Part> {
    guard index > 2 else { return Service(\.[node: index]) { Part(index) } }
    return Service(
      \.[node: index],
      from: \.[node: index - 1],
      \.[node: index - 2],
      \.[node: index - 3]
    ) { first, second, _ in
      Part(index, first, second)
    }
  }

  private static func part(_ index: Int) -> Service<Part> {
    switch index {
    case 0:
      Service(twentyKeys[0], from: \.account) { Part(0, account: $0.id) }
    case 1:
      Service(twentyKeys[1], from: \.account, twentyKeys[0]) { Part(1, account: $0.id, $1) }
    default:
      Service(
        twentyKeys[index],
        from: \.account,
        twentyKeys[(index - 1) / 2],
        twentyKeys[index - 2]
      ) { account, first, second in
        Part(index, account: account.id, first, second)
      }
    }
  }
}
