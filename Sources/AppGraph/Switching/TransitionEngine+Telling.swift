extension TransitionEngine {
  /// Tells observers what has happened to a service.
  ///
  /// - Parameters:
  ///   - step: What has happened.
  ///   - service: The service.
  ///   - instant: When, if that is known; reading the clock costs as much as all else here.
  ///   - took: How long a start or stop took that has ended.
  ///   - error: Why it failed.
  func emit(
    _ step: ServiceEvent.Step,
    _ service: Service,
    at instant: Duration? = nil,
    took: Duration? = nil,
    error: (any Error)? = nil
  ) {
    guard audience.isPresent else { return }
    let offset = instant ?? audience.clock.now()
    let event = ServiceEvent(
      step: step,
      key: name(of: service),
      account: present.accountName,
      generation: present.generation,
      took: took,
      error: error.map { String(describing: $0) }
    )
    if step == .started || step == .stopped { lastEnd = offset }
    audience.tell(
      .service(event),
      generation: (accountEngine ?? self).machine.generation,
      at: offset
    )
  }

  /// When the start or stop before ended, which is when the next one begins; nothing if anything of the
  /// app but observers may have run since.
  func takeLastEnd() -> Duration? {
    defer { lastEnd = nil }
    return lastEnd
  }

  private func name(of service: Service) -> String {
    if let name = names[service] { return name }
    let name = part.services[service].slot.description
    names[service] = name
    return name
  }

  func report(_ kind: GraphIncident.Kind, _ service: Service, _ cause: (any Error)?) {
    let registration = part.services[service].registration
    host?.report(
      GraphIncident(
        kind: kind,
        key: registration.key.slot.description,
        place: registration.place,
        generation: present.generation,
        cause: cause
      )
    )
  }
}
