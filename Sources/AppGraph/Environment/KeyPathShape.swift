/// The number of steps that a key path takes, read from its description.
///
/// The standard library offers no other way to tell `\.client` from a path into the client that has the
/// same type, such as `\.client.anonymous`.
enum KeyPathShape {
  /// Whether a key path takes exactly one step, as far as this system can tell.
  static func isSingleStep(_ keyPath: AnyKeyPath) -> Bool {
    guard #available(iOS 16.4, macOS 13.3, tvOS 16.4, watchOS 9.4, *) else { return true }
    return stepCount(keyPath.debugDescription) == 1
  }

  /// Counts the dots of a description such as `\Root.<computed 0x1f (Value)>` outside of brackets.
  static func stepCount(_ description: String) -> Int {
    var depth = 0
    var steps = 0
    var previous: UInt8 = 0
    for byte in description.utf8 {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ">") where previous == UInt8(ascii: "-"): break
      case UInt8(ascii: ">"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): steps += depth == 0 ? 1 : 0
      default: break
      }
      previous = byte
    }
    return steps
  }
}
