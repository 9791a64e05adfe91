// The texts of all events, apart from the code that emits them.
extension GraphEvent {
  var text: String {
    switch kind {
    case .requested(let account): "requested '\(account)'"
    case .answered(let account, let result): "request for '\(account)' \(result)"
    case .refused(let account, let reason): "refused '\(account)': \(reason)"
    case .stagingBegan(let account): "loads ahead for '\(account)'"
    case .stagingAbandoned: "what was loaded ahead is dropped"
    case .fence(let reason): "fence: \(reason.text)"
    case .service(let service): service.text
    case .hookBegan: "teardown hook began"
    case .hookEnded: "teardown hook ended"
    case .activated(let account): "active '\(account)'"
    case .idle: "idle"
    case .closed: "closed"
    default: accountText
    }
  }

  private var accountText: String {
    switch kind {
    case .selected(let account): "a restart opens \(account.map { "'\($0)'" } ?? "no account")"
    case .accountAdded(let account): "added '\(account)'"
    case .accountMerged(let account): "merged '\(account)'"
    case .accountRemoved(let account): "removed '\(account)'"
    case .accountPurged(let account): "purged '\(account)'"
    case .signOutPostponed(let account): "has yet to sign out '\(account)' at the server"
    case .routeQueued(let name, let account): "route '\(name)' waits for '\(account)'"
    case .routeDelivered(let name, let account): "route '\(name)' delivered into '\(account)'"
    case .routeDropped(let name, let reason): "route '\(name)' dropped: \(reason)"
    case .jobBegan(let name, let account): "job '\(name)' of '\(account)' began"
    case .jobEnded(let name, let account): "job '\(name)' of '\(account)' ended"
    case .jobCancelled(let name, let account): "job '\(name)' of '\(account)' cancelled"
    case .jobRefused(let name): "job '\(name)' refused: its account is not in the list"
    default: "\(kind)"
    }
  }
}

extension FenceReason {
  fileprivate var text: String {
    switch self {
    case .switching(let account): "switch to '\(account)'"
    case .rollback(let account): "back to '\(account)'"
    case .noPrevious: "there was no account before"
    case .rollbackFailed: "the account before did not start either"
    case .removal(let account): "'\(account)' was removed"
    case .closing: "closing"
    }
  }
}

extension ServiceEvent {
  fileprivate var text: String {
    let owner = account.map { " of '\($0)'" } ?? ""
    let duration = took.map { " after \($0.wholeMilliseconds) ms" } ?? ""
    return "'\(key)'\(owner) \(step.rawValue)\(duration)\(error.map { ": \($0)" } ?? "")"
  }
}
