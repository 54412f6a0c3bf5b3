/// The observers of a token in the order of their registration, as a value without side effects.
///
/// Removing an observer releases it at once. Its empty place stays in the list until more than half of the places are empty, so a removal
/// costs only a binary search.
struct TokenObservers: Sendable {
    private struct Place: Sendable {
        let serial: UInt64
        var observer: CancellationObserver?
    }

    private var places: [Place] = []
    private var lastSerial: UInt64 = 0
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds an observer. Returns the number by which it is removed.
    mutating func add(_ observer: CancellationObserver) -> UInt64 {
        lastSerial += 1
        places.append(Place(serial: lastSerial, observer: observer))
        count += 1
        return lastSerial
    }

    /// Removes an observer and returns it, so that it is released outside the lock.
    mutating func remove(serial: UInt64) -> CancellationObserver? {
        let index = indexOfFirst(from: serial)
        guard index < places.count, places[index].serial == serial, let removed = places[index].observer.take() else { return nil }
        count -= 1
        if count == 0 { places = [] }
        if places.count > 2 * count + 8 { places.removeAll { $0.observer == nil } }
        return removed
    }

    /// Removes all observers and returns them, the last one registered first.
    mutating func removeAll() -> [CancellationObserver] {
        defer { (places, count) = ([], 0) }
        return places.reversed().compactMap(\.observer)
    }

    /// Returns the index of the first place whose number is `serial` or higher.
    private func indexOfFirst(from serial: UInt64) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].serial < serial { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
