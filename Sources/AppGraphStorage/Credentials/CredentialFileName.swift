import Foundation

/// The name of the file of a secret: safe on every file system, and a different one for each name.
///
/// Lower-case letters, digits, `-` and `_` stand for themselves, every other byte for `%` and two digits,
/// so that names that differ in case only stay apart where the file system ignores case. Of a name that is
/// too long the beginning stands, and the digest of the whole.
enum CredentialFileName {
  /// How long the written name may be, so that the file system takes it together with its ending.
  private static let limit = 180

  /// The file name for a name.
  static func text(_ name: String) -> String {
    // Equal strings are one name, however their letters are composed.
    let bytes = Array(name.precomposedStringWithCanonicalMapping.utf8)
    let written = bytes.map(escaped).joined()
    if written.utf8.count <= limit { return "\(written).credential" }
    // No escape holds `~`, so that no short name is written like this.
    return "\(written.prefix(limit / 2))~\(Digest(of: bytes).text).credential"
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      return String(UnicodeScalar(byte))
    default:
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
    }
  }
}
