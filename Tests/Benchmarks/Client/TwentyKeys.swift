import AppGraph
import BenchmarkBaselines

// Twenty plain keys, as an app of ordinary size declares them for its account.

enum Key0: PartKey {}
enum Key1: PartKey {}
enum Key2: PartKey {}
enum Key3: PartKey {}
enum Key4: PartKey {}
enum Key5: PartKey {}
enum Key6: PartKey {}
enum Key7: PartKey {}
enum Key8: PartKey {}
enum Key9: PartKey {}
enum Key10: PartKey {}
enum Key11: PartKey {}
enum Key12: PartKey {}
enum Key13: PartKey {}
enum Key14: PartKey {}
enum Key15: PartKey {}
enum Key16: PartKey {}
enum Key17: PartKey {}
enum Key18: PartKey {}
enum Key19: PartKey {}

extension AppEnvironmentValues {
  var part0: Part {
    get { self[Key0.self] }
    set { self[Key0.self] = newValue }
  }

  var part1: Part {
    get { self[Key1.self] }
    set { self[Key1.self] = newValue }
  }

  var part2: Part {
    get { self[Key2.self] }
    set { self[Key2.self] = newValue }
  }

  var part3: Part {
    get { self[Key3.self] }
    set { self[Key3.self] = newValue }
  }

  var part4: Part {
    get { self[Key4.self] }
    set { self[Key4.self] = newValue }
  }

  var part5: Part {
    get { self[Key5.self] }
    set { self[Key5.self] = newValue }
  }

  var part6: Part {
    get { self[Key6.self] }
    set { self[Key6.self] = newValue }
  }

  var part7: Part {
    get { self[Key7.self] }
    set { self[Key7.self] = newValue }
  }

  var part8: Part {
    get { self[Key8.self] }
    set { self[Key8.self] = newValue }
  }

  var part9: Part {
    get { self[Key9.self] }
    set { self[Key9.self] = newValue }
  }

  var part10: Part {
    get { self[Key10.self] }
    set { self[Key10.self] = newValue }
  }

  var part11: Part {
    get { self[Key11.self] }
    set { self[Key11.self] = newValue }
  }

  var part12: Part {
    get { self[Key12.self] }
    set { self[Key12.self] = newValue }
  }

  var part13: Part {
    get { self[Key13.self] }
    set { self[Key13.self] = newValue }
  }

  var part14: Part {
    get { self[Key14.self] }
    set { self[Key14.self] = newValue }
  }

  var part15: Part {
    get { self[Key15.self] }
    set { self[Key15.self] = newValue }
  }

  var part16: Part {
    get { self[Key16.self] }
    set { self[Key16.self] = newValue }
  }

  var part17: Part {
    get { self[Key17.self] }
    set { self[Key17.self] = newValue }
  }

  var part18: Part {
    get { self[Key18.self] }
    set { self[Key18.self] = newValue }
  }

  var part19: Part {
    get { self[Key19.self] }
    set { self[Key19.self] = newValue }
  }
}

/// The paths to all of them, in order.
@MainActor
let twentyKeys: [EnvironmentKeyPath<Part>] = [
  \.part0, \.part1, \.part2, \.part3, \.part4,
  \.part5, \.part6, \.part7, \.part8, \.part9,
  \.part10, \.part11, \.part12, \.part13, \.part14,
  \.part15, \.part16, \.part17, \.part18, \.part19,
]
