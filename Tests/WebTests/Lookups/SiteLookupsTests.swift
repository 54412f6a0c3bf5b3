import AppLinks
import Deciding
import HTTPTransport
import Tasks
import TestSupport
import Testing
import Web

@Suite("Looking up the association files of sites", .waits, .timeLimit(.minutes(30)))
struct SiteLookupsTests {
    @Test("the steps are planned, and each ends; a verdict answers each question")
    func steps() async throws {
        let told = Locked<(planned: [LookupStep], finished: [LookupStep])>(([], []))
        let fetcher = DeafFetcher { request, _ in .html("[]", at: request.url, hops: []) }
        let site = try #require(WebSite("https://page.test"))
        let lookup = SiteLookups(fetcher: fetcher, rules: LookupRules()).start(site, on: [.android], questions: [Verdict.Question()]) {
            event in
            told.withLock { told in
                switch event {
                case .planned(let steps): told.planned = steps
                case .finished(let step): told.finished.append(step)
                default: break
                }
            }
        }
        let found = try await lookup.found.value
        #expect(told.withLock { $0.planned } == [.assetLinks, .includes, .verdict] && told.withLock { $0.planned == $0.finished })
        #expect(try found.verdicts.get().count == 1 && found.files.map(\.kind) == [.assetLinks] && found.ending == .finished)
    }
}
