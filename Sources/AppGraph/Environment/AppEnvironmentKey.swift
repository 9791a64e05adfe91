/// A name for one value of the environment, with the type of the value and its default instance.
///
/// A key is usually a caseless enum with a stored default, plus an accessor on
/// ``AppEnvironmentValues``:
///
///     enum ClientKey: AppEnvironmentKey {
///       static let defaultValue = Client.signedOut
///     }
///     extension AppEnvironmentValues {
///       var client: Client {
///         get { self[ClientKey.self] }
///         set { self[ClientKey.self] = newValue }
///       }
///     }
///
/// The identity of a key is its type. Values may be structs, enums, optionals, closures, actors,
/// existentials and generic types, as long as they are `Sendable`.
public protocol AppEnvironmentKey {
  /// The type of the value that stands under this key.
  associatedtype Value: Sendable

  /// The instance that is read where nothing is registered for the key.
  ///
  /// Read through the environment it is made once a process, outside of any lock, also where this
  /// property is computed. Code that names this property directly goes round that.
  static var defaultValue: Value { get }
}

/// A path to one value of the environment, such as `\.client` or `\.[shard: 3]`.
///
/// It must lead through exactly one key: a path into a value (`\.client.token`) is reported by
/// validation as `unsupportedKeyPath`.
public typealias EnvironmentKeyPath<Value> = WritableKeyPath<AppEnvironmentValues, Value>
