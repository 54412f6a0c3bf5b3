import Tasks

/// Records entries from any thread, in order.
final class Recorder<Entry: Sendable>: Sendable {
    private let stored = Locked<[Entry]>([])

    var entries: [Entry] { stored.withLock { $0 } }

    func note(_ entry: Entry) {
        stored.withLock { $0.append(entry) }
    }
}

struct Mistake: Error, Equatable {
    var number = 0
}

struct OtherMistake: Error, Equatable {}
