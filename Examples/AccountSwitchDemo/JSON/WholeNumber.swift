/// A whole number, decoded with an error that says what stands there instead.
///
/// Foundation's decoder reports a fraction, or a number that is too large, as broken syntax without a
/// path.
struct WholeNumber: Hashable, Sendable {
  var value: Int
}

// MARK: - Decodable

extension WholeNumber: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let number = try container.decode(Double.self)
    guard let value = Int(exactly: number) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected a whole number, found \(number)"
      )
    }
    self.value = value
  }
}

// MARK: - ExpressibleByIntegerLiteral

extension WholeNumber: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int) {
    self.value = value
  }
}
