import Testing

@testable import Tasks

/// The list of a token's observers.
@Suite struct `The observers of a token` {
    @Test func `leave the last one first, however many were removed between them`() {
        var list = TokenObservers()
        let observers = (0..<1_000).map { _ in CancellationObserver(.run {}) }
        let serials = observers.map { list.add($0) }
        for number in 0..<1_000 where !number.isMultiple(of: 7) {
            #expect(list.remove(serial: serials[number]) === observers[number])
            #expect(list.remove(serial: serials[number]) == nil, "it is gone")
        }
        let kept = (0..<1_000).filter { $0.isMultiple(of: 7) }.map { observers[$0] }
        let left = list.removeAll()
        #expect(left.map { ObjectIdentifier($0) } == kept.reversed().map { ObjectIdentifier($0) })
        #expect(list.isEmpty && list.removeAll().isEmpty)
        #expect(list.remove(serial: serials[0]) == nil)
    }

    @Test func `are released when they are removed`() {
        let objects = LiveObjects()
        var list = TokenObservers()
        let first = add(holding: objects.make(), to: &list)
        _ = add(holding: objects.make(), to: &list)
        _ = list.remove(serial: first)
        #expect(objects.count == 1 && !list.isEmpty)
        _ = list.removeAll()
        #expect(objects.count == 0 && list.isEmpty)
    }

    private func add(holding object: LiveObjects.Object, to list: inout TokenObservers) -> UInt64 {
        list.add(CancellationObserver(.run { _ = object }))
    }
}
