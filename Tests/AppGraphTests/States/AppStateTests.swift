import AppGraph
import AppGraphTesting
import Testing

@Suite @MainActor
struct AppStateTests {
  @MainActor
  private final class Model {
    @AppState(Note.self) var note
  }

  private var graph: DependencyGraph<ProbeAccount> {
    DependencyGraph(rewiredBy: \.probeAccount) {
      SharedState(Note.self) { Note() }.onAccountChange { $0.text = "" }
    }
  }

  @Test func `In the operation of a graph a model finds that graph's state`() async throws {
    try await withAppDependencyGraph(graph, activating: .alice) { first in
      try await withAppDependencyGraph(graph, activating: .alice) { second in
        #expect(Model().note === second.states[Note.self])
        #expect(first.states[Note.self] !== second.states[Note.self])
      }
      #expect(Model().note === first.states[Note.self])
    }
  }

  @Test func `The reference is good across switches`() async throws {
    try await withAppDependencyGraph(graph, activating: .alice) { app in
      let model = Model()
      model.note.text = "alice"
      try await app.activate(.bob)
      #expect(model.note.text == "")
      #expect(model.note === app.states[Note.self])
    }
  }

  @Test func `Where no graph runs it traps and says what to do`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = AppState(Note.self) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Make the object in the graph's operation, or call install()"))
  }
}
