/// Why a graph was not installed.
public enum InstallationError: Error, Hashable, Sendable {
  /// Another graph is installed.
  case otherInstalled
  /// The graph is closed.
  case closed
}

// MARK: - CustomStringConvertible

extension InstallationError: CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    switch self {
    case .otherInstalled:
      "Another graph is installed already. Close it first, or pass this one on explicitly."
    case .closed: "The graph is closed. Assemble a new one and install that."
    }
  }
}
