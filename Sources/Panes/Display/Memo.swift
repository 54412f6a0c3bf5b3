import Synchronization

/// A cache of the last two values of a pure function by their keys. A search also needs the rows of a tab with all parts unfolded.
///
/// A value depends only on its key: equal keys have equal values. So copies of a state can share a memo, and it never has to be invalidated.
package final class Memo<Key: Equatable & Sendable, Value: Sendable>: Sendable {
    /// The entries, with the one that was used last at the end.
    private let entries = Mutex<[(key: Key, value: Value)]>([])

    package init() {}

    /// Returns the cached value if its key equals `key`. Otherwise makes the value, without holding the lock, and caches it.
    package func value(for key: Key, _ make: () -> Value) -> Value {
        let known = entries.withLock { entries -> Value? in
            guard let index = entries.lastIndex(where: { $0.key == key }) else { return nil }
            entries.append(entries.remove(at: index))
            return entries.last?.value
        }
        if let known { return known }
        let value = make()
        entries.withLock { entries in
            entries.append((key, value))
            if entries.count > 2 { entries.removeFirst() }
        }
        return value
    }
}

/// A value with the time of its arrival. Instances are compared by identity, because comparing their values could take long.
package final class Dated<Value: Sendable>: Sendable, Equatable {
    package let value: Value
    /// Milliseconds since 1970.
    package let time: Int64

    init(_ value: Value, at time: Int64) {
        self.value = value
        self.time = time
    }

    package static func == (left: Dated, right: Dated) -> Bool { left === right }
}
