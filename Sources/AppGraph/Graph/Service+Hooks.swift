extension Service {
  /// Begins the service when all it depends on have started, without waiting.
  ///
  /// Called inline: no task, no timer. A later call replaces an earlier one.
  ///
  /// - Parameter start: Begins the service under a lease that ends with it. What it throws is a failed
  ///   start, and a start that failed gets no stop.
  /// - Returns: The registration with the start.
  @inlinable
  public func onStart(_ start: @escaping @MainActor (Value, Lease) throws -> Void) -> Self {
    starting { box, lease in
      try start(Self.value(in: box), lease)
      return nil
    }
  }

  /// Begins the service when all it depends on have started, and waits until it has.
  ///
  /// - Parameter start: Begins the service under a lease that ends with it. It is cancelled when its
  ///   generation ends, and must not take longer than the start limit.
  /// - Returns: The registration with the start.
  public func onStart(_ start: @escaping @MainActor (Value, Lease) async throws -> Void) -> Self {
    onStarting { value, lease in { try await start(value, lease) } }
  }

  /// Ends the service after all that depend on it have stopped, without waiting.
  ///
  /// - Parameter stop: Ends the service. What it throws is reported and does not end the teardown.
  /// - Returns: The registration with the stop.
  @inlinable
  public func onStop(_ stop: @escaping @MainActor (Value) throws -> Void) -> Self {
    stopping { box in
      try stop(Self.value(in: box))
      return nil
    }
  }

  /// Ends the service after all that depend on it have stopped, and waits until it has.
  ///
  /// - Parameter stop: Ends the service. It is shielded from cancellation, called once for each
  ///   completed start, and abandoned when it exceeds the stop limit.
  /// - Returns: The registration with the stop.
  public func onStop(_ stop: @escaping @MainActor (Value) async throws -> Void) -> Self {
    onStopping { value in { try await stop(value) } }
  }

  /// Begins the service, deciding at each call whether there is anything to wait for.
  package func onStarting(
    _ start: @escaping @MainActor (Value, Lease) throws -> HookStep?
  ) -> Self {
    starting { box, lease in try start(Self.value(in: box), lease) }
  }

  /// Ends the service, deciding at each call whether there is anything to wait for.
  package func onStopping(_ stop: @escaping @MainActor (Value) throws -> HookStep?) -> Self {
    stopping { box in try stop(Self.value(in: box)) }
  }

  @usableFromInline
  func starting(_ start: @escaping StartHook) -> Self {
    with { $0.start = start }
  }

  @usableFromInline
  func stopping(_ stop: @escaping StopHook) -> Self {
    with { $0.stop = stop }
  }

  func with(_ change: (inout ServiceOptions) -> Void) -> Self {
    var copy = self
    copy.registration = registration.with(nil, change)
    return copy
  }
}
