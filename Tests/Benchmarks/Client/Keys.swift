public import AppGraph
public import BenchmarkBaselines

/// The account of the benchmarks.
public struct Account: GraphAccount {
  /// The number of the account.
  public let id: Int

  /// Whether the account is signed in: always.
  public var isAuthenticated: Bool { true }

  /// Makes an account.
  public init(id: Int) {
    self.id = id
  }
}

/// The key of the active account.
public enum AccountKey: AppEnvironmentKey {
  /// The account before the first switch.
  public static let defaultValue = Account(id: -1)
}

/// A plain key of one service.
public protocol PartKey: AppEnvironmentKey where Value == Part {}

extension PartKey {
  /// The default instance, the same for all.
  public static var defaultValue: Part { .unset }
}

/// A key of the account's part that is read in loops.
public enum ReadKey: PartKey {}

/// A key of the app's part that is read in loops.
public enum AppKey: PartKey {}

/// A key that nobody registers.
public enum UnregisteredKey: PartKey {}

/// The family of the services that a graph of any size consists of.
public enum NodeKey: PartKey {}

/// The family of the services of the account.
public enum MemberKey: PartKey {}

extension AppEnvironmentValues {
  /// The active account.
  public var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }

  /// A service of the account.
  public var read: Part {
    get { self[ReadKey.self] }
    set { self[ReadKey.self] = newValue }
  }

  /// A service of the app.
  public var app: Part {
    get { self[AppKey.self] }
    set { self[AppKey.self] = newValue }
  }

  /// A service that nobody registers.
  public var unregistered: Part {
    get { self[UnregisteredKey.self] }
    set { self[UnregisteredKey.self] = newValue }
  }

  /// One of the services that a graph of any size consists of.
  public subscript(node index: Int) -> Part {
    get { self[NodeKey.self, at: index] }
    set { self[NodeKey.self, at: index] = newValue }
  }

  /// One of many services of the account.
  public subscript(member index: Int) -> Part {
    get { self[MemberKey.self, at: index] }
    set { self[MemberKey.self, at: index] = newValue }
  }
}
