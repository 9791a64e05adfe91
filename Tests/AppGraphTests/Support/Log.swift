import AppGraph

/// What happened, in order, on the main actor.
@MainActor
final class Log {
  private(set) var lines: [String] = []

  func write(_ line: String) {
    lines.append(line)
  }

  /// The lines so far, which are forgotten.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A place for the running graph, so that its own closures can reach it.
@MainActor
final class GraphBox {
  var app: AppDependencyGraph<Member>?
}

/// The error of a service that was told to fail.
struct Refusal: Error, Hashable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}
