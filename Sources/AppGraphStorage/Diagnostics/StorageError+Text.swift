// MARK: - CustomStringConvertible

extension StorageError: CustomStringConvertible {
  /// The error in one line: what failed, where, why, and what to do.
  public var description: String { "\(what)\(why). \(remedy)" }

  private var subject: String { key.map { "'\($0)' in '\(path)'" } ?? "'\(path)'" }

  private var what: String {
    switch reason {
    case .inUse: "\(subject) is open in another store"
    case .newerFormat: "\(subject) was written by a newer version"
    case .notReadable: "\(subject) cannot be read"
    case .notWritable: "\(subject) cannot be written"
    case .damaged: "\(subject) is damaged"
    case .notDecodable: "\(subject) is not of the type that was asked for"
    case .notEncodable: "\(subject) cannot be encoded"
    default: "\(subject) failed (\(reason))"
    }
  }

  private var why: String {
    guard let underlying else { return "" }
    let text =
      switch underlying {
      case let error as DecodingError: error.place
      case let error as EncodingError: error.place
      default: "\(underlying)"
      }
    return ": \(text)"
  }

  private var remedy: String {
    switch reason {
    case .inUse: "Share one store, or give each a directory of its own."
    case .newerFormat: "It was left alone; update the app, or move the file away."
    case .notReadable: "It was left alone; mend what the system reports, and open it again."
    case .notWritable: "What was stored before still is; mend what the system reports."
    case .damaged: "It was left alone; store the secret anew, or restore the file."
    case .notDecodable: "It stays stored; ask for the type it was stored with, or store it anew."
    case .notEncodable: "What was stored before still is; store a value that its encoder takes."
    default: "What is stored was left alone."
    }
  }
}

extension DecodingError {
  /// What a decoder missed, and where in the value.
  fileprivate var place: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      "\(path(context.codingPath)) \(context.debugDescription.withoutStop)"
    @unknown default: "\(self)"
    }
  }
}

extension EncodingError {
  /// What an encoder refused, and where in the value.
  fileprivate var place: String {
    switch self {
    case .invalidValue(_, let context):
      "\(path(context.codingPath)) \(context.debugDescription.withoutStop)"
    @unknown default: "\(self)"
    }
  }
}

extension String {
  fileprivate var withoutStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// A place inside a value; a number counts the elements of an array from zero.
private func path(_ codingPath: [any CodingKey]) -> String {
  if codingPath.isEmpty { return "at its top," }
  let names = codingPath.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }
  return "at '\(names.joined(separator: "."))',"
}
