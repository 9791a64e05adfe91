/// A reader of JSON text that checks the syntax and tells where each value stands.
///
/// Source of the grammar: RFC 8259, "The JavaScript Object Notation (JSON) Data Interchange Format".
struct JSONScanner {
  typealias Visit = (_ path: [String], _ place: JSONPlaces.Place) -> Void

  /// Deeper text is refused: nothing in the API comes near, and each level takes stack.
  private static let deepest = 100

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document(_ visit: Visit) throws(JSONSyntaxError) {
    try value(at: [], visit)
    skipSpace()
    if index < bytes.count { throw error("the end of the file after the value") }
  }

  private mutating func value(at path: [String], _ visit: Visit) throws(JSONSyntaxError) {
    skipSpace()
    guard path.count <= Self.deepest else {
      throw error("at most \(Self.deepest) levels of arrays and objects")
    }
    let line = line
    let kind: JSONPlaces.Kind
    switch current {
    case UInt8(ascii: "{"): kind = try object(at: path, visit)
    case UInt8(ascii: "["): kind = try array(at: path, visit)
    case UInt8(ascii: "\""):
      _ = try string()
      kind = .string
    case let byte? where "-0123456789".utf8.contains(byte): kind = try number()
    default: kind = try word()
    }
    visit(path, JSONPlaces.Place(line: line, kind: kind))
  }

  private mutating func object(
    at path: [String],
    _ visit: Visit
  ) throws(JSONSyntaxError) -> JSONPlaces.Kind {
    index += 1
    if take("}") { return .object }
    repeat {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw error("the name of a member in quotes") }
      let name = try string()
      guard take(":") else { throw error("':' after the name \(Quoted(name))") }
      try value(at: path + [name], visit)
    } while take(",")
    guard take("}") else { throw error("',' or '}'") }
    return .object
  }

  private mutating func array(
    at path: [String],
    _ visit: Visit
  ) throws(JSONSyntaxError) -> JSONPlaces.Kind {
    index += 1
    if take("]") { return .array }
    var count = 0
    repeat {
      try value(at: path + [String(count)], visit)
      count += 1
    } while take(",")
    guard take("]") else { throw error("',' or ']'") }
    return .array
  }

  /// Reads a string; returns it as it stands there, escapes included.
  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = index + 1
    index = start
    while let byte = current, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error("'\"' at the end of the string") }
      index += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    guard current != nil else { throw error("'\"' at the end of the string") }
    defer { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func escape() throws(JSONSyntaxError) {
    guard let byte = current, "\"\\/bfnrtu".utf8.contains(byte) else {
      throw error("an escape such as \\n or \\u00e9")
    }
    index += 1
    guard byte == UInt8(ascii: "u") else { return }
    let unit = try codeUnit()
    guard (0xD800...0xDFFF).contains(unit) else { return }
    // Two escapes make one character: the first half, then the second.
    if unit < 0xDC00, bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      if (0xDC00...0xDFFF).contains(try codeUnit()) { return }
    }
    throw error("the other half of a character written as two escapes")
  }

  /// Reads the four digits of an escape.
  private mutating func codeUnit() throws(JSONSyntaxError) -> Int {
    let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = Int(digits, radix: 16)
    else { throw error("four hexadecimal digits after \\u") }
    index += 4
    return unit
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONPlaces.Kind {
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return .number
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = index
    while let byte = current, "0123456789".utf8.contains(byte) { index += 1 }
    if index == start { throw error("a digit") }
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONPlaces.Kind {
    let words: [(String, JSONPlaces.Kind)] = [
      ("true", .boolean), ("false", .boolean), ("null", .null),
    ]
    for (word, kind) in words where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return kind
    }
    throw error("a value")
  }

  // MARK: Bytes

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard current == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, " \t\r\n".utf8.contains(byte) {
      if byte == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
  }

  private func error(_ expected: String) -> JSONSyntaxError {
    let rest = String(decoding: bytes[index...].prefix(16), as: UTF8.self)
    let found =
      rest.first.map { $0.isNewline ? "the end of the line" : "\(Quoted(String($0)))" }
      ?? (bytes.isEmpty ? "an empty file" : "the end of the file")
    return JSONSyntaxError(line: line, text: "expected \(expected), found \(found)")
  }
}
