/// A set of numbers that hands out the smallest first.
struct IndexHeap: Hashable, Sendable {
  private var items: [Int] = []

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
  }

  mutating func push(_ item: Int) {
    items.append(item)
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard items[child] < items[parent] else { return }
      items.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Int? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < items.count else { return first }
      if child + 1 < items.count && items[child + 1] < items[child] { child += 1 }
      guard items[child] < items[parent] else { return first }
      items.swapAt(child, parent)
      parent = child
    }
  }
}
