extension GraphRuntime {
  /// Asks for an account to be active; decides in this turn, or right after the one that is running.
  func request(
    _ number: TransitionMachine.Account?,
    name: String,
    isStaged: Bool = false
  ) -> PendingRequest {
    let request = PendingRequest(number: nextRequest(), account: name)
    guard let number else {
      emit(
        .refused(account: name, reason: ActivationError.Reason.unknownAccount.rawValue),
        generation: machine.generation
      )
      request.end(.failure(error(.unknownAccount, .stillActive(activeID), request)))
      return request
    }
    requests[request.number] = request
    engine.request(number, by: request.number, isStaged: isStaged) { [weak self] in
      guard let self else { return }
      emit(.requested(account: name), generation: machine.generation)
    } refuse: { [weak self] failure in
      guard let self else { return }
      requests[request.number] = nil
      emit(
        .refused(account: name, reason: failure.reason.rawValue),
        generation: machine.generation
      )
      request.end(
        .failure(error(failure.reason, .stillActive(activeID), request, causes: [failure]))
      )
    }
    return request
  }

  /// Waits for the answer of a request, and passes on that the caller was cancelled.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - waiting: Called once cancelling the calling task has an effect.
  /// - Returns: How the request ended.
  /// - Throws: ``ActivationError``.
  func answer(
    of request: PendingRequest,
    waiting: @MainActor () -> Void = {}
  ) async throws(ActivationError) -> TransitionEnding {
    if let ending = request.ending {
      waiting()
      return try ending.get()
    }
    let operation = callingOperation
    if operation?.isAwaited == true {
      throw error(.reentrant, .requestGoesOn, request)
    }
    let ending = await withTaskCancellationHandler {
      waiting()
      return await request.wait(clock.counter)
    } onCancel: { [self, spawner] in
      spawner.hop {
        // Work of the graph is cancelled by the fence of its own request; that does not undo it.
        if operation != nil { request.abandon() } else { self.cancel(request) }
      }
    }
    guard let ending else { throw error(.cancelled, .requestGoesOn, request) }
    return try ending.get()
  }

  func cancel(_ request: PendingRequest) {
    engine.submit { $0.machine.cancel(request.number) }
  }

  /// Answers a request as the machine says.
  func end(_ number: TransitionMachine.Request, _ answer: TransitionMachine.Answer) {
    guard let request = requests.removeValue(forKey: number) else { return }
    let ending = ending(answer, request)
    emit(.answered(account: request.account, result: text(ending)), generation: machine.generation)
    request.end(ending)
  }

  private func ending(
    _ answer: TransitionMachine.Answer,
    _ request: PendingRequest
  ) -> PendingRequest.Ending {
    switch answer {
    case .activated: .success(.activated)
    case .unchanged: .success(.unchanged)
    case .superseded(let account): .success(.superseded(by: account))
    case .failed(let rest):
      .failure(
        error(
          engine.failures.first?.reason ?? .startFailed,
          self.rest(rest),
          request,
          causes: engine.failures
        )
      )
    case .cancelled(let rest):
      .failure(error(.cancelled, self.rest(rest), request, causes: engine.failures))
    case .accountRemoved(let rest): .failure(error(.accountRemoved, self.rest(rest), request))
    case .unknownAccount: .failure(error(.unknownAccount, .stillActive(activeID), request))
    case .closed: .failure(error(.closed, .idle, request))
    }
  }

  private func text(_ ending: PendingRequest.Ending) -> String {
    switch ending {
    case .success(.activated): "activated"
    case .success(.unchanged): "unchanged"
    case .success(.superseded): "superseded"
    case .failure(let error): error.reason.rawValue
    }
  }

  private func rest(_ rest: TransitionMachine.Answer.Rest) -> ActivationError.Rest {
    switch rest {
    case .rolledBack(let account): .rolledBack(to: directory[account].id)
    case .rollbackFailed: .rollbackFailed
    case .rollbackSuperseded: .rollbackSuperseded
    case .idle: .idle
    case .stillActive: .stillActive(activeID)
    case .fallback(let account): .fallback(to: account.map { directory[$0].id })
    case .goesOn: .requestGoesOn
    }
  }

  func error(
    _ reason: ActivationError.Reason,
    _ rest: ActivationError.Rest,
    _ request: PendingRequest,
    causes: [StartFailure] = []
  ) -> ActivationError {
    ActivationError(reason: reason, rest: rest, account: request.account, causes: causes)
  }

  /// The account that is active and is not being left.
  var activeID: (any Hashable & Sendable)? {
    guard machine.phase == .active else { return nil }
    return machine.active.map { directory[$0].id }
  }
}
