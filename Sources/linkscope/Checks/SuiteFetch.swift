import AppLinks
import Checks
import Deciding
import HTTPTransport
import Reports
import Store
import Tasks
import Web

/// Fetches the pages and the association files that suites have no files for, as `linkscope resolve` and `linkscope verify` do.
struct SuiteFetch {
    private let pages: PageLookups
    private let sites: SiteLookups
    private let progress: ProgressLine

    /// The maximum number of lookups that run at once. The fetcher runs fewer transfers at once.
    private static let most = 64

    init(_ options: FetchOptions, _ environment: [String: String], progress: ProgressLine) {
        let (fetcher, rules) = (Fetcher(settings: options.settings(environment)), options.rules(asksForClaims: false))
        pages = PageLookups(fetcher: fetcher, rules: rules)
        sites = SiteLookups(fetcher: fetcher, rules: rules)
        self.progress = progress
    }

    /// Adds what the chosen links need to the fixtures of their suites. What cannot be fetched is a failure of the loader.
    func fetch(for loader: inout SuiteLoader, _ choice: LinkChoice) async {
        guard loader.failures.isEmpty, loader.mistakes.isEmpty else { return }
        for index in loader.loaded.indices {
            let suite = loader.loaded[index].suite
            let needs = SuiteNeeds(of: suite.links.filter(choice.includes), in: suite, on: loader.loaded[index].fixtures.device)
            if needs.isEmpty { continue }
            var fixtures = loader.loaded[index].fixtures
            var problems: [YAMLProblem] = []
            for start in stride(from: 0, to: needs.pages.count, by: Self.most) {
                let part = needs.pages[start...].prefix(Self.most)
                progress.show("fetching \(needs.pages.count) pages")
                let lookups = part.map { pages.start($0.url) }
                for (page, lookup) in zip(part, lookups) { await add(page, lookup, to: &fixtures, &problems) }
            }
            for start in stride(from: 0, to: needs.sites.count, by: Self.most) {
                let part = needs.sites[start...].prefix(Self.most)
                progress.show("fetching the association files of \(needs.sites.count) sites")
                let lookups = part.map { sites.start($0.site, on: $0.platforms, questions: [Verdict.Question(platforms: $0.platforms)]) }
                for (site, lookup) in zip(part, lookups) { await add(site, lookup, to: &fixtures, &problems) }
            }
            progress.clear()
            loader.complete(index, with: fixtures, problems)
        }
    }

    private func add(
        _ page: SuiteNeeds.Page, _ lookup: RunningLookup<FoundPage>, to fixtures: inout SuiteFixtures, _ problems: inout [YAMLProblem]
    ) async {
        switch (try? await lookup.found.value)?.page {
        case .success(let resolution)?: fixtures.pages[page.url] = .init(path: page.url.text, resolution)
        case .failure(let failure)?: problems.append(YAMLProblem(page.place, "\(page.url.text): \(failure)"))
        case nil: problems.append(YAMLProblem(page.place, "\(page.url.text): could not be fetched"))
        }
    }

    private func add(
        _ site: SuiteNeeds.Site, _ lookup: RunningLookup<FoundVerdicts>, to fixtures: inout SuiteFixtures,
        _ problems: inout [YAMLProblem]
    ) async {
        let verdict: Verdict
        switch (try? await lookup.found.value)?.verdicts {
        case .success(let verdicts)? where !verdicts.isEmpty: verdict = verdicts[0]
        case .failure(let failure)?: return problems.append(YAMLProblem(site.place, "\(site.site): \(failure)"))
        default: return problems.append(YAMLProblem(site.place, "\(site.site): could not be fetched"))
        }
        if verdict.isUnknown {
            let reason = verdict.files.all.lazy.compactMap(\.problem).first.map { ": \($0)" } ?? ""
            return problems.append(YAMLProblem(site.place, "\(site.site): no server could be reached\(reason)"))
        }
        fixtures.add(verdict)
    }
}
