import Synchronization

/// A cache of the last value of a pure function, found by its key.
///
/// The value depends on the key alone, so copies of a state can share a memo and nothing has to invalidate it: another key makes another
/// value.
final class Memo<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var key: Key
        var value: Value
    }

    private let entry = Mutex<Entry?>(nil)

    /// Returns the remembered value if its key equals `key`; otherwise makes it, outside the lock, and remembers it.
    func value(for key: Key, _ make: () -> Value) -> Value {
        if let known = entry.withLock({ $0 }), known.key == key { return known.value }
        let value = make()
        entry.withLock { $0 = Entry(key: key, value: value) }
        return value
    }
}
