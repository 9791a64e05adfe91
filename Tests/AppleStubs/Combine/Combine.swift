// A type-check stand-in for the parts of Combine that the adapters call, with just
// enough behaviour for tests on Linux. Test support only: no product contains it.
// Availability is written as on Apple's systems so that the iOS-target check can see it.

import Synchronization

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public enum Subscribers {
  public struct Demand: Equatable, Sendable {
    let count: Int?
    public static let unlimited = Demand(count: nil)
    public static let none = Demand(count: 0)
    public static func max(_ value: Int) -> Demand { Demand(count: value) }
  }
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Cancellable {
  func cancel()
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Subscription: Cancellable {
  func request(_ demand: Subscribers.Demand)
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Subscriber<Input, Failure> {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S>(subscriber: S) where S: Subscriber, Failure == S.Failure, Output == S.Input
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public final class AnyCancellable: Cancellable, Hashable {
  private var action: (() -> Void)?
  public init(_ cancel: @escaping () -> Void) { action = cancel }
  public init<C: Cancellable>(_ canceller: C) { action = { canceller.cancel() } }
  public func cancel() {
    let pending = action
    action = nil
    pending?()
  }
  public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
  public func store<C>(in collection: inout C)
  where C: RangeReplaceableCollection, C.Element == AnyCancellable {
    collection.append(self)
  }
  public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  deinit { action?() }
}

// MARK: Delivery shared by the subjects

/// One attached subscriber, kept by the subject and by the subscription that the subscriber holds.
final class Link<Output, Failure: Error>: Subscription {
  private var deliver: ((Output) -> Void)?
  private var finish: ((Subscribers.Completion<Failure>) -> Void)?
  private let detach: (Link) -> Void

  init<S: Subscriber>(_ subscriber: S, detach: @escaping (Link) -> Void)
  where S.Input == Output, S.Failure == Failure {
    deliver = { _ = subscriber.receive($0) }
    finish = { subscriber.receive(completion: $0) }
    self.detach = detach
  }
  func request(_ demand: Subscribers.Demand) {}
  func cancel() {
    deliver = nil
    finish = nil
    detach(self)
  }
  func push(_ value: Output) { deliver?(value) }
  func end(_ completion: Subscribers.Completion<Failure>) {
    finish?(completion)
    deliver = nil
    finish = nil
  }
}

final class LinkList<Output, Failure: Error> {
  private var links: [Link<Output, Failure>] = []
  private(set) var ended: Subscribers.Completion<Failure>?
  func attach<S: Subscriber>(_ subscriber: S) -> Link<Output, Failure>
  where S.Input == Output, S.Failure == Failure {
    let link = Link<Output, Failure>(subscriber) { [weak self] gone in
      self?.links.removeAll { $0 === gone }
    }
    subscriber.receive(subscription: link)
    if let ended { link.end(ended) } else { links.append(link) }
    return link
  }
  func send(_ value: Output) { for link in links { link.push(value) } }
  func finish(_ completion: Subscribers.Completion<Failure>) {
    guard ended == nil else { return }
    ended = completion
    let ending = links
    links = []
    for link in ending { link.end(completion) }
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  private let list = LinkList<Output, Failure>()
  public init() {}
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    _ = list.attach(subscriber)
  }
  public func send(_ value: Output) { list.send(value) }
  public func send(completion: Subscribers.Completion<Failure>) { list.finish(completion) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension PassthroughSubject where Output == Void {
  public func send() { send(()) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  private let list = LinkList<Output, Failure>()
  private var current: Output
  public var value: Output {
    get { current }
    set {
      guard list.ended == nil else { return }
      current = newValue
      list.send(newValue)
    }
  }
  public init(_ value: Output) { current = value }
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    list.attach(subscriber).push(value)
  }
  public func send(_ value: Output) { self.value = value }
  public func send(completion: Subscribers.Completion<Failure>) { list.finish(completion) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let attach: (any Subscriber<Output, Failure>) -> Void
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    attach = { subscriber in
      func open<S: Subscriber<Output, Failure>>(_ s: S) { publisher.receive(subscriber: s) }
      open(subscriber)
    }
  }
  public func receive<S>(subscriber: S)
  where S: Subscriber, Failure == S.Failure, Output == S.Input {
    attach(subscriber)
  }
}

final class Sink<Input, Failure: Error>: Subscriber {
  let value: (Input) -> Void
  let done: (Subscribers.Completion<Failure>) -> Void
  var subscription: (any Subscription)?
  init(value: @escaping (Input) -> Void, done: @escaping (Subscribers.Completion<Failure>) -> Void)
  {
    self.value = value
    self.done = done
  }
  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }
  func receive(_ input: Input) -> Subscribers.Demand {
    value(input)
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) { done(completion) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let sink = Sink<Output, Failure>(value: receiveValue, done: receiveCompletion)
    receive(subscriber: sink)
    return AnyCancellable { sink.subscription?.cancel() }
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }

  /// On Apple's systems the type is `AsyncPublisher<Self>`; here an `AsyncStream` stands behind it.
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
  public typealias Element = P.Output
  let publisher: P
  public init(_ publisher: P) { self.publisher = publisher }
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<P.Output>.Iterator
    public mutating func next() async -> P.Output? { await base.next() }
  }
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream<P.Output>.makeStream()
    let token = publisher.sink(
      receiveCompletion: { _ in continuation.finish() },
      receiveValue: { continuation.yield($0) }
    )
    let held = UncheckedBox(token)
    continuation.onTermination = { _ in held.value.cancel() }
    return Iterator(base: stream.makeAsyncIterator())
  }
}

struct UncheckedBox<T>: @unchecked Sendable {
  let value: T
  init(_ value: T) { self.value = value }
}

// MARK: ObservableObject and Published

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
  private let list = LinkList<Void, Never>()
  public init() {}
  public func receive<S>(subscriber: S) where S: Subscriber, S.Failure == Never, S.Input == Void {
    _ = list.attach(subscriber)
  }
  public func send() { list.send(()) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never
  var objectWillChange: ObjectWillChangePublisher { get }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Finds or installs one publisher in every `@Published` property of the object.
  public var objectWillChange: ObservableObjectPublisher {
    var slots: [any PublishedSlot] = []
    var mirror: Mirror? = Mirror(reflecting: self)
    while let level = mirror {
      slots += level.children.compactMap { ($0.value as? any PublishedProperty)?.slot }
      mirror = level.superclassMirror
    }
    if slots.isEmpty { return Publishers.lone.publisher(of: self) }
    let publisher = slots.lazy.compactMap(\.owner).first ?? ObservableObjectPublisher()
    for slot in slots { slot.owner = publisher }
    return publisher
  }
}

/// Keeps the publisher of an object that has no `@Published` property and sends by hand.
final class Publishers: Sendable {
  static let lone = Publishers()
  struct Entry {
    weak var object: AnyObject?
    let publisher: ObservableObjectPublisher
  }
  private let entries = Mutex<[ObjectIdentifier: UncheckedBox<Entry>]>([:])
  func publisher(of object: AnyObject) -> ObservableObjectPublisher {
    let key = ObjectIdentifier(object)
    let made = UncheckedBox(Entry(object: object, publisher: ObservableObjectPublisher()))
    return entries.withLock { entries -> UncheckedBox<Entry> in
      if let known = entries[key], known.value.object != nil { return known }
      entries[key] = made
      return made
    }.value.publisher
  }
}

protocol PublishedSlot: AnyObject { var owner: ObservableObjectPublisher? { get set } }
protocol PublishedProperty { var slot: any PublishedSlot { get } }

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@propertyWrapper
public struct Published<Value> {
  final class Slot: PublishedSlot {
    var value: Value
    var owner: ObservableObjectPublisher?
    let list = LinkList<Value, Never>()
    init(_ value: Value) { self.value = value }
    func change(to new: Value) {
      owner?.send()
      list.send(new)
      value = new
    }
  }
  let box: Slot

  public init(wrappedValue: Value) { box = Slot(wrappedValue) }
  public init(initialValue: Value) { box = Slot(initialValue) }

  public struct Publisher: Combine.Publisher {
    public typealias Output = Value
    public typealias Failure = Never
    let box: Slot
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == Never, S.Input == Value {
      box.list.attach(subscriber).push(box.value)
    }
  }
  public var projectedValue: Publisher {
    mutating get { Publisher(box: box) }
    set { _ = newValue }
  }

  @available(*, unavailable, message: "@Published is only available on properties of classes")
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }

  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storageKeyPath].box.value }
    set { object[keyPath: storageKeyPath].box.change(to: newValue) }
  }
}

extension Published: PublishedProperty { var slot: any PublishedSlot { box } }
