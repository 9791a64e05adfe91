import AppGraph
import Testing

private enum NumberKey: AppEnvironmentKey {
  static let defaultValue = 1
}

private enum OtherNumberKey: AppEnvironmentKey {
  static let defaultValue = 10
}

private enum OptionalKey: AppEnvironmentKey {
  static let defaultValue: Int? = nil
}

private enum ClosureKey: AppEnvironmentKey {
  static let defaultValue: @Sendable (Int) -> Int = { $0 }
}

private enum Direction: Hashable, Sendable {
  case north
  case south(Int)
}

private enum DirectionKey: AppEnvironmentKey {
  static let defaultValue = Direction.north
}

private struct Pair<First: Hashable & Sendable>: Hashable, Sendable {
  var first: First
  var second = "second"
}

private enum PairKey: AppEnvironmentKey {
  static let defaultValue = Pair(first: 1)
}

private actor Counter {}

private enum CounterKey: AppEnvironmentKey {
  static let defaultValue = Counter()
}

private enum ExistentialKey: AppEnvironmentKey {
  static let defaultValue: any Hashable & Sendable = 0
}

/// One key for each type of value.
private enum GenericKey<Element: Sendable>: AppEnvironmentKey {
  static var defaultValue: [Element] { [] }
}

@Suite struct AppEnvironmentValuesTests {
  @Test func `A write is seen in the copy only`() {
    let original = AppEnvironmentValues()
    var copy = original
    copy[NumberKey.self] = 2
    let second = copy
    copy[NumberKey.self] = 3
    copy[OtherNumberKey.self] = 30
    #expect(original[NumberKey.self] == 1)
    #expect(second[NumberKey.self] == 2)
    #expect(second[OtherNumberKey.self] == 10)
    #expect(copy[NumberKey.self] == 3)
    #expect(copy[OtherNumberKey.self] == 30)
  }

  @Test func `A thousand writes of many keys are all kept`() {
    var values = AppEnvironmentValues()
    for number in 0..<1_000 { values[count: number] = number }
    #expect((0..<1_000).allSatisfy { values[count: $0] == $0 })
    #expect(values[count: 1_000] == CountKey.defaultValue)
  }

  @Test func `Values of every kind of type come back as they were written`() {
    var values = AppEnvironmentValues()
    let counter = Counter()
    #expect(values[OptionalKey.self] == nil)
    values[OptionalKey.self] = .some(5)
    values[ClosureKey.self] = { $0 * 2 }
    values[DirectionKey.self] = .south(4)
    values[PairKey.self] = Pair(first: 7)
    values[CounterKey.self] = counter
    values[ExistentialKey.self] = "text"
    #expect(values[OptionalKey.self] == 5)
    #expect(values[ClosureKey.self](21) == 42)
    #expect(values[DirectionKey.self] == .south(4))
    #expect(values[PairKey.self] == Pair(first: 7))
    #expect(values[CounterKey.self] === counter)
    #expect(values[ExistentialKey.self] as? String == "text")
  }

  @Test func `Writing nil is not the same as writing nothing`() {
    var outer = AppEnvironmentValues()
    outer[OptionalKey.self] = 5
    var inner = outer
    inner[OptionalKey.self] = nil
    #expect(inner[OptionalKey.self] == nil)
    #expect(outer[OptionalKey.self] == 5)
  }

  @Test func `A generic key is one key for each of its types`() {
    var values = AppEnvironmentValues()
    values[GenericKey<Int>.self] = [1]
    values[GenericKey<String>.self] = ["one"]
    #expect(values[GenericKey<Int>.self] == [1])
    #expect(values[GenericKey<String>.self] == ["one"])
    #expect(values[GenericKey<Bool>.self] == [])
  }

  @Test func `A family tells its members apart by any index`() {
    var values = AppEnvironmentValues()
    values[NumberKey.self, at: 3] = 33
    values[NumberKey.self, at: "3"] = 34
    values[NumberKey.self, at: Direction.south(3)] = 35
    values[NumberKey.self, at: Pair(first: 3)] = 36
    #expect(values[NumberKey.self, at: 3] == 33)
    #expect(values[NumberKey.self, at: "3"] == 34)
    #expect(values[NumberKey.self, at: Direction.south(3)] == 35)
    #expect(values[NumberKey.self, at: Pair(first: 3)] == 36)
    #expect(values[NumberKey.self, at: 4] == 1)
    #expect(values[NumberKey.self] == 1)
  }

  @Test func `Two families with one index do not meet`() {
    var values = AppEnvironmentValues()
    values[NumberKey.self, at: 1] = 2
    values[OtherNumberKey.self, at: 1] = 20
    values[NumberKey.self] = 3
    #expect(values[NumberKey.self, at: 1] == 2)
    #expect(values[OtherNumberKey.self, at: 1] == 20)
    #expect(values[NumberKey.self] == 3)
    #expect(values[OtherNumberKey.self] == 10)
  }

  @Test func `A snapshot is read from many threads`() async {
    var values = AppEnvironmentValues()
    values[PartKey.self] = Part(owner: "one")
    values[PartKey.self, at: "a"] = Part(owner: "two")
    let snapshot = values
    let owners = await withTaskGroup(of: Set<String>.self) { group in
      for _ in 0..<8 {
        group.addTask {
          Set((0..<500).map { _ in snapshot[PartKey.self].owner + snapshot[part: "a"].owner })
        }
      }
      return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
    }
    #expect(owners == ["onetwo"])
  }
}
