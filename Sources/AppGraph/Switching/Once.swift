/// Something that ends once, by itself or at its limit.
@MainActor
final class Once {
  private(set) var isDone = false
  var timer: Task<Void, Never>?
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
