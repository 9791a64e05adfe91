/// How long a made value is kept.
///
/// It is inferred from the edges of the graph, never declared.
public enum Lifetime: String, Hashable, Sendable {
  /// As long as the graph.
  case app
  /// As long as one account is active without a break.
  case account
}
