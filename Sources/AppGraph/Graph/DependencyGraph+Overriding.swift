extension DependencyGraph {
  /// Puts a fixed value in the place of a registered service, for tests and previews.
  ///
  /// The order, the lifetimes and the edges of the graph stay as declared; the service's own factory,
  /// start and stop are not used. A key that is not registered becomes an app-lifetime service.
  ///
  /// - Parameters:
  ///   - key: The key whose value is replaced.
  ///   - value: The value that stands in.
  ///   - fileID: The file of the override; leave it out.
  ///   - line: The line of the override; leave it out.
  /// - Returns: The graph with the override.
  public func overriding<Value: Sendable>(
    _ key: EnvironmentKeyPath<Value>,
    with value: Value,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    let fixed = Service(key, fileID: fileID, line: line) { value }.registration
    var copy = self
    var isRegistered = false
    for index in copy.registrations.indices {
      guard case .service(let service) = copy.registrations[index].kind,
        service.key.slot == fixed.key.slot
      else { continue }
      let overridden = service.with(fixed.factory) {
        $0.start = nil
        $0.stop = nil
        // Only its pointing was skipped for anonymous accounts.
        if $0.rewiring != nil { $0.requiresAuthentication = false }
        $0.rewiring = nil
      }
      copy.registrations[index].kind = .service(overridden)
      isRegistered = true
    }
    if !isRegistered { copy.registrations.append(Registration(kind: .service(fixed))) }
    return copy
  }

  /// Lets this graph's registration of a key take the place of another graph's, on purpose.
  ///
  /// Two graphs that register one key are otherwise a problem that names both.
  ///
  /// - Parameters:
  ///   - key: A key that this graph registers; if it does not, a note of the plan says so.
  ///   - fileID: The file of the call; leave it out.
  ///   - line: The line of the call; leave it out.
  /// - Returns: The graph, replacing.
  public func replacing<Value: Sendable>(
    _ key: EnvironmentKeyPath<Value>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    let replaced = EnvironmentKeyReading(key).dependency
    var copy = self
    var isRegistered = false
    for index in copy.registrations.indices {
      guard case .service(let service) = copy.registrations[index].kind,
        service.key.slot == replaced.slot
      else { continue }
      copy.registrations[index].kind = .service(service.with { $0.isReplacing = true })
      isRegistered = true
    }
    if !isRegistered {
      let place = SourcePlace(fileID: fileID, line: line)
      copy.registrations.append(Registration(kind: .unusedReplacement(replaced, place)))
    }
    return copy
  }
}
