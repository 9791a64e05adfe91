import BenchmarkAllocations

/// What the process takes from the heap, as far as this system tells.
enum Heap {
  /// Keeps freed memory in the process, so that no round pays for pages that the one before has given back.
  static func keepMemory() {
    benchmark_keep_memory()
  }

  /// Counts the allocations of all threads while something is done a number of times.
  ///
  /// - Returns: The allocations for each time; `nil` where they cannot be counted.
  /// - Throws: What `run` throws.
  @MainActor
  static func allocations(
    of run: @MainActor (_ count: Int) async throws -> Void,
    count: Int
  ) async throws -> Double? {
    try await run(max(count / 10, 1))
    guard benchmark_counts_allocations() else { return nil }
    benchmark_begin_counting()
    try await run(count)
    return Double(benchmark_end_counting()) / Double(count)
  }

  /// Weighs what a closure makes and returns.
  ///
  /// - Returns: The bytes that are in use for it; `nil` where they are not known.
  /// - Throws: What `make` throws.
  @MainActor
  static func bytes<Value>(of make: @MainActor () throws -> Value) rethrows -> Double? {
    guard let before = bytesInUse else { return nil }
    let value = try make()
    let after = bytesInUse ?? before
    return withExtendedLifetime(value) { Double(after) - Double(before) }
  }

  /// The bytes that are in use now; `nil` where that is not known.
  static var bytesInUse: UInt64? {
    benchmark_counts_allocations() ? benchmark_heap_bytes() : nil
  }
}
