import AppGraph

/// The reason of a failed switch in the words of the app.
struct FailureText {
  /// The kind of reason, as the library calls it.
  let reason: String
  let text: String

  /// Words an error.
  ///
  /// - Parameters:
  ///   - error: What `activate` threw.
  ///   - name: Gives the name of an account by its identity.
  @MainActor
  init(_ error: any Error, name: (String) -> String) {
    guard let error = error as? ActivationError else {
      reason = "unknown"
      text = "\(error)"
      return
    }
    reason = error.reason.rawValue
    let causes = error.causes.map { cause in
      let why = cause.underlying.map { ": \($0)" } ?? ""
      return "\(GraphNarrator.serviceName(cause.key)) did not start\(why)"
    }
    let cause = causes.isEmpty ? Self.text(of: error.reason) : causes.joined(separator: "; then ")
    text = "\(cause); \(Self.text(of: error.rest, name: name))"
  }

  private static func text(of reason: ActivationError.Reason) -> String {
    switch reason {
    case .unknownAccount: "it is signed out"
    case .accountRemoved: "it was signed out meanwhile"
    case .cancelled: "the request was cancelled"
    case .closed: "the app is closed"
    default: reason.rawValue
    }
  }

  private static func text(of rest: ActivationError.Rest, name: (String) -> String) -> String {
    switch rest {
    case .rolledBack(let account): "\(name("\(account)")) is active again"
    case .rollbackFailed: "the account before did not start again either, nobody is active"
    case .rollbackSuperseded: "a newer request took over"
    case .fallback(let account?): "\(name("\(account)")) takes over"
    case .fallback(nil): "nobody is active"
    case .idle: "nobody is active"
    case .stillActive(let account?): "\(name("\(account)")) is still active"
    case .stillActive(nil): "nothing has changed"
    case .requestGoesOn: "the request goes on"
    }
  }
}
