import Synchronization

/// A cache of the last value of a pure function, together with the key of this value.
///
/// The value depends only on the key. So copies of a state can share a memo, and it never has to be invalidated.
final class Memo<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var key: Key
        var value: Value
    }

    private let entry = Mutex<Entry?>(nil)

    /// Returns the cached value if its key equals `key`. Otherwise makes the value, without holding the lock, and caches it.
    func value(for key: Key, _ make: () -> Value) -> Value {
        if let known = entry.withLock({ $0 }), known.key == key { return known.value }
        let value = make()
        entry.withLock { $0 = Entry(key: key, value: value) }
        return value
    }
}
