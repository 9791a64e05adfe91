/// Where each value of a JSON text stands, and what it is, for messages that name a line.
///
/// Foundation's decoder says at which path a value is wrong, but not on which line, and its message about
/// broken syntax differs between systems. This reads the text once before it: it decides whether the
/// syntax is right, and leaves what the values mean to the decoder.
struct JSONPlaces {
  /// What a value is, as a noun with its article.
  enum Kind: String {
    case object = "an object"
    case array = "an array"
    case string = "a string"
    case number = "a number"
    case boolean = "true or false"
    case null
  }

  /// Where one value begins, and what it is.
  struct Place {
    let line: Int
    let kind: Kind
  }

  private var places: [[String]: Place] = [:]

  /// Reads a JSON text.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Throws: ``JSONSyntaxError`` at the first byte that is not JSON.
  init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    var scanner = JSONScanner(bytes)
    try scanner.document { path, place in places[path] = place }
  }

  /// The place of the value at a path of member names and array indexes.
  subscript(path: [String]) -> Place? { places[path] }
}

/// The error of a text that is not JSON.
struct JSONSyntaxError: Error, Equatable {
  /// The line, counted from 1.
  let line: Int
  /// What was expected, and what stands there.
  let text: String
}
