import AppGraph
import Foundation

/// The text of an account file: one line of JSON for each value, sorted by key.
///
/// A line is `{"account":"alice","name":"stash","value":...}`, without the account for the whole app. It
/// is kept as it was read, so that what nobody asks for survives to the byte. This type decides the
/// shape and leaves to the envelope whether a file is whole.
enum AccountDocument {
  private static let opening = Array(#""entries":["#.utf8)
  private static let closing = Array("\n]".utf8)
  private static let separator = Array(#","value":"#.utf8)
  private static let newline = UInt8(ascii: "\n")
  private static let comma = UInt8(ascii: ",")
  private static let brace = UInt8(ascii: "}")

  /// The bytes of a file that holds some lines.
  static func bytes(_ lines: [AccountStoreKey: [UInt8]]) -> [UInt8] {
    var body = opening
    for (index, key) in lines.keys.sorted(by: precedes).enumerated() {
      if index > 0 { body.append(comma) }
      body.append(newline)
      body += lines[key, default: []]
    }
    return Envelope.seal(body + closing)
  }

  /// The lines of the body of a file; none if it has not their shape.
  static func lines(_ body: ArraySlice<UInt8>) -> [AccountStoreKey: [UInt8]]? {
    guard
      body.starts(with: opening),
      body.count >= opening.count + closing.count,
      body.suffix(closing.count).elementsEqual(closing)
    else { return nil }
    var lines: [AccountStoreKey: [UInt8]] = [:]
    // An encoder writes no line break into a value, so each is the end of a line.
    for piece in body.dropFirst(opening.count).dropLast(closing.count).split(separator: newline) {
      let line = Array(piece.last == comma ? piece.dropLast() : piece)
      guard
        let split = split(line),
        let key = try? JSONDecoder().decode(
          AccountStoreKey.self,
          from: Data(line[..<split.lowerBound] + [brace])
        )
      else { return nil }
      lines[key] = line
    }
    return lines
  }

  /// The line of a value.
  static func line(
    _ value: any Codable & Sendable,
    for key: AccountStoreKey
  ) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let head = try encoder.encode(key)
    let value = try encoder.encode(value)
    return Array(head.dropLast()) + separator + Array(value) + [brace]
  }

  /// The value of a line.
  static func value<Value: Codable & Sendable>(_ type: Value.Type, in line: [UInt8]) throws -> Value
  {
    guard let split = split(line) else {
      preconditionFailure("A line of an account file has a value; it was checked when it was read")
    }
    return try JSONDecoder().decode(type, from: Data(line[split.upperBound...].dropLast()))
  }

  /// Where the value of a line begins, after the separator.
  ///
  /// The first one is the right one: before it are strings only, in which a quote is escaped.
  private static func split(_ line: [UInt8]) -> Range<Int>? {
    guard line.last == brace, line.count > separator.count else { return nil }
    for start in 0..<line.count - separator.count
    where line[start] == comma
      && line[start..<start + separator.count].elementsEqual(separator)
    {
      return start..<start + separator.count
    }
    return nil
  }

  private static func precedes(_ first: AccountStoreKey, _ second: AccountStoreKey) -> Bool {
    switch (first.account, second.account) {
    case (let one?, let other?) where one != other: one < other
    case (nil, _?): true
    case (_?, nil): false
    default: first.name < second.name
    }
  }
}
