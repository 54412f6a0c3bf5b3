/// Hands out virtual time to a page: all of it when the page is complete, and some more for what its scripts load after that.
///
/// Virtual time passes as fast as the scripts run, so a timer of three seconds fires at once. It is not handed out in small slices, because
/// the browser lets less time pass than each command says. (The browser also has a policy that stops time during requests. But it miscounts
/// them when the page navigates to another document, and then no time passes at all.)
///
/// Until virtual time is first handed out, real time passes for the page. From then on, time stands still whenever the handed-out time has
/// passed, and then documents and frames stop loading too. So the first document loads in real time. A later document gets a moment, a
/// short slice of time, for each part of it that arrives, because its script time is not meant for loading.
struct PageClock {
    private let whole: Int
    private var left: Int
    /// How many more times the page may get time after a script has loaded something.
    private var extra = 10
    /// How many more moments the document may get while it loads.
    private var moments = 500
    /// Whether a part of a document or frame has arrived since the last moment.
    private var hasProgressed = false
    /// The IDs of the requests in progress.
    private var loading: Set<String> = []
    private var hasLoaded = false
    /// Whether virtual time was handed out, to this document or an earlier one.
    private var isOurs = false
    /// Whether time has been handed out and has not passed yet.
    private(set) var isRunning = false
    /// Whether the document is not complete yet.
    var isLoadingPage = false

    /// The length of a moment in milliseconds. It is enough for tasks that are ready to run.
    private static let moment = 10

    /// - Parameter milliseconds: The time for one document.
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

    /// Returns all remaining time, even while something is loading; nil if there is none.
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
