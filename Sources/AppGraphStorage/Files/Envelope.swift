/// The outer shape of every file of ours: one JSON object that begins with the version of its format
/// and the checksum of the rest.
///
/// What follows is decided by who writes it. A version to come keeps `{"format":N,` and nothing else.
enum Envelope {
  /// What the bytes of a file turned out to be.
  enum Reading: Equatable {
    /// What follows the header, whole.
    case body(ArraySlice<UInt8>)
    /// A file of a newer format.
    case newer(version: Int)
    /// No file that was written to its end, or not as it was written; with what gave it away.
    case damaged(String)
  }

  /// The version that is written, and the highest that is read.
  static let version = 1

  private static let opening = Array(#"{"format":"#.utf8)
  private static let start = Array(#"{"format":\#(version),"#.utf8)
  private static let ending = Array("}\n".utf8)

  /// Wraps a body, which is the members of a JSON object.
  static func seal(_ body: [UInt8]) -> [UInt8] { start + header(body[...]) + body + ending }

  /// Tells what the bytes of a file are.
  static func read(_ bytes: [UInt8]) -> Reading {
    if bytes.isEmpty { return .damaged("it is empty") }
    guard bytes.starts(with: opening) else { return .damaged("it does not begin as it should") }
    let digits = bytes[opening.count...].prefix { (48...57).contains($0) }
    guard
      let found = Int(String(decoding: digits, as: UTF8.self)),
      found >= 1,
      digits.endIndex < bytes.endIndex,
      bytes[digits.endIndex] == UInt8(ascii: ",")
    else { return .damaged("it does not name its format") }
    if found > version { return .newer(version: found) }
    let bodyStart = start.count + header([]).count
    guard
      bytes.starts(with: start),
      bytes.count >= bodyStart + ending.count,
      bytes.suffix(ending.count).elementsEqual(ending)
    else { return .damaged("it breaks off") }
    let body = bytes[bodyStart..<bytes.count - ending.count]
    guard bytes[start.count..<bodyStart].elementsEqual(header(body)) else {
      return .damaged("its checksum is wrong")
    }
    return .body(body)
  }

  /// The checksum as a member; the version counts in, so that a change of it is noticed.
  private static func header(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(start)
    checksum.add(body)
    return Array(#""checksum":"\#(checksum.text)","#.utf8)
  }
}
