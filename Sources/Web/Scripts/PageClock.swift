/// Hands out virtual time to a page. The page gets all of its time when it is complete, and more time for what its scripts load after that.
///
/// Virtual time passes as fast as the scripts run, so a timer of three seconds fires at once. The time is not handed out in small slices,
/// because the browser lets less time pass than each command says. The browser also has a policy that stops time during requests. But with
/// that policy, the browser miscounts the requests when the page navigates to another document, and then no time passes at all.
///
/// Before virtual time is first handed out, real time passes for the page. After that, time stands still whenever the handed-out time has
/// passed. While time stands still, documents and frames do not load. Therefore the first document loads in real time. A later document
/// gets a moment (a short slice of time) for each part of it that arrives, so that loading does not use up its script time.
struct PageClock {
    private let whole: Int
    private var left: Int
    /// The number of times that the page may still get time because a script has loaded something.
    private var extra = 10
    /// The number of moments that the document may still get while it loads.
    private var moments = 500
    /// Whether a part of a document or frame has arrived since the last moment.
    private var hasProgressed = false
    /// The IDs of the requests in progress.
    private var loading: Set<String> = []
    private var hasLoaded = false
    /// Whether virtual time was handed out to this document or to an earlier document.
    private var isOurs = false
    /// Whether time was handed out and has not passed yet.
    private(set) var isRunning = false
    /// Whether the document is still incomplete.
    var isLoadingPage = false

    /// The length of a moment in milliseconds. A moment is long enough for the tasks that are ready to run.
    private static let moment = 10

    /// - Parameter milliseconds: The script time of one document.
    init(milliseconds: Int) {
        whole = milliseconds
        left = milliseconds
    }

    /// Resets the clock for another document.
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

    /// Records that a part of a document, or of a frame in it, has arrived.
    mutating func progressed() { hasProgressed = true }

    mutating func expired() { isRunning = false }

    /// Returns the time to hand out next, in milliseconds. Returns nil while the page waits for something, and when no time is left.
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

    /// Returns all time that is left, even while something is loading. Returns nil if no time is left.
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
