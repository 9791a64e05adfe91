import Foundation

/// A folder of its own for one test, deleted with the last reference to it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "storage-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path }

  var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: path)) }
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appending(path: name)))
  }

  func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  /// The rights of a file, as `chmod` counts them.
  func rights(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(
      atPath: url.appending(path: name).path
    )
    return attributes[.posixPermissions] as? Int ?? -1
  }

  func setRights(_ rights: Int, of name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: rights],
      ofItemAtPath: url.appending(path: name).path
    )
  }
}
