extension AccountManager {
  /// Removes an account: it is unknown from this turn on, and no late write brings it back.
  ///
  /// If it was active or on its way, its services are stopped, what was kept for it is deleted, and the
  /// fallback becomes active: the most recently active authenticated account, else the first
  /// authenticated one of the list, else the anonymous one, else none.
  /// ``AppDependencyGraph/settled()`` waits for that. The network is not waited for.
  ///
  /// - Parameters:
  ///   - id: The identity of the account.
  ///   - keepsRemotePart: Whether signing out at the server has yet to be done; then it is noted in
  ///     ``outbox`` with the account's own credential.
  /// - Returns: Whether the account was known.
  @discardableResult
  public func remove(_ id: ID, keepsRemotePart: Bool = false) -> Bool {
    guard let runtime, let number = number(of: id),
      runtime.machine.roster.isKnown(number), !runtime.isClosing
    else { return false }
    runtime.emit(
      .accountRemoved(account: runtime.directory[number].name),
      generation: runtime.machine.generation
    )
    noteListChange()
    leftovers.remove(id)
    credentials.dropRefresh(of: id)
    // Unknown at once, also where code of the graph asks for it in the middle of a turn.
    runtime.engine.machine.bury(number)
    runtime.engine.submit {
      $0.machine.carryOut(removalOf: number, keepsRemotePart: keepsRemotePart)
    }
    tellChange()
    return true
  }

  /// Removes an account once its server has confirmed that, as the deletion of an account needs it.
  ///
  /// Until then nothing local is touched: if the server refuses, the account is as it was. Cancelling the
  /// caller cancels `confirm`.
  ///
  /// - Parameters:
  ///   - id: The identity of the account.
  ///   - confirm: Deletes the account at the server; cancelled if the account is removed meanwhile.
  /// - Returns: Whether the account was removed by this call; not if another removal came first.
  /// - Throws: What `confirm` throws; ``AccountRecordError/unknownAccount(_:)`` if the account is not in
  ///   the list.
  @discardableResult
  public func remove(
    _ id: ID,
    confirmedBy confirm: @escaping @MainActor (Account) async throws -> Void
  ) async throws -> Bool {
    guard let runtime, let account = self[id], let number = number(of: id) else {
      throw AccountRecordError.unknownAccount(String(describing: id))
    }
    let deletion = Once {}
    let outcome = await withTaskCancellationHandler {
      await OperationContinuation.wait(runtime.clock.counter) { waiter in
        deletion.task = runtime.jobs.begin(
          "delete account",
          account: number,
          spawner: runtime.spawner
        ) {
          try await confirm(account)
        } end: {
          waiter.resume(returning: $0)
        }
      }
    } onCancel: {
      Task { @MainActor in deletion.task?.cancel() }
    }
    switch outcome {
    case .done: return remove(id)
    case .failed(let error): throw error
    case .cancelled, .unknownAccount: return false
    }
  }
}
