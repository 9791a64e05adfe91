import Foundation

/// The text of a credential file: the name and the secret, as members of one JSON object.
enum CredentialDocument {
  private static let opening = Array(#""name":"#.utf8)
  private static let separator = Array(#","credential":"#.utf8)

  /// The bytes of a file that holds a secret.
  static func bytes(_ credential: some Encodable, named name: String) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let name = try encoder.encode(name)
    let secret = try encoder.encode(credential)
    return Envelope.seal(opening + Array(name) + separator + Array(secret))
  }

  /// The name and the bytes of the secret; none if the body of a file has not their shape.
  static func parts(_ body: ArraySlice<UInt8>) -> (name: String, secret: Data)? {
    guard body.starts(with: opening) else { return nil }
    let rest = body.dropFirst(opening.count)
    // The first one is the right one: a quote within the name is escaped.
    for start in rest.indices
    where rest[start] == separator[0] && rest[start...].starts(with: separator) {
      guard
        let name = try? JSONDecoder().decode(String.self, from: Data(rest[..<start]))
      else { return nil }
      return (name, Data(rest[(start + separator.count)...]))
    }
    return nil
  }
}
