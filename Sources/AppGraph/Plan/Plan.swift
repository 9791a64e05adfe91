/// A validated graph: the order, the lifetimes and the edges of its services.
///
/// Made by ``DependencyGraph/plan(strict:)``. Planning makes no service and no state.
@MainActor
public struct Plan {
  /// What a valid graph has that its author may not have meant.
  public let notes: [PlanNote]

  /// The services of one lifetime in declaration order, and how they depend on each other.
  struct Part {
    var services: [PlannedService] = []
    var topology = Topology(dependencies: [])
    /// The same services in an order in which each follows all it is made from.
    var order: [Int] = []
  }

  let app: Part
  let account: Part
  let accountSlot: EnvironmentSlot?
  let states: [StateRegistration]
  let tasks: [TaskRegistration]
  let hooks: [HookRegistration]
  /// Where each service stands, by its number among all: its part, and its number in that part.
  let positions: [Position]
  /// The number in the account part of the pointing of each rewired service.
  let pointings: [EnvironmentSlot: Int]
  let lifetimePaths: LifetimePaths

  struct Position: Hashable {
    let lifetime: Lifetime
    let index: Int
  }

  /// Why each registered key has its lifetime, in declaration order.
  public var explanations: [LifetimeExplanation] {
    lifetimePaths.explanations
  }

  /// Says why a key has its lifetime.
  ///
  /// - Parameter key: The key; it need not be registered.
  /// - Returns: The lifetime, and the path of keys that leads to the account.
  public func explanation<Value: Sendable>(of key: EnvironmentKeyPath<Value>) -> LifetimeExplanation
  {
    lifetimePaths.explanation(of: EnvironmentKeyReading(key).slot)
  }

  /// The services of the account, by number, that must have started for some keys to be ready: among
  /// them the pointing of a rewired service.
  func readiness(_ dependencies: [EnvironmentDependency]) -> [Int] {
    accountServices(dependencies) + dependencies.compactMap { pointings[$0.slot] }
  }

  /// The services of the account, by number, that some keys name.
  func accountServices(_ dependencies: [EnvironmentDependency]) -> [Int] {
    dependencies.compactMap { dependency in
      guard let number = lifetimePaths.number(of: dependency.slot),
        positions[number].lifetime == .account
      else { return nil }
      return positions[number].index
    }
  }

  /// Whether any of some keys changes its value with the account.
  func dependsOnAccount(_ dependencies: [EnvironmentDependency]) -> Bool {
    dependencies.contains { $0.slot == accountSlot } || !accountServices(dependencies).isEmpty
  }
}
