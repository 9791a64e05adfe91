extension AppDependencyGraph {
  /// The lease of the present generation.
  public var lease: Lease { Lease(gate: runtime.engine.visibleGate) }

  /// Takes a hold on the present generation: its first service stops only after the hold is released.
  ///
  /// The teardown waits for the release as long as for a hook.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The hold, to be released or dropped once the generation is over.
  public func holdTeardown(fileID: String = #fileID, line: Int = #line) -> TeardownHold {
    runtime.engine.hold(limit: .inherited, place: SourcePlace(fileID: fileID, line: line))
  }

  /// Takes a hold on the present generation, with a limit of its own.
  ///
  /// - Parameters:
  ///   - limit: How long the teardown waits for the release; `nil` waits without limit.
  ///   - fileID: The file of the call; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The hold, to be released or dropped once the generation is over.
  public func holdTeardown(
    limit: Duration?,
    fileID: String = #fileID,
    line: Int = #line
  ) -> TeardownHold {
    runtime.engine.hold(limit: .own(limit), place: SourcePlace(fileID: fileID, line: line))
  }

  /// A handle to the present generation's value of a key, for code that outlives the generation.
  ///
  /// - Parameter key: The key.
  /// - Returns: The handle; it never holds on to the value.
  public func handle<Value: Sendable>(_ key: EnvironmentKeyPath<Value>) -> Handle<Value> {
    Handle(key, runtime: runtime)
  }

  /// The present value of a key, then one for each visible change of it.
  ///
  /// A slow reader gets the newest only. Ends with `close`.
  ///
  /// - Parameter key: The key.
  /// - Returns: The sequence.
  public func values<Value: Sendable>(of key: EnvironmentKeyPath<Value>) -> AsyncStream<Value> {
    let reading = EnvironmentKeyReading(key)
    let broadcast = Broadcast<Value>()
    var last = reading.box(in: runtime.environment.table)
    let stream = broadcast.stream(
      buffering: .bufferingNewest(1),
      startingWith: reading.value(in: runtime.environment.table)
    )
    guard !runtime.isClosed else {
      broadcast.finish()
      return stream
    }
    runtime.follow { table in
      guard let table else { return broadcast.finish() }
      let box = reading.box(in: table)
      guard box !== last else { return }
      last = box
      broadcast.send(reading.value(in: table))
    } while: {
      broadcast.isObserved
    }
    return stream
  }
}
