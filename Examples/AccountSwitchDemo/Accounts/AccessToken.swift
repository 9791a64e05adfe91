/// What an account proves itself with: a secret, and a number by which it may be shown.
struct AccessToken: Codable, Hashable, Sendable {
  /// Counted from 1 for each account.
  let number: Int
  /// Never shown.
  private let secret: UInt64

  init(number: Int) {
    self.number = number
    secret = .random(in: .min ... .max)
  }
}

// MARK: - CustomStringConvertible

extension AccessToken: CustomStringConvertible {
  /// The name of the token, without its secret.
  var description: String { "token-\(number)" }
}
