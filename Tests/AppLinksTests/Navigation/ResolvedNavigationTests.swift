import AppLinks
import Synchronization
import Tasks
import Testing

/// Tests navigation that starts with a URL and gets its link from a resolver.
@Suite struct ResolvedNavigationTests {
    private struct Table: AppLinkResolving {
        var answer: Future<AppLink>

        func appLink(for url: LinkURL) -> Future<AppLink> { answer }
    }

    private struct Unreachable: Error {}

    private let page: LinkURL
    private let link: AppLink

    init() throws {
        page = try #require(LinkURL("http://www.example.com/p"))
        link = AppLink(sourceURL: page, targets: [AppLinkTarget(url: LinkURL("a://"), appStoreID: nil, appName: nil)], webURL: nil)
    }

    private func navigate(_ answer: Future<AppLink>, opens: Set<String>) -> (Future<NavigationOutcome>, MeasurementRecorder) {
        let (center, recorder) = MeasurementRecorder.make()
        let future = AppLinkNavigation.navigate(
            to: page, resolver: Table(answer: answer), opener: Schemes(opens: opens), posting: center, on: .immediate)
        return (future, recorder)
    }

    @Test func whatIsFoundIsOpened() {
        let (future, recorder) = navigate(Future(link), opens: ["a"])
        #expect(future.result?.type == .app)
        #expect(recorder.all.map(\.name) == [.navigateOut])
    }

    @Test func nothingToOpenIsASuccessOfTypeFailure() {
        let (future, recorder) = navigate(Future(link), opens: [])
        #expect(future.result?.type == .failure)
        #expect(future.result?.error == nil)
        #expect(recorder.all.map(\.name) == [.navigateOut])
    }

    @Test func theResolversErrorGoesThrough() {
        let (future, recorder) = navigate(Future(error: Unreachable()), opens: ["a"])
        #expect(future.error is Unreachable)
        #expect(recorder.all.isEmpty)
    }

    @Test func cancellationGoesThrough() {
        let (future, recorder) = navigate(Future.cancelled(), opens: ["a"])
        #expect(future.isCancelled)
        #expect(recorder.all.isEmpty)
    }

    @Test func nothingHappensBeforeTheResolverAnswers() {
        let promise = Promise<AppLink>()
        let (future, recorder) = navigate(promise.future, opens: ["a"])
        #expect(!future.isCompleted)
        #expect(recorder.all.isEmpty)
        promise.set(link)
        #expect(future.result?.type == .app)
        #expect(recorder.all.count == 1)
    }

    @Test func theNavigationRunsWhereItIsToldTo() async throws {
        let jobs = Mutex(0)
        let executor = FutureExecutor.custom { job in
            jobs.withLock { $0 += 1 }
            job()
        }
        let future = AppLinkNavigation.navigate(
            to: page, resolver: Table(answer: Future(link)), opener: Schemes(opens: ["a"]), posting: MeasurementCenter(), on: executor)
        #expect(try await future.value.type == .app)
        #expect(jobs.withLock { $0 } == 1)
    }

    @Test func thePreferenceGoesFromNamedToBuiltIn() {
        var preference = ResolverPreference()
        #expect(preference.resolver() is DirectAppLinkResolver)
        preference.preferred = Table(answer: Future(link))
        #expect(preference.resolver() is Table)
        #expect(preference.resolver(naming: DirectAppLinkResolver()) is DirectAppLinkResolver)
        preference.preferred = nil
        #expect(preference.resolver() is DirectAppLinkResolver)
    }

    @Test func theBuiltInResolverTakesEveryURLForItself() {
        let future = DirectAppLinkResolver().appLink(for: page)
        #expect(future.result?.webURL == page)
        #expect(future.result?.targets.isEmpty == true)
    }
}
