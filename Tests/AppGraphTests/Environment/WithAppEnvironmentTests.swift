import AppGraph
import Testing

private enum ColourKey: AppEnvironmentKey {
  static let defaultValue = "default colour"
}

private enum ShapeKey: AppEnvironmentKey {
  static let defaultValue = "default shape"
}

extension AppEnvironmentValues {
  fileprivate var colour: String {
    get { self[ColourKey.self] }
    set { self[ColourKey.self] = newValue }
  }
  fileprivate var shape: String {
    get { self[ShapeKey.self] }
    set { self[ShapeKey.self] = newValue }
  }
}

/// What `@AppEnvironment` captures where an object of this type is made.
private struct Model {
  @AppEnvironment(\.colour) var colour
  @AppEnvironment(\.shape) var shape
  @AppEnvironment(\.[part: "a"]) var part

  var seen: [String] { [colour, shape] }
}

@Suite struct WithAppEnvironmentTests {
  private static let defaults = ["default colour", "default shape"]

  @Test func `An override holds inside and ends with its extent`() {
    let inside = withAppEnvironment {
      $0.colour = "red"
    } operation: {
      Model()
    }
    #expect(inside.seen == ["red", "default shape"])
    #expect(Model().seen == Self.defaults)
    #expect(AppEnvironmentValues.current.colour == "default colour")
  }

  @Test func `An override ends with a throw`() {
    #expect(throws: Refusal("inside")) {
      try withAppEnvironment {
        $0.colour = "red"
      } operation: {
        #expect(Model().seen == ["red", "default shape"])
        throw Refusal("inside")
      }
    }
    #expect(throws: Refusal("while overriding")) {
      try withAppEnvironment {
        $0.colour = "red"
        throw Refusal("while overriding")
      } operation: {
        Issue.record("The operation must not run")
      }
    }
    #expect(Model().seen == Self.defaults)
  }

  @Test func `Overrides nest, the innermost wins, and each ends by itself`() {
    let part = Part(owner: "override")
    withAppEnvironment {
      $0.colour = "red"
      $0.shape = "round"
    } operation: {
      withAppEnvironment {
        #expect($0.colour == "red")
        $0.colour = "blue"
        $0[part: "a"] = part
      } operation: {
        #expect(Model().seen == ["blue", "round"])
        #expect(Model().part === part)
      }
      #expect(Model().seen == ["red", "round"])
      #expect(Model().part.owner == "the default")
    }
    #expect(Model().seen == Self.defaults)
  }

  @Test func `An asynchronous override spans suspensions and the tasks begun inside`() async {
    await withAppEnvironment {
      $0.colour = "red"
    } operation: {
      await Task.yield()
      #expect(Model().seen == ["red", "default shape"])
      await withAppEnvironment {
        $0.shape = "round"
      } operation: {
        await Task.yield()
        #expect(Model().seen == ["red", "round"])
        async let child = Model().seen
        #expect(await child == ["red", "round"])
        #expect(await Task { Model().seen }.value == ["red", "round"])
      }
      #expect(await Task.detached { Model().seen }.value == Self.defaults)
      #expect(Model().seen == ["red", "default shape"])
    }
    #expect(Model().seen == Self.defaults)
  }

  @Test func `An asynchronous override ends with a throw`() async {
    await #expect(throws: Refusal("inside")) {
      try await withAppEnvironment {
        $0.colour = "red"
      } operation: {
        await Task.yield()
        throw Refusal("inside")
      }
    }
    #expect(Model().seen == Self.defaults)
  }

  @Test @MainActor func `An asynchronous override stays in the isolation of its caller`() async {
    await withAppEnvironment {
      $0.colour = "red"
    } operation: {
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

  @Test func `Overrides of two tasks at a time do not meet`() async {
    let seen = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<50 {
        group.addTask {
          await withAppEnvironment {
            $0.colour = "\(number)"
          } operation: {
            await Task.yield()
            return Model().colour == "\(number)"
          }
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(seen.count == 50)
    #expect(!seen.contains(false))
  }

  @Test func `What was captured inside stays after the extent`() {
    let model = withAppEnvironment {
      $0.colour = "red"
    } operation: {
      Model()
    }
    withAppEnvironment {
      $0.colour = "blue"
    } operation: {
      #expect(model.colour == "red")
    }
  }
}
