/// The operations on files that a store is made of.
///
/// The stores decide what is done in which order; a file system does one thing at a time. Tests put
/// their own in its place, which fails or stops at an operation of their choice.
package protocol FileSystem: Sendable {
  /// Makes a directory for the owner alone, and those above that are missing; one that is there stays.
  func makeDirectory(_ path: String) throws(FileFailure)

  /// The names in a directory, in no order.
  func names(in directory: String) throws(FileFailure) -> [String]

  /// What a file holds; none if there is no file.
  func contents(of path: String) throws(FileFailure) -> [UInt8]?

  /// Makes a file that is not there yet, for the owner alone from its first moment, writes it and waits
  /// until its content is durable; its name is durable after `flush`.
  func create(_ path: String, holding bytes: [UInt8]) throws(FileFailure)

  /// Gives a file another name, at once; replaces the file of that name.
  func move(_ path: String, to target: String) throws(FileFailure)

  /// Deletes a file; without one it has no effect.
  func delete(_ path: String) throws(FileFailure)

  /// Waits until the names in a directory are durable.
  func flush(directory: String) throws(FileFailure)

  /// Claims a file, which is made if it is missing; none if somebody else holds it and we do not wait.
  func claim(_ path: String, waits: Bool) throws(FileFailure) -> FileLock?

  /// Takes the rights of everybody but the owner away.
  ///
  /// - Parameter path: The file or directory.
  /// - Returns: Whether somebody else had any.
  /// - Throws: What the system answered.
  func restrict(_ path: String) throws(FileFailure) -> Bool
}
