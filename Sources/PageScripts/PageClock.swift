/// The time of a page, which is ours to hand out: all of it once the page is there with what it is made of, and some more for what its scripts
/// load then.
///
/// It passes as fast as the scripts can make it pass, so that what one does after three seconds is there at once. It is not handed out in small
/// slices: the browser gives less than it is told to for each. (The browser has a policy of its own that lets time stand still during requests. It
/// loses count when a page goes on to another document, and then no time passes at all.)
///
/// Until some is handed out, time passes for a page as it does for us. From then on it stands still whenever what was handed out has passed, and
/// with it stands whatever a document does, its frames too. So the first document loads by itself, and the time of one that comes after it is not
/// to be spent on loading: such a one gets a moment for each thing that comes for it.
struct PageClock {
    private let whole: Int
    private var left: Int
    /// How often there is some more for what was loaded last: scripts do something with it.
    private var extra = 10
    /// How often something that comes while the document loads gets its moment.
    private var moments = 500
    /// Whether something has come since the last one.
    private var hasProgressed = false
    /// What is being loaded, by the browser's names.
    private var loading: Set<String> = []
    private var hasLoaded = false
    /// Whether any was handed out, to this document or one before.
    private var isOurs = false
    /// Whether some of it is passing.
    private(set) var isRunning = false
    /// Whether the document is not complete yet.
    var isLoadingPage = false

    /// Enough for what waits to be done at once.
    private static let moment = 10

    /// - Parameter milliseconds: For one document.
    init(milliseconds: Int) {
        whole = milliseconds
        left = milliseconds
    }

    /// The page is another document now, with time of its own.
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

    /// Something has come that a document, or a frame in it, has to do something with.
    mutating func progressed() { hasProgressed = true }

    mutating func expired() { isRunning = false }

    /// What is to pass next, in milliseconds; nil while there is something to wait for, and at the end.
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

    /// All that is left, whatever is being loaded; nil when there is none.
    mutating func rest() -> Int? {
        guard left > 0 else { return nil }
        defer { left = 0 }
        isRunning = true
        isOurs = true
        return left
    }

    /// Whether all of it has passed, and nothing is to be waited for.
    var isOver: Bool { left == 0 && !isRunning && !isLoadingPage && loading.isEmpty && (!hasLoaded || extra == 0) }
}
