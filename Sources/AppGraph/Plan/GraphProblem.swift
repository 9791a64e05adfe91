/// One thing that is wrong with a graph, found before anything of it was made.
public struct GraphProblem: Hashable, Sendable {
  /// The stable identifier of a kind of problem.
  public struct Identifier: Hashable, Sendable, RawRepresentable {
    /// The identifier as text, fit for searching and for suppressing.
    public let rawValue: String

    /// Names a kind of problem.
    ///
    /// - Parameter rawValue: The identifier as text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What kind of problem it is.
  public let id: Identifier
  /// The names of the keys or states concerned; for a cycle and a path, in the order of the path.
  public let keys: [String]
  /// Where they were registered, in the order of `keys` as far as there are places.
  public let places: [SourcePlace]
  /// What is wrong.
  public let message: String
  /// How to mend it.
  public let remedy: String
}

extension GraphProblem.Identifier {
  /// Services need each other in a circle.
  public static let cycle = Self(rawValue: "cycle")
  /// A key is registered more than once.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// A state is registered more than once.
  public static let duplicateState = Self(rawValue: "duplicateState")
  /// Two stashed states would be stored under one name.
  public static let duplicateStashName = Self(rawValue: "duplicateStashName")
  /// A state does not say what a change of the account does to it.
  public static let missingAccountPolicy = Self(rawValue: "missingAccountPolicy")
  /// An observable type is registered as a service.
  public static let observableService = Self(rawValue: "observableService")
  /// The type of a state is also the type of a service, or conforms to its protocol.
  public static let stateIsService = Self(rawValue: "stateIsService")
  /// The account key is registered as a service.
  public static let accountKeyRegistered = Self(rawValue: "accountKeyRegistered")
  /// Nested graphs are rewired by different account keys, or the outer one by none.
  public static let differentAccountKeys = Self(rawValue: "differentAccountKeys")
  /// A service that claims app lifetime depends on the account.
  public static let keptServiceDependsOnAccount = Self(rawValue: "keptServiceDependsOnAccount")
  /// A service that is rewired depends on the account itself.
  public static let rewiredServiceDependsOnAccount = Self(
    rawValue: "rewiredServiceDependsOnAccount"
  )
  /// A service or task requires authentication but does not depend on the account.
  public static let gatedServiceWithoutAccount = Self(rawValue: "gatedServiceWithoutAccount")
  /// A key path does not lead to exactly one key.
  public static let unsupportedKeyPath = Self(rawValue: "unsupportedKeyPath")
  /// A key that a service is made from is registered nowhere, and the plan is strict.
  public static let unregisteredKey = Self(rawValue: "unregisteredKey")
}

// MARK: - CustomStringConvertible

extension GraphProblem: CustomStringConvertible {
  /// The problem in one line: identifier, message, places and remedy.
  public var description: String {
    let registered =
      places.isEmpty
      ? "" : " (registered at \(places.map(\.description).joined(separator: ", ")))"
    return "[\(id.rawValue)] \(message)\(registered). \(remedy)"
  }
}
