/// The text of `--help`.
enum Help {
  static let text = """
    account-switch-demo: the shell of an app with several accounts, without its screens.

    It assembles a dependency graph, switches accounts, and prints a timeline: each request, the fence
    that ends the old generation, each stop and start with its duration, what each observer saw, and
    the outcome.

    USAGE
      account-switch-demo [--data DIR] [--store DIR] [--session FILE | -] [--json]
      account-switch-demo --plan [--data DIR] [--json]
      account-switch-demo --help

    OPTIONS
      --data DIR      Take the accounts and their content from a folder (see DATA). Without it there
                      are three built-in accounts: alice and bob, who are signed in on different
                      servers, and guest, who is anonymous.
      --store DIR     Keep the account list, the account to go on with, drafts and tokens in a folder,
                      which is made if it is missing; the next start with it resumes. One process at a
                      time has it open. Without it everything is kept in memory for one run.
      --session FILE  Take the commands from a file, or from standard input if FILE is - (see SESSION).
                      Without it a built-in session is played.
      --json          Print one JSON object a line for every event, and nothing else (see JSON).
      --plan          Print the plan of the graph: each key with its lifetime and the reason for it,
                      then the notes of the validation. Nothing is started.
      -h, --help      Print this text.

    SESSION
      One command a line. Blank lines are skipped, and lines whose first character is #. The whole
      session is read and checked before the first command runs: if a line is wrong, nothing runs.

      switch NAME            Make an account the active one. If a service does not start, the account
                             before comes back.
      post TEXT              Write a post from the active account. What an anonymous account or too
                             long a text would post is refused, and kept as a draft.
      sign-out NAME          Remove an account and all that is kept for it. If it is active, its server
                             is told first, and another one becomes active.
      add NAME               Sign an account in. One that was removed is listed again; one that is
                             listed gets a new token, and nothing restarts.
      remove NAME            Remove an account from this device at once. Its server is told later, with
                             the account's own token: during the next wait, or at the next start.
      rotate NAME            Give an account a new token, active or not. Nothing restarts.
      notify NAME            Tap on the newest notification of an account: switches to it if need be,
                             and shows it there.
      job NAME               Back up the posts of an account, which takes 120 ms beside the commands
                             that follow, whatever account is active.
      drop-connection        Let the connection of the active account be lost. Its watcher connects
                             again after 100 ms.
      fail SERVICE for NAME  Let the next start of a service for an account fail, once. SERVICE is a
                             name that the timeline shows, such as feed or watcher.
      wait MS                Wait for a number of milliseconds, from 0 to 60000.
      status                 Print phase, active account, generation and states.
      kill                   End the program at once, as a crash would. With --store the next start
                             goes on with all that outcomes have told; only the simulated servers
                             begin anew.

    DATA
      A folder with one folder for each account, named as the account is called in a session. The files
      have the shapes of the public Mastodon API; fields that the demo does not need are ignored.

      DIR/NAME/instance.json       GET /api/v2/instance
      DIR/NAME/statuses.json       GET /api/v1/timelines/home (public, for an anonymous account)
      DIR/NAME/account.json        GET /api/v1/accounts/verify_credentials
      DIR/NAME/preferences.json    GET /api/v1/preferences
      DIR/NAME/notifications.json  GET /api/v1/notifications

      An account with none of the last three files is anonymous; any other needs all five. Hidden files
      and files beside the folders are ignored. Examples/AccountSwitchDemo/SampleData is such a folder.

    JSON
      Every object has event (its kind), at_ms (milliseconds since the start) and generation. Depending
      on the kind there are also account, command, line, service, step, took_ms, observer, text, reason,
      result, phase, active, states, lifetime, path, refused_writes and leaks.

      command, outcome      a command of the session, and how it ended (result, text, took_ms)
      requested, refused    an account was asked for; refused with the reason
      fence                 a generation ended
      service               a step of a service (startBegan, started, stopBegan, stopped, gated, …)
      hook                  the work before the first stop began or ended (step)
      activated, idle       the graph is at rest, with or without an account
      observed              a screen (observer) shows something new (text)
      note                  what a service (observer) logged
      roster                the list of accounts changed
      route, job            a notification, or work for an account: account, step and text
      incident              an error that no caller gets
      status                phase, active and states
      accounts, end, closed, summary    what there is at first, the end of the session, the sums
      key, plan_note        with --plan: a key with lifetime and path; a note of the validation

    EXIT STATUS
      0  The session was played to its end. A switch that fails is a part of the session.
      1  A file, the session or the store cannot be used. The message names the place.
      2  The command line cannot be understood.
      A session that says kill ends with signal 9, which shells show as 137.
    """
}
