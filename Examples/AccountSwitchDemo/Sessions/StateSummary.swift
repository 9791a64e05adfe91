import AppGraph

/// The content of the states, in a few words each.
@available(Observing, *)
@MainActor
struct StateSummary {
  /// The words by the name of the state.
  let texts: [String: String]

  init(_ app: Screen.App) {
    let states = app.states
    let signOuts = Self.count(app.accounts.outbox, "sign-out")
    texts = [
      "Accounts": "\(Self.count(app.accounts.list, "account")), \(signOuts) left",
      "CurrentAccount": states[CurrentAccount.self].profile?.shownName ?? "none",
      "Feed": Self.count(states[Feed.self].posts, "post"),
      "Inbox": Self.count(states[Inbox.self].notifications, "notification"),
      "Conversations": Self.count(states[Conversations.self].partners, "partner"),
      "Drafts": Self.count(states[Drafts.self].texts, "draft"),
      "Toasts": Self.count(states[Toasts.self].texts, "toast"),
      "ReadingSettings": states[ReadingSettings.self].preferences?.visibility.rawValue ?? "none",
      "Theme": states[Theme.self].name,
      "PushTokens": states[PushTokens.self].token,
    ]
  }

  private static func count(_ elements: [some Any], _ noun: String) -> String {
    "\(elements.count) \(noun)\(elements.count == 1 ? "" : "s")"
  }
}
