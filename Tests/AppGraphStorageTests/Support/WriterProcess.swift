import Foundation

/// A run of the program that writes until it is killed.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private let end = DispatchSemaphore(value: 0)
  private var text: [UInt8] = []

  /// Starts the program on a directory.
  init(_ directory: String) throws {
    process.executableURL = Self.executable
    process.arguments = [directory]
    process.standardOutput = output
    process.terminationHandler = { [end] _ in end.signal() }
    try process.run()
    // The end of the output shows only when nobody else can write.
    try? output.fileHandleForWriting.close()
  }

  /// The complete lines that were read.
  var lines: [Substring] {
    let whole = text.prefix((text.lastIndex(of: 10) ?? -1) + 1)
    return String(decoding: whole, as: UTF8.self).split(separator: "\n")
  }

  /// Reads until there are some lines, or no more come.
  func read(lines count: Int) {
    while text.count(where: { $0 == 10 }) < count, readMore() {}
  }

  /// Kills the program, waits for its end and reads what it had written.
  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    end.wait()
    while readMore() {}
  }

  private func readMore() -> Bool {
    let data = output.fileHandleForReading.availableData
    text += data
    return !data.isEmpty
  }

  /// The program lies beside the test bundle, in whatever way that was built.
  private static var executable: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let place = bundle ?? URL(filePath: ProcessInfo.processInfo.arguments[0])
    return place.deletingLastPathComponent().appending(path: "storage-writer")
  }
}
