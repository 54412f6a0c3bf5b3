import Fetching

/// The addresses of the names a page asks for. Each name is looked up once, so that what was checked is what is connected to, and only a few at
/// the same time: each lookup is a thread.
struct NameTable {
    enum Answer {
        /// Asked for: it comes later.
        case pending
        case known(HostLookup.Answer)
        /// The page asks for more names than pages do.
        case tooMany
    }

    private var known: [String: HostLookup.Answer] = [:]
    private var asked: Set<String> = []
    private var waiting: [String] = []
    private var running = 0
    private let limit: Int
    private let mostAtOnce: Int

    init(limit: Int, mostAtOnce: Int = 8) {
        self.limit = limit
        self.mostAtOnce = mostAtOnce
    }

    mutating func ask(_ name: String) -> Answer {
        if let answer = known[name] { return .known(answer) }
        if asked.contains(name) { return .pending }
        guard asked.count < limit else { return .tooMany }
        asked.insert(name)
        waiting.append(name)
        return .pending
    }

    /// The names whose turn it is to be looked up.
    mutating func start() -> [String] {
        let count = min(waiting.count, mostAtOnce - running)
        defer { waiting.removeFirst(count) }
        running += count
        return Array(waiting.prefix(count))
    }

    mutating func learn(_ name: String, _ answer: HostLookup.Answer) {
        running -= 1
        known[name] = answer
    }
}
