/// A service of the benchmarks: one object, made from an account and up to two other services.
public final class Part: Sendable {
  /// The default instance of every key.
  public static let unset = Part(-1)

  /// What tells it from the others.
  public let number: Int
  /// The number of its account.
  public let account: Int
  /// What it is made from.
  public let first: Part?
  /// What else it is made from.
  public let second: Part?
  /// How often it has been started and stopped.
  @MainActor public private(set) var steps = 0

  /// Makes a service.
  public init(_ number: Int, account: Int = 0, _ first: Part? = nil, _ second: Part? = nil) {
    self.number = number
    self.account = account
    self.first = first
    self.second = second
  }

  /// Notes a start or a stop.
  @MainActor
  public func step() {
    steps += 1
  }
}

/// Takes an object from its caller, who has to retain it for that; nothing is known of what it does.
@inline(never)
@_optimize(none)
public func consume(_ part: consuming Part) {}
