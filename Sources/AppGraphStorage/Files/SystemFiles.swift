import Foundation

/// The files of the operating system.
package struct SystemFiles: FileSystem {
  package init() {}

  package func makeDirectory(_ path: String) throws(FileFailure) {
    let parent = (path as NSString).deletingLastPathComponent
    var code = mkdir(path, 0o700) == 0 ? 0 : errno
    if code == ENOENT && parent != path {
      try makeDirectory(parent)
      // Once: /proc answers the same although the directory above is there.
      code = mkdir(path, 0o700) == 0 ? 0 : errno
    }
    switch code {
    // The name of the new directory is durable with the one above it.
    case 0: try flush(directory: parent)
    case EEXIST:
      var status = stat()
      try check(stat(path, &status), "read the directory", path)
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw FileFailure("make the directory", path, code: ENOTDIR)
      }
    default: throw FileFailure("make the directory", path, code: code)
    }
  }

  package func names(in directory: String) throws(FileFailure) -> [String] {
    guard let stream = opendir(directory) else {
      throw FileFailure("list", directory, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  package func contents(of path: String) throws(FileFailure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 && errno == ENOENT { return nil }
    try check(descriptor, "open", path)
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      try check(count, "read", path)
      if count == 0 { return contents }
      contents += chunk[..<count]
    }
  }

  package func create(_ path: String, holding bytes: [UInt8]) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    try check(descriptor, "create", path)
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0 && errno == EINTR { continue }
      try check(count, "write", path)
      written += count
    }
    try synchronize(descriptor, path)
  }

  package func move(_ path: String, to target: String) throws(FileFailure) {
    try check(rename(path, target), "rename", path)
  }

  package func delete(_ path: String) throws(FileFailure) {
    if unlink(path) != 0 && errno != ENOENT { throw FileFailure("delete", path, code: errno) }
  }

  package func flush(directory: String) throws(FileFailure) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try check(descriptor, "open", directory)
    defer { close(descriptor) }
    try synchronize(descriptor, directory)
  }

  package func claim(_ path: String, waits: Bool) throws(FileFailure) -> FileLock? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try check(descriptor, "open", path)
    // The claim belongs to this opening of the file: another one in this process is refused too.
    while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      if code == EWOULDBLOCK { return nil }
      throw FileFailure("lock", path, code: code)
    }
    return FileLock {
      // A child that is being started may hold a copy of the descriptor: closing ours is not enough.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  package func restrict(_ path: String) throws(FileFailure) -> Bool {
    var status = stat()
    try check(stat(path, &status), "read the rights of", path)
    guard status.st_mode & 0o077 != 0 else { return false }
    try check(chmod(path, status.st_mode & 0o700), "restrict the rights of", path)
    return true
  }

  /// Waits until what was written is on the medium, past the cache of the drive where there is a call
  /// for that.
  private func synchronize(_ descriptor: Int32, _ path: String) throws(FileFailure) {
    #if canImport(Darwin)
    // Not every file system knows it; then the plain call is the best there is.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(descriptor) != 0 {
      let code = errno
      if code == EINTR { continue }
      // Some file systems cannot flush a directory, and keep its order themselves.
      if code == EINVAL { return }
      throw FileFailure("flush", path, code: code)
    }
  }

  private func check(
    _ result: some BinaryInteger,
    _ operation: String,
    _ path: String
  ) throws(FileFailure) {
    if result < 0 { throw FileFailure(operation, path, code: errno) }
  }
}
