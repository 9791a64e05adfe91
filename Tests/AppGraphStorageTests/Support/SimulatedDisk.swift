import AppGraph
import AppGraphStorage
import Foundation

/// A disk in memory that stops after some step, and knows what may be left on it then.
///
/// If the process is killed, everything that was done is left. If the power fails, what was not flushed may
/// be left or not: of the changes of names any selection, of a file nothing, the half or all.
final class SimulatedDisk: FileSystem {
  typealias Files = [String: [UInt8]]

  /// What names point at, by the number of a file.
  private typealias Names = [String: Int]

  private struct State {
    /// What each file may hold after the power failed; one content if it was flushed.
    var contents: [[[UInt8]]]
    var visible: Names
    var durable: Names
    /// Changes of names since the last flush; each happens whole or not.
    var pending: [[String: Int?]] = []
    var stepsLeft: Int?
    var hasStopped = false

    mutating func change(_ names: [String: Int?]) {
      pending.append(names)
      visible = applying(names, to: visible)
    }

    func applying(_ change: [String: Int?], to names: Names) -> Names {
      change.reduce(into: names) { $0[$1.key] = $1.value }
    }

    mutating func step(_ path: String) throws(FileFailure) {
      if let left = stepsLeft {
        guard left > 0 else {
          hasStopped = true
          throw FileFailure("reach", path, code: EIO)
        }
        stepsLeft = left - 1
      }
    }
  }

  private let state: Lock<State>

  init(_ files: Files = [:], steps: Int? = nil) {
    let paths = files.keys.sorted()
    let names = Dictionary(uniqueKeysWithValues: paths.enumerated().map { ($1, $0) })
    state = Lock(
      State(
        contents: paths.map { [files[$0, default: []]] },
        visible: names,
        durable: names,
        stepsLeft: steps
      )
    )
  }

  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// What is left if the process is killed.
  var visible: Files {
    state.withLock { state in
      state.visible.compactMapValues { state.contents[$0].last }
    }
  }

  /// What may be left if the power fails.
  var survivors: [Files] {
    state.withLock { state in
      let selections = state.pending.reduce(into: [state.durable]) { outcomes, change in
        outcomes += outcomes.map { state.applying(change, to: $0) }
      }
      return selections.flatMap { names in
        names.reduce(into: [[:]]) { outcomes, entry in
          outcomes = outcomes.flatMap { files in
            state.contents[entry.value].map { files.merging([entry.key: $0]) { $1 } }
          }
        }
      }
    }
  }

  func makeDirectory(_ path: String) throws(FileFailure) {}

  func names(in directory: String) throws(FileFailure) -> [String] {
    visible.keys.filter { $0.hasPrefix("\(directory)/") }.map {
      String($0.dropFirst(directory.count + 1))
    }
  }

  func contents(of path: String) throws(FileFailure) -> [UInt8]? { visible[path] }

  func create(_ path: String, holding bytes: [UInt8]) throws(FileFailure) {
    let half = Array(bytes.prefix(bytes.count / 2))
    // Made, half written, written, flushed.
    for (index, stage) in [[[]], [[], half], [[], half, bytes], [bytes]].enumerated() {
      try state.withLock { (state: inout State) throws(FileFailure) in
        try state.step(path)
        if index == 0 {
          state.contents.append(stage)
          state.change([path: state.contents.count - 1])
        } else {
          state.contents[state.contents.count - 1] = stage
        }
      }
    }
  }

  func move(_ path: String, to target: String) throws(FileFailure) {
    try state.withLock { (state: inout State) throws(FileFailure) in
      try state.step(path)
      guard let file = state.visible[path] else {
        throw FileFailure("move", path, code: ENOENT)
      }
      state.change([path: nil, target: file])
    }
  }

  func delete(_ path: String) throws(FileFailure) {
    try state.withLock { (state: inout State) throws(FileFailure) in
      try state.step(path)
      if state.visible[path] != nil { state.change([path: nil]) }
    }
  }

  func flush(directory: String) throws(FileFailure) {
    try state.withLock { (state: inout State) throws(FileFailure) in
      try state.step(directory)
      state.durable = state.visible
      state.pending = []
    }
  }

  func claim(_ path: String, waits: Bool) throws(FileFailure) -> FileLock? { FileLock {} }

  func restrict(_ path: String) throws(FileFailure) -> Bool { false }
}
