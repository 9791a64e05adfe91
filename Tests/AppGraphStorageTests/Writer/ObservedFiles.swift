package import AppGraphStorage

/// The files of the operating system, with a closure that sees each operation before it happens and may
/// refuse it.
package struct ObservedFiles: FileSystem {
  package typealias Observer =
    @Sendable (_ operation: String, _ path: String) throws(FileFailure) -> Void

  private let files = SystemFiles()
  private let observer: Observer

  package init(_ observer: @escaping Observer) {
    self.observer = observer
  }

  package func makeDirectory(_ path: String) throws(FileFailure) {
    try observer("makeDirectory", path)
    try files.makeDirectory(path)
  }

  package func names(in directory: String) throws(FileFailure) -> [String] {
    try observer("names", directory)
    return try files.names(in: directory)
  }

  package func contents(of path: String) throws(FileFailure) -> [UInt8]? {
    try observer("contents", path)
    return try files.contents(of: path)
  }

  package func create(_ path: String, holding bytes: [UInt8]) throws(FileFailure) {
    try observer("create", path)
    try files.create(path, holding: bytes)
  }

  package func move(_ path: String, to target: String) throws(FileFailure) {
    try observer("move", path)
    try files.move(path, to: target)
  }

  package func delete(_ path: String) throws(FileFailure) {
    try observer("delete", path)
    try files.delete(path)
  }

  package func flush(directory: String) throws(FileFailure) {
    try observer("flush", directory)
    try files.flush(directory: directory)
  }

  package func claim(_ path: String, waits: Bool) throws(FileFailure) -> FileLock? {
    try observer("claim", path)
    return try files.claim(path, waits: waits)
  }

  package func restrict(_ path: String) throws(FileFailure) -> Bool {
    try observer("restrict", path)
    return try files.restrict(path)
  }
}
