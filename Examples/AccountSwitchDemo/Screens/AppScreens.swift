import AppGraph

/// The screens of the app, all of them on at once.
///
/// As in a user interface, whatever changes in one turn is drawn once, in the turn after it, and from the
/// first screen to the last: the order in which Observation calls is not the same in every run.
@available(Observing, *)
@MainActor
final class AppScreens {
  private let app: Screen.App
  private let show: @MainActor (_ name: String, _ text: String) -> Void
  private var isDrawingDue = false

  init(
    of app: Screen.App,
    show: @escaping @MainActor (_ name: String, _ text: String) -> Void
  ) {
    self.app = app
    self.show = show
  }

  /// Draws all screens for the first time, without showing them: nothing is there yet.
  func open() {
    for screen in screens { _ = screen.draw(app) { [weak self] in self?.changed() } }
  }

  private func changed() {
    guard !isDrawingDue else { return }
    isDrawingDue = true
    Task {
      isDrawingDue = false
      for screen in screens where screen.isStale {
        let isNew = screen.draw(app) { [weak self] in self?.changed() }
        if isNew { show(screen.name, screen.text) }
      }
    }
  }

  // MARK: Screens

  private let screens = [
    Screen("profile") { AppScreens.profile($0.states[CurrentAccount.self]) },
    Screen("timeline") { AppScreens.timeline($0.states[Feed.self]) },
    Screen("inbox") { AppScreens.inbox($0.states[Inbox.self]) },
    Screen("messages") { AppScreens.messages($0.states[Conversations.self]) },
    Screen("composer") {
      AppScreens.composer($0.states[Drafts.self], $0.states[ReadingSettings.self])
    },
    Screen("toasts") { AppScreens.list($0.states[Toasts.self].texts, "toast") },
  ]

  private static func profile(_ state: CurrentAccount) -> String {
    guard let profile = state.profile else { return "no profile" }
    return "\(profile.shownName), \(counted(profile.followersCount.value, "follower"))"
  }

  private static func timeline(_ state: Feed) -> String {
    guard let newest = state.posts.first else { return "no posts" }
    let count = counted(state.posts.count, "post")
    return "\(count), newest by \(newest.account.acct): \(Quoted(newest.plainText, limit: 30))"
  }

  private static func inbox(_ state: Inbox) -> String {
    let count = counted(state.notifications.count, "notification")
    return "\(count), badge \(state.badge)"
  }

  private static func messages(_ state: Conversations) -> String {
    guard !state.partners.isEmpty else { return "no messages" }
    return "messages with \(state.partners.joined(separator: ", "))"
  }

  private static func composer(_ drafts: Drafts, _ settings: ReadingSettings) -> String {
    let visibility = settings.preferences.map { "posts are \($0.visibility.rawValue)" }
    return "\(list(drafts.texts, "draft")), \(visibility ?? "no preferences")"
  }

  private static func list(_ texts: [String], _ noun: String) -> String {
    guard let last = texts.last else { return "no \(noun)s" }
    return "\(counted(texts.count, noun)): \(Quoted(last, limit: 30))"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
