/// One attempt of a stream supervisor to open a connection.
public struct StreamAttempt<Channel: Hashable & Sendable>: Sendable {
  /// The place in the order of all attempts of the supervisor; the first is 1.
  public let number: Int
  /// The channels to listen to, in no order; may be empty.
  public let channels: Set<Channel>
  /// The lease of the start that the attempt belongs to.
  public let lease: Lease
}
