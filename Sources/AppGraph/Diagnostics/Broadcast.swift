/// A source of elements that any number of asynchronous sequences follow.
@MainActor
final class Broadcast<Element: Sendable> {
  // Safe: on the main actor, and nobody is called while it is changed.
  @exclusivity(unchecked) private var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
  private var count = 0
  private var isFinished = false

  var isObserved: Bool { !continuations.isEmpty }

  func send(_ element: Element) {
    for continuation in continuations.values { continuation.yield(element) }
  }

  func finish() {
    isFinished = true
    for continuation in continuations.values { continuation.finish() }
    continuations.removeAll()
  }

  /// A sequence of the elements sent from now on.
  ///
  /// - Parameters:
  ///   - buffering: What a slow reader keeps.
  ///   - first: An element to begin with.
  /// - Returns: The sequence.
  func stream(
    buffering: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded,
    startingWith first: Element? = nil
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self,
      bufferingPolicy: buffering
    )
    if let first { continuation.yield(first) }
    guard !isFinished else {
      continuation.finish()
      return stream
    }
    count += 1
    let number = count
    continuations[number] = continuation
    continuation.onTermination = { _ in
      Task { @MainActor [weak self] in self?.continuations[number] = nil }
    }
    return stream
  }
}
