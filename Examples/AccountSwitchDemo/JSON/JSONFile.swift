import Foundation

/// A file with one JSON value, decoded with errors that name line, path and what was expected.
enum JSONFile {
  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - path: The path of the file.
  ///   - expected: What the file should be, for the messages.
  /// - Returns: The value.
  /// - Throws: ``DataError`` if the file cannot be read, is not JSON, or lacks a needed field.
  static func decode<Value: Decodable>(
    _ type: Value.Type,
    from path: String,
    expected: String
  ) throws(DataError) -> Value {
    let file = try TextFile(path, expected: expected)
    let places: JSONPlaces
    do throws(JSONSyntaxError) {
      places = try JSONPlaces(file.bytes)
    } catch {
      throw DataError(path, line: error.line, "not JSON: \(error.text)")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(file.bytes))
    } catch let error as DecodingError {
      throw Self.error(path, error, places)
    } catch {
      throw DataError(path, "\(error)")
    }
  }

  /// Finds the line of a value, for a message about a file that was decoded well.
  ///
  /// - Parameters:
  ///   - path: The path of the value.
  ///   - file: The path of the file.
  /// - Returns: The line, counted from 1; `nil` if the file has changed meanwhile.
  static func line(of path: [String], in file: String) -> Int? {
    guard let text = try? TextFile(file, expected: "") else { return nil }
    return (try? JSONPlaces(text.bytes))?[path]?.line
  }

  private static func error(
    _ file: String,
    _ error: DecodingError,
    _ places: JSONPlaces
  ) -> DataError {
    switch error {
    case .keyNotFound(let key, let context):
      let path = Self.path(context.codingPath)
      let text = "\(name(path + [key.stringValue])): expected a value, found none"
      return DataError(file, line: places[path]?.line, text)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let path = Self.path(context.codingPath)
      let found = places[path]?.kind.rawValue ?? "something else"
      let text = "\(name(path)): expected \(noun(type)), found \(found)"
      return DataError(file, line: places[path]?.line, text)
    case .dataCorrupted(let context):
      let path = Self.path(context.codingPath)
      return DataError(
        file,
        line: places[path]?.line,
        "\(name(path)): \(context.debugDescription)"
      )
    @unknown default:
      return DataError(file, "\(error)")
    }
  }

  private static func path(_ codingPath: [any CodingKey]) -> [String] {
    codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// The path as it would be written in JavaScript.
  private static func name(_ path: [String]) -> String {
    guard !path.isEmpty else { return "the file" }
    return path.enumerated().reduce(into: "") { name, step in
      if Int(step.element) != nil {
        name += "[\(step.element)]"
      } else {
        name += (step.offset > 0 ? "." : "") + step.element
      }
    }
  }

  private static func noun(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: JSONPlaces.Kind.string.rawValue
    case is Double.Type: "a whole number"
    case is Bool.Type: JSONPlaces.Kind.boolean.rawValue
    case is [Any].Type: JSONPlaces.Kind.array.rawValue
    default: JSONPlaces.Kind.object.rawValue
    }
  }
}
