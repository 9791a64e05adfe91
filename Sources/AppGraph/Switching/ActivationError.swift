/// Why an account did not become active, and where the graph came to rest.
public struct ActivationError: Error, Sendable {
  /// The kind of cause.
  ///
  /// New kinds may be added.
  public struct Reason: Hashable, Sendable, RawRepresentable {
    /// The kind as text.
    public let rawValue: String

    /// Names a kind of cause.
    ///
    /// - Parameter rawValue: The kind as text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The start of a required service threw.
    public static let startFailed = Self(rawValue: "startFailed")
    /// The factory of a required service threw.
    public static let factoryFailed = Self(rawValue: "factoryFailed")
    /// The start of a required service exceeded its limit.
    public static let limitExceeded = Self(rawValue: "limitExceeded")
    /// The caller was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The account was removed while it was being activated.
    public static let accountRemoved = Self(rawValue: "accountRemoved")
    /// The account is not in the list, or was removed.
    public static let unknownAccount = Self(rawValue: "unknownAccount")
    /// The graph is closed.
    public static let closed = Self(rawValue: "closed")
    /// The caller is a start, stop or hook that the transition itself waits for.
    public static let reentrant = Self(rawValue: "reentrant")
  }

  /// Where the graph came to rest.
  public enum Rest: Sendable {
    /// The account that was active before is active again.
    case rolledBack(to: any Hashable & Sendable)
    /// The account that was active before could not be started again; nothing is active.
    case rollbackFailed
    /// The way back to the account before was replaced by a newer request.
    case rollbackSuperseded
    /// Nothing is active.
    case idle
    /// Nothing was left: what was active, or on its way, still is.
    case stillActive((any Hashable & Sendable)?)
    /// Another account takes over after a removal, or none if there is no other.
    case fallback(to: (any Hashable & Sendable)?)
    /// The request goes on without this caller.
    case requestGoesOn
  }

  /// The kind of cause.
  public let reason: Reason
  /// Where the graph came to rest.
  public let rest: Rest
  /// The account that was asked for, as text; empty if a service of the app failed at assembly.
  public let account: String
  /// What failed, in order: first what caused the failure, then what went wrong on the way back.
  public let causes: [StartFailure]
}

// MARK: - CustomStringConvertible

extension ActivationError: CustomStringConvertible {
  /// The error in one line: what failed and why, and which account is active now.
  public var description: String {
    let why = causes.isEmpty ? "" : ": " + causes.map(\.description).joined(separator: "; then ")
    if account.isEmpty { return "The services of the app did not start: \(reasonText)\(why)." }
    return "Account '\(account)' did not become active: \(reasonText)\(why). \(restText)"
  }

  private var reasonText: String {
    switch reason {
    case .startFailed: "a service did not start"
    case .factoryFailed: "a service could not be made"
    case .limitExceeded: "a service took too long to start"
    case .cancelled: "the caller was cancelled"
    case .accountRemoved: "the account was removed"
    case .unknownAccount: "the account is not in the list; add it first"
    case .closed: "the graph is closed"
    case .reentrant:
      "a start, stop or hook must not wait for the transition that waits for it; the request stands, "
        + "use request(_:) there"
    default: reason.rawValue
    }
  }

  private var restText: String {
    switch rest {
    case .rolledBack(let account): "'\(account)' is active again."
    case .rollbackFailed: "The account before could not be started again either; none is active."
    case .rollbackSuperseded: "Something newer took over before the account before was back."
    case .idle: "No account is active."
    case .stillActive(let account?): "'\(account)' is still active."
    case .stillActive(nil): "Nothing has changed."
    case .fallback(let account?): "'\(account)' takes over."
    case .fallback(nil): "No account is active."
    case .requestGoesOn: "The request goes on."
    }
  }
}
