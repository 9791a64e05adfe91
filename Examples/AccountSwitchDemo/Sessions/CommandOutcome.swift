/// How a command ended, as the timeline tells it.
struct CommandOutcome {
  /// One word: `activated`, `refused` and so on.
  var result: String
  var text: String
  var account: String?
  /// The reason as the library calls it, where there is one.
  var reason: String?
  /// How long the command took, in milliseconds.
  var took: Int64?

  init(
    _ result: String,
    _ text: String,
    account: String? = nil,
    reason: String? = nil,
    took: Int64? = nil
  ) {
    self.result = result
    self.text = text
    self.account = account
    self.reason = reason
    self.took = took
  }
}
