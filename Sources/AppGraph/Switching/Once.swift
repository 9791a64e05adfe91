/// Something that ends once, by itself or at its limit.
@MainActor
final class Once {
  private(set) var isDone = false
  /// The work that ends it, if it is work.
  var task: GraphTask?
  var timer: GraphTask?
  private let end: @MainActor () -> Void

  init(_ end: @escaping @MainActor () -> Void) {
    self.end = end
  }

  func finish() {
    guard !isDone else { return }
    isDone = true
    timer?.cancel()
    end()
  }
}
