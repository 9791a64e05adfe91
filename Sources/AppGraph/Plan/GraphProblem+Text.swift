// The texts of all problems, apart from the code that finds them.
extension GraphProblem {
  private static func quoted(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: " -> ")
  }

  static func cycle(_ keys: [String], _ places: [SourcePlace]) -> Self {
    Self(
      id: .cycle,
      keys: keys,
      places: places,
      message: "Services need each other in a circle: \(quoted(keys + keys.prefix(1)))",
      remedy: "Remove one of these edges, or split one service in two."
    )
  }

  static func duplicateKey(_ key: String, _ places: [SourcePlace]) -> Self {
    Self(
      id: .duplicateKey,
      keys: [key],
      places: places,
      message: "Key '\(key)' is registered \(places.count) times",
      remedy: "Remove all but one, or mark the one that shall win with replacing()."
    )
  }

  static func duplicateState(_ state: String, _ places: [SourcePlace]) -> Self {
    Self(
      id: .duplicateState,
      keys: [state],
      places: places,
      message: "State '\(state)' is registered \(places.count) times",
      remedy: "Remove all but one; a state has one identity for the life of the graph."
    )
  }

  static func duplicateStashName(_ state: String, _ places: [SourcePlace]) -> Self {
    Self(
      id: .duplicateStashName,
      keys: [state],
      places: places,
      message: "Two stashed states are both stored as '\(state)' and would overwrite each other",
      remedy: "Give one of them a name: SharedState(\(state).self, named: \"…\")."
    )
  }

  static func missingAccountPolicy(_ state: String, _ place: SourcePlace) -> Self {
    Self(
      id: .missingAccountPolicy,
      keys: [state],
      places: [place],
      message: "State '\(state)' does not say what a change of the account does to it",
      remedy: "Add onAccountChange { … }, stashed(save:restore:reset:) or keptAcrossAccounts()."
    )
  }

  static func observableService(_ key: String, type: String, _ place: SourcePlace) -> Self {
    Self(
      id: .observableService,
      keys: [key],
      places: [place],
      message: "Key '\(key)' registers the observable type '\(type)' as a service",
      remedy: "Register it as SharedState(\(type).self) and read it from the state registry."
    )
  }

  static func stateIsService(_ state: String, _ key: String, _ place: SourcePlace) -> Self {
    Self(
      id: .stateIsService,
      keys: [state, key],
      places: [place],
      message: "State '\(state)' is also what key '\(key)' holds as a service",
      remedy:
        "Keep services and states apart: let the state be filled from the service, and register "
        + "only one of the two."
    )
  }

  static func accountKeyRegistered(_ key: String, _ places: [SourcePlace]) -> Self {
    Self(
      id: .accountKeyRegistered,
      keys: [key],
      places: places,
      message: "The account key '\(key)' is registered as a service",
      remedy: "Remove the registration; the graph puts the active account under this key."
    )
  }

  static func differentAccountKeys(_ keys: [String], _ places: [SourcePlace]) -> Self {
    let names = keys.map { "'\($0)'" }.joined(separator: " and ")
    return Self(
      id: .differentAccountKeys,
      keys: keys,
      places: places,
      message: "Nested graphs are rewired by different account keys: \(names)",
      remedy: "Rewire all graphs of one app by the same key."
    )
  }

  static func accountKeyNested(_ key: String, _ places: [SourcePlace]) -> Self {
    Self(
      id: .differentAccountKeys,
      keys: [key],
      places: places,
      message: "A graph that follows no account nests one that is rewired by '\(key)'",
      remedy: "Declare the outer graph with DependencyGraph(rewiredBy:), by the same key."
    )
  }

  static func keptServiceDependsOnAccount(_ path: [String], _ place: SourcePlace) -> Self {
    Self(
      id: .keptServiceDependsOnAccount,
      keys: path,
      places: [place],
      message:
        "Service '\(path[0])' is declared keptAcrossAccounts() but depends on the account: "
        + quoted(path),
      remedy: "Remove the edge, point the service at each account with rewired(by:apply:release:), "
        + "or drop keptAcrossAccounts()."
    )
  }

  static func rewiredServiceDependsOnAccount(_ path: [String], _ place: SourcePlace) -> Self {
    Self(
      id: .rewiredServiceDependsOnAccount,
      keys: path,
      places: [place],
      message:
        "Service '\(path[0])' is rewired but is itself made from the account: \(quoted(path))",
      remedy: "Make it from app-lifetime keys only, or drop rewired(by:apply:release:)."
    )
  }

  static func gatedServiceWithoutAccount(_ key: String, _ place: SourcePlace) -> Self {
    Self(
      id: .gatedServiceWithoutAccount,
      keys: [key],
      places: [place],
      message: "Service '\(key)' requires authentication but does not depend on the account",
      remedy: "Make it from the account key or a service of the account, rewire it, or drop "
        + "requiresAuthentication()."
    )
  }

  static func gatedTaskWithoutAccount(_ place: SourcePlace) -> Self {
    Self(
      id: .gatedServiceWithoutAccount,
      keys: [],
      places: [place],
      message: "A lifecycle task requires authentication in a graph that follows no account",
      remedy: "Declare the graph with DependencyGraph(rewiredBy:), or drop "
        + "requiresAuthentication()."
    )
  }

  static func unsupportedKeyPath(_ name: String, in owner: String, _ place: SourcePlace) -> Self {
    Self(
      id: .unsupportedKeyPath,
      keys: [name],
      places: [place],
      message: "A key path of type '\(name)' in \(owner) does not lead to exactly one key",
      remedy: "Name the key itself, such as \\.client, through a property that only gets and sets "
        + "self[Key.self]; reach into the value inside the factory."
    )
  }

  static func unregisteredKey(
    _ key: String,
    neededBy owner: String,
    suggestion: String?,
    _ place: SourcePlace
  ) -> Self {
    let hint = suggestion.map { " Did you mean '\($0)'?" } ?? ""
    return Self(
      id: .unregisteredKey,
      keys: [key],
      places: [place],
      message: "\(owner) needs '\(key)', which nobody registers",
      remedy: "Register the key, or plan without strict to use its default instance.\(hint)"
    )
  }
}
