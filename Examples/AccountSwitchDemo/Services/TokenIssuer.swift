/// The part of all servers that issues tokens: each account gets the next number.
@MainActor
final class TokenIssuer {
  private var numbers: [DemoAccount.ID: Int] = [:]

  nonisolated init() {}

  /// Issues a token that the account has never had.
  func issue(for account: DemoAccount.ID) -> AccessToken {
    let token = AccessToken(number: numbers[account, default: 0] + 1)
    note(token, of: account)
    return token
  }

  /// Remembers a token that an earlier run was given.
  func note(_ token: AccessToken, of account: DemoAccount.ID) {
    numbers[account] = max(numbers[account, default: 0], token.number)
  }
}
