/// One line of a graph that registers a service: a key, the keys it is made from, and how.
///
/// A service is a plain `Sendable` value or reference; what a user interface observes is a
/// ``SharedState``. Its lifetime is inferred: a service that depends on the account key, however far
/// away, lives as long as that account is active, every other one as long as the graph.
///
///     Service(\.cache) { Cache() }
///     Service(\.client, from: \.account) { Client(account: $0) }
///     Service(\.instance, from: \.client, loading: { try await $0.instance() })
///       .optional()
///
/// The factory gets the values of the declared keys as arguments, in the declared order, and can reach
/// no others. It has no effects: what has begun is begun by `onStart` and ended by `onStop`.
@MainActor
public struct Service<Value: Sendable> {
  var registration: ServiceRegistration

  /// Registers a service that a synchronous factory makes.
  ///
  /// - Parameters:
  ///   - key: The key that the service stands under.
  ///   - dependency: The keys it is made from, any number.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - make: Makes the service from the values of the keys. What it throws is a failed start, or, in
  ///     the turn of the request, refuses the request.
  @inlinable
  public init<each Dependency: Sendable>(
    _ key: EnvironmentKeyPath<Value>,
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    fileID: String = #fileID,
    line: Int = #line,
    make: @escaping @MainActor (repeat each Dependency) throws -> Value
  ) {
    let edges = Self.edges(repeat each dependency)
    self.init(
      key,
      edges,
      SourcePlace(fileID: fileID, line: line),
      .making { ValueBox(try make(repeat $0.next((each Dependency).self))) }
    )
  }

  /// Registers a service whose value has to be waited for.
  ///
  /// Until it is there the key holds its default instance. Loading is a part of the start: it is
  /// cancelled, limited and rolled back like one.
  ///
  /// - Parameters:
  ///   - key: The key that the service stands under.
  ///   - dependency: The keys it is made from, any number.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - loading: Loads the value from the values of the keys. What it throws is a failed start.
  public init<each Dependency: Sendable>(
    _ key: EnvironmentKeyPath<Value>,
    from dependency: repeat EnvironmentKeyPath<each Dependency>,
    fileID: String = #fileID,
    line: Int = #line,
    loading: @escaping @MainActor (repeat each Dependency) async throws -> Value
  ) {
    let edges = Self.edges(repeat each dependency)
    self.init(
      key,
      edges,
      SourcePlace(fileID: fileID, line: line),
      .loading { ValueBox(try await loading(repeat $0.next((each Dependency).self))) }
    )
  }

  /// Registers a service that is made from several keys of one value type.
  ///
  /// - Parameters:
  ///   - key: The key that the service stands under.
  ///   - dependencies: The keys it is made from, such as the members of a family; may be empty.
  ///   - fileID: The file of the registration; leave it out.
  ///   - line: The line of the registration; leave it out.
  ///   - make: Makes the service from the values of the keys, in the order of `dependencies`.
  public init<Dependency: Sendable>(
    _ key: EnvironmentKeyPath<Value>,
    from dependencies: [EnvironmentKeyPath<Dependency>],
    fileID: String = #fileID,
    line: Int = #line,
    make: @escaping @MainActor ([Dependency]) throws -> Value
  ) {
    let edges = dependencies.map { EnvironmentKeyReading($0).dependency }
    let count = edges.count
    self.init(
      key,
      edges,
      SourcePlace(fileID: fileID, line: line),
      .making { reader in
        ValueBox(try make((0..<count).map { _ in reader.next(Dependency.self) }))
      }
    )
  }

  @usableFromInline
  init(
    _ key: EnvironmentKeyPath<Value>,
    _ dependencies: [EnvironmentDependency],
    _ place: SourcePlace,
    _ factory: ServiceFactory
  ) {
    registration = ServiceRegistration(
      key: EnvironmentKeyReading(key).dependency,
      valueTraits: ValueBox<Value>.self,
      dependencies: dependencies,
      place: place,
      factory: factory
    )
  }

  /// Follows key paths, each once.
  ///
  /// The factory reads them one by one from the registration; readings of several types would have to be
  /// kept by it, and to be taken apart by their types on every call.
  @usableFromInline
  static func edges<each Dependency: Sendable>(
    _ keyPath: repeat EnvironmentKeyPath<each Dependency>
  ) -> [EnvironmentDependency] {
    var edges: [EnvironmentDependency] = []
    for path in repeat each keyPath { edges.append(EnvironmentKeyReading(path).dependency) }
    return edges
  }

  /// The value in a box of this service's key.
  @inlinable
  static func value(in box: AnyObject) -> Value {
    // Safe: the factory of this registration made the box.
    unsafeDowncast(box, to: ValueBox<Value>.self).value
  }
}
