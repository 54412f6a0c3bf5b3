import Dispatch
import Tasks
import TestSupport
import Testing

/// The handler can be set only once per process. So these tests share one handler, and each test picks the reports about its own lines.
@Suite struct `Reports` {
    /// All reports in this process, from any test.
    static let all: Recorder<FutureReport> = {
        let recorder = Recorder<FutureReport>()
        FutureReports.start { recorder.note($0) }
        return recorder
    }()

    static func reports(since line: Int, until end: Int = #line) -> [FutureReport] {
        all.entries.filter { $0.place.file == "TasksTests/ReportTests.swift" && (line...end).contains($0.place.line) }
    }

    init() {
        _ = Self.all
    }

    @Test func `task-182 name the place of a failed future whose error nothing read`() {
        let line = #line + 1
        do { _ = Future<Int>(error: Mistake(number: 182)) }
        let report = Self.reports(since: line).first
        #expect(report?.place.line == line)
        #expect(report?.place.function.contains("task-182") == true)
        #expect(report?.future == "Future<Int>")
        guard case .unseenError(let error)? = report?.kind else { return #expect(Bool(false), "\(report as Any)") }
        #expect(error as? Mistake == Mistake(number: 182))
    }

    @Test func `name the place where a failed promise was made`() {
        let line = #line
        do {
            let promise = Promise<Int>()
            promise.set(error: Mistake())
        }
        #expect(Self.reports(since: line).map(\.place.line) == [line + 2])
    }

    @Test func `name the last future of a chain, and only that`() {
        let line = #line
        do {
            let promise = Promise<Int>()
            promise.future
                .continueOnSuccessWith { $0 + 1 }
                .continueOnSuccessWith { $0 + 2 }
            promise.set(error: Mistake())
        }
        #expect(Self.reports(since: line).count == 1)
        #expect(Self.reports(since: line).first?.place.line == line + 5)
    }

    @Test func `do not mention an error that was read`() async {
        let line = #line
        do {
            _ = Future<Int>(error: Mistake()).error
            _ = Future<Int>(error: Mistake()).outcome
            Future<Int>(error: Mistake()).continueWith { _ in }
            Future<Int>(error: Mistake()).continueOnErrorWith { _ in 1 }
            _ = try? await Future<Int>(error: Mistake()).value
            _ = Future.whenAll([Future<Int>(error: Mistake())]).isFaulted
            let source = CancellationTokenSource()
            source.cancel()
            Future<Int>(error: Mistake()).continueOnSuccessWith(token: source.token) { $0 }
            Future<Int>(error: Mistake()).continueOnSuccessWithFuture(token: source.token) { Future($0) }
        }
        #expect(Self.reports(since: line).isEmpty)
    }

    @Test func `do not mention the losers of races, however many there were`() {
        let line = #line
        do {
            let promise = Promise<Int>()
            let future = promise.future
            for _ in 0..<100 { _ = Future.whenAny([future, Future(1)]) }
            promise.set(error: Mistake())
        }
        #expect(Self.reports(since: line).isEmpty)
    }

    @Test func `name the place where futures of different types were combined`() {
        let line = #line
        do {
            _ = Future.whenAllResults(Future<Int>(error: Mistake(number: 76)), Future("a"))
            _ = Future.whenAll(Future<Int>(error: Mistake(number: 76)), Future("a"))
        }
        #expect(Self.reports(since: line).map(\.place.line) == [line + 2, line + 3])
    }

    @Test func `name the place of a delay whose timer is gone`() {
        let line = #line
        do { _ = Future.withDelay(.seconds(1), timer: ManualTimer()) }
        #expect(Self.reports(since: line).map(\.place.line) == [line + 1])
    }

    @Test func `do not mention values and cancellations`() {
        let line = #line
        do {
            _ = Future(1)
            let promise = Promise<Int>()
            promise.cancel()
            Future<Int>.cancelled().continueOnSuccessWith { $0 }
        }
        #expect(Self.reports(since: line).isEmpty)
    }

    @Test func `name the place of a promise that was dropped, once`() {
        let line = #line
        do { _ = Promise<Int>() }
        let reports = Self.reports(since: line)
        #expect(reports.map(\.place.line) == [line + 1])
        guard case .droppedPromise? = reports.first?.kind else { return #expect(Bool(false), "\(reports)") }
    }

    @Test func `put the place into the error of a broken promise`() {
        let line = #line + 1
        let future = Promise<Int>().future
        #expect((future.error as? BrokenPromise)?.place?.line == line)
    }

    @Test func `are one line each`() {
        let place = FuturePlace(file: "App/Upload.swift", line: 12, function: "send(_:)")
        #expect("\(place)" == "App/Upload.swift:12 in send(_:)")
        let line = #line
        do { _ = Future<Int>(error: Mistake(number: 7)) }
        let text = Self.reports(since: line).map(\.description)
        #expect(text.count == 1)
        #expect(text.first?.contains("nobody looked at its error: Mistake(number: 7)") == true)
        #expect(text.first?.contains("\n") == false)
    }

    @Test func `go only to the first handler`() {
        #expect(!FutureReports.start { _ in Issue.record("the second handler") })
        #expect(FutureReports.isOn)
    }

    @Test func `go to standard error by default`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            FutureReports.start()
            _ = Future<Int>(error: Mistake(number: 9))
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("Mistake(number: 9)"))
        #expect(text.contains("TasksTests/ReportTests.swift"))
    }

    @Test func `are not made before they are started`() async {
        await #expect(processExitsWith: .success) {
            _ = Future<Int>(error: Mistake())
            _ = Promise<Int>()
            precondition(!FutureReports.isOn)
            FutureReports.start { _ in preconditionFailure("made before the start") }
        }
    }

    @Test func `do not mention an error because a dispatch group waited, but mention one that a token only watched`() {
        let line = #line
        do {
            let future = Future<Int>(error: Marked(by: "the group that waited"))
            future.continueOnErrorWith { _ in 0 }
            DispatchGroup().add(future)
        }
        #expect(Self.reports(since: line).isEmpty)
        #expect(!Self.all.entries.contains { "\($0)".contains("the group that waited") })
        let next = #line
        do {
            let source = CancellationTokenSource()
            let promise = Promise<Int>()
            promise.cancel(with: source.token)
            promise.set(error: Mistake())
        }
        #expect(Self.reports(since: next).count == 1)
    }

    @Test func `say nothing of a promise that Bolts leaves pending, because its place is not the user's`() {
        do { Promise<Int>.leavingPending().set(error: Marked(by: "leaving pending")) }
        #expect(!Self.all.entries.contains { "\($0)".contains("leaving pending") })
    }

    /// An error that no other test makes. Numbers also occur in the errors of tests that make thousands of futures.
    private struct Marked: Error {
        let by: String
    }
}
