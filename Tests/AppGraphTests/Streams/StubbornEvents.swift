/// Events of a transport that notices neither cancellation nor its close.
struct StubbornEvents: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    let source: StubbornSource

    func next() async -> String? { await source.next() }
  }

  let source: StubbornSource

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }
}

/// Where a test sends events of such a transport, one for each that is waited for.
@MainActor
final class StubbornSource {
  private var waiting: CheckedContinuation<String?, Never>?
  /// Whether an event is waited for.
  var isRead: Bool { waiting != nil }

  func next() async -> String? {
    await withCheckedContinuation { waiting = $0 }
  }

  func send(_ event: String?) {
    waiting?.resume(returning: event)
    waiting = nil
  }
}
