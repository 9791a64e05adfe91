/// The error of installing a graph while another one is installed.
public struct InstallationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error as one sentence.
  public var description: String {
    "Another graph is installed already. Close it first, or pass this one on explicitly."
  }
}
