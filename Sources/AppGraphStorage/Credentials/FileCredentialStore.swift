public import AppGraph
public import Foundation

/// A credential store that keeps each secret in a file that only its owner can read.
///
/// For systems without a Keychain: the secrets are not encrypted. A file is replaced at once and durable
/// when a call returns, so a call waits for the medium. Several stores, also of several processes, can
/// share a directory.
///
/// Rights of others that a file or the directory has when the store is opened are taken away and
/// reported. A damaged file stays where it is until a new secret is stored under its name, or the name
/// is removed. Two names that are equal as strings are one name, however long; names that differ in case
/// only are two.
public final class FileCredentialStore: CredentialStore {
  private let path: String
  private let files: any FileSystem

  /// Opens the store of a directory, which is made if it is missing.
  ///
  /// - Parameters:
  ///   - directory: The directory, for secrets alone.
  ///   - reporter: What is told of rights that were taken away. By default it writes one line to standard
  ///     error.
  /// - Throws: ``StorageError`` with reason `notWritable` if the system refuses.
  public convenience init(
    directory: URL,
    reporter: (FileCredentialStoreIncident) -> Void = FileCredentialStoreIncident.write
  ) throws(StorageError) {
    try self.init(directory: directory.path, files: SystemFiles(), reporter: reporter)
  }

  /// Opens the store of a directory of a file system.
  package init(
    directory: String,
    files: any FileSystem,
    reporter: (FileCredentialStoreIncident) -> Void
  ) throws(StorageError) {
    path = directory
    self.files = files
    do throws(FileFailure) {
      try files.makeDirectory(directory)
      try tidy(reporter)
    } catch {
      throw StorageError(.notWritable, path: directory, underlying: error)
    }
  }

  /// The secret under a name.
  ///
  /// - Parameters:
  ///   - type: The type of the secret.
  ///   - name: The name.
  /// - Returns: The secret; none if nothing is stored under the name.
  /// - Throws: ``StorageError`` with reason `notReadable` if the system refuses, `damaged` if the file
  ///   is not as it was written, `newerFormat` if a newer version wrote it, or `notDecodable` if the
  ///   secret is no `type`. The file is left alone.
  public func credential<Credential: Codable & Sendable>(
    _ type: Credential.Type,
    named name: String
  ) throws(StorageError) -> Credential? {
    let file = file(for: name)
    guard let reading = try reading(of: file) else { return nil }
    let parts: (name: String, secret: Data)
    switch reading {
    case .newer: throw StorageError(.newerFormat, path: file, key: name)
    case .damaged(let cause): throw damaged(file, name, cause)
    case .body(let body):
      guard let found = CredentialDocument.parts(body) else {
        throw damaged(file, name, "its members have another shape")
      }
      if found.name != name { throw damaged(file, name, "it belongs to '\(found.name)'") }
      parts = found
    }
    do {
      return try JSONDecoder().decode(type, from: parts.secret)
    } catch {
      throw StorageError(.notDecodable, path: file, key: name, underlying: error)
    }
  }

  /// Stores a secret; replaces the one before, also a damaged one.
  ///
  /// - Parameters:
  ///   - credential: The secret.
  ///   - name: The name.
  /// - Throws: ``StorageError`` with reason `notEncodable` if the secret cannot be encoded, `newerFormat`
  ///   if a newer version wrote the file, or `notReadable` or `notWritable` if the system refuses; then
  ///   the secret before is still stored.
  public func store<Credential: Codable & Sendable>(
    _ credential: Credential,
    named name: String
  ) throws(StorageError) {
    let file = file(for: name)
    let bytes: [UInt8]
    do {
      bytes = try CredentialDocument.bytes(credential, named: name)
    } catch {
      throw StorageError(.notEncodable, path: file, key: name, underlying: error)
    }
    try changing(file, name) { () throws(StorageError) in
      if case .newer? = try reading(of: file) {
        throw StorageError(.newerFormat, path: file, key: name)
      }
      do throws(FileFailure) {
        try files.delete(new)
        try files.create(new, holding: bytes)
        try files.move(new, to: file)
        try files.flush(directory: path)
      } catch {
        throw StorageError(.notWritable, path: file, key: name, underlying: error)
      }
    }
  }

  /// Deletes a secret, also a damaged one or one of a newer version; without one it has no effect.
  ///
  /// - Parameter name: The name.
  /// - Throws: ``StorageError`` with reason `notWritable` if the system refuses.
  public func removeCredential(named name: String) throws(StorageError) {
    let file = file(for: name)
    try changing(file, name) { () throws(StorageError) in
      do throws(FileFailure) {
        try files.delete(file)
        try files.flush(directory: path)
      } catch {
        throw StorageError(.notWritable, path: file, key: name, underlying: error)
      }
    }
  }
}

extension FileCredentialStore {
  private var new: String { "\(path)/credentials.new" }

  private func file(for name: String) -> String { "\(path)/\(CredentialFileName.text(name))" }

  private func damaged(_ file: String, _ name: String, _ cause: String) -> StorageError {
    StorageError(.damaged, path: file, key: name, underlying: Damage(description: cause))
  }

  private func reading(of file: String) throws(StorageError) -> Envelope.Reading? {
    do throws(FileFailure) {
      return try files.contents(of: file).map(Envelope.read)
    } catch {
      throw StorageError(.notReadable, path: file, underlying: error)
    }
  }

  /// Deletes what a killed writer left, and takes the rights of others away.
  private func tidy(_ reporter: (FileCredentialStoreIncident) -> Void) throws(FileFailure) {
    let claim = try files.claim("\(path)/credentials.lock", waits: true)
    defer { claim?.release() }
    try files.delete(new)
    let names = try files.names(in: path).filter { $0.hasSuffix(".credential") }.sorted()
    for file in [path] + names.map({ "\(path)/\($0)" }) where try files.restrict(file) {
      reporter(FileCredentialStoreIncident(kind: .rightsRestricted, path: file))
    }
  }

  /// Does something while no other store changes the directory.
  private func changing(
    _ file: String,
    _ name: String,
    _ change: () throws(StorageError) -> Void
  ) throws(StorageError) {
    let claim: FileLock?
    do throws(FileFailure) {
      claim = try files.claim("\(path)/credentials.lock", waits: true)
    } catch {
      throw StorageError(.notWritable, path: file, key: name, underlying: error)
    }
    defer { claim?.release() }
    try change()
  }
}

/// What gave a damaged file away.
private struct Damage: Error, CustomStringConvertible {
  let description: String
}
