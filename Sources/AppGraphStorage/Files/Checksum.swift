/// The cyclic redundancy check CRC-32C, which notices every burst of damage up to 32 bits.
///
/// The polynomial is Castagnoli's, as in [RFC 3720](https://www.rfc-editor.org/rfc/rfc3720).
struct Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 0 ? value >> 1 : value >> 1 ^ 0x82F6_3B78
    }
  }

  private var register: UInt32 = .max

  /// The checksum of what was added so far.
  var value: UInt32 { ~register }

  /// The checksum as eight lower-case hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Adds bytes.
  mutating func add(_ bytes: some Collection<UInt8>) {
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes {
        register = register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ byte)]
      }
    }
  }
}
