/// The virtual time of a page, which we hand out: all of it once the page is complete, and some more for what its scripts load after that.
///
/// Handed-out time passes as fast as the scripts run, so a timer of three seconds fires at once. It is not handed out in small slices, because
/// the browser lets less time pass than each command says. (The browser has a policy of its own that stops time during requests. It loses count
/// when the page goes to another document, and then no time passes at all.)
///
/// Until time is handed out, it passes for the page as it does for us. From then on it stops whenever the handed-out time has passed, and then
/// documents and frames stop loading too. So the first document loads by itself; a later one gets a moment for each thing that arrives for it,
/// because its own time is not meant for loading.
struct PageClock {
    private let whole: Int
    private var left: Int
    /// How often the page gets more time after a script has loaded something.
    private var extra = 10
    /// How often something that arrives while the document loads gets a moment.
    private var moments = 500
    /// Whether something has arrived since the last moment.
    private var hasProgressed = false
    /// The requests in progress, by the browser's names.
    private var loading: Set<String> = []
    private var hasLoaded = false
    /// Whether time was handed out, to this document or an earlier one.
    private var isOurs = false
    /// Whether handed-out time is passing.
    private(set) var isRunning = false
    /// Whether the document is not complete yet.
    var isLoadingPage = false

    /// The milliseconds of a moment: enough for tasks that wait to run at once.
    private static let moment = 10

    /// - Parameter milliseconds: The time for one document.
    init(milliseconds: Int) {
        whole = milliseconds
        left = milliseconds
    }

    /// Starts anew for another document.
    mutating func begin() {
        var clock = PageClock(milliseconds: whole)
        clock.isOurs = isOurs
        clock.isLoadingPage = isLoadingPage
        self = clock
    }

    mutating func started(_ request: String) {
        loading.insert(request)
        hasLoaded = true
    }

    mutating func finished(_ request: String) { loading.remove(request) }

    /// Records that something has arrived for a document or a frame in it.
    mutating func progressed() { hasProgressed = true }

    mutating func expired() { isRunning = false }

    /// Returns the time to hand out next, in milliseconds; nil while the page waits for something, and at the end.
    mutating func next() -> Int? {
        guard !isRunning else { return nil }
        if isLoadingPage {
            guard isOurs, hasProgressed, moments > 0 else { return nil }
            moments -= 1
            hasProgressed = false
            isRunning = true
            return Self.moment
        }
        guard loading.isEmpty else { return nil }
        let time: Int
        if left > 0 {
            time = left
        } else if hasLoaded, extra > 0 {
            extra -= 1
            time = whole * 2 / 5
        } else {
            return nil
        }
        left = 0
        hasLoaded = false
        isRunning = true
        isOurs = true
        return time
    }

    /// Returns all time that is left, whatever is loading; nil if there is none.
    mutating func rest() -> Int? {
        guard left > 0 else { return nil }
        defer { left = 0 }
        isRunning = true
        isOurs = true
        return left
    }

    /// Whether all time has passed and the page waits for nothing.
    var isOver: Bool { left == 0 && !isRunning && !isLoadingPage && loading.isEmpty && (!hasLoaded || extra == 0) }
}
