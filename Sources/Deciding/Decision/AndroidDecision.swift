import AppLinks
import Bytes

extension AndroidDevice {
    /// Decides which app opens a link.
    ///
    /// The rules are those of Android's package manager: which filters take the link, then, for web links that several apps take, which of
    /// the apps the user or the site's association file approved, then priorities, saved choices and the chooser.
    package func decide(_ link: String, from opening: AndroidOpening) -> Decision {
        switch opening {
        case .request(let package, let categories):
            let request = AndroidRequest(action: AndroidIntent.view, categories: categories, data: AndroidURI(link))
            var resolver = AndroidResolver(device: self, request: request, package: package)
            let candidates = resolver.candidates()
            return resolver.choice(of: candidates)
        case .chrome(let navigation):
            var chrome = ChromeJudge(device: self, navigation: navigation)
            return chrome.decide(link)
        }
    }
}

/// Finds the apps that take a request, and chooses among them. A copy would take time that decisions do not have.
struct AndroidResolver: ~Copyable {
    /// An activity that takes the request, by the places of the app and of its filter.
    struct Candidate: Hashable {
        var app: Int
        var filter: Int
        var isBrowser: Bool
    }

    let device: AndroidDevice
    var request: AndroidRequest
    var package: String?
    private(set) var steps: [Decision.Step] = []

    private static let firstWithDomains = 23
    /// Android 12, which asks nobody but verified and selected apps.
    private static let firstWithApproval = 31

    mutating func say(_ rule: Decision.Rule, _ candidate: Candidate? = nil, _ subject: String = "") {
        let filter = candidate.map { place($0) }
        steps.append(Decision.Step(rule: rule, subject: filter?.app ?? subject, filter: filter))
    }

    func id(_ candidate: Candidate) -> String { device.apps[candidate.app].id }

    func place(_ candidate: Candidate) -> Decision.FilterPlace {
        Decision.FilterPlace(app: id(candidate), index: candidate.filter)
    }

    // MARK: Candidates

    /// Returns the activities that may open the request: those whose filters take it, without those that domains rule out.
    mutating func candidates() -> [Candidate] {
        // Most decisions have fewer steps, and growing the array takes longer than a step.
        steps.reserveCapacity(8)
        if let package { say(.onlyPackage, nil, package) }
        var all: [Candidate] = []
        for (index, app) in device.apps.enumerated() where package == nil || package == app.id { add(index, app, to: &all) }
        guard package == nil, request.data?.isWeb == true, all.count > 1 else {
            if all.count == 1, package == nil { say(request.data?.isWeb == true ? .onlyHandler : .onlyApp, all[0]) }
            return all
        }
        switch device.version.api {
        case Self.firstWithApproval...: return approved(all)
        case Self.firstWithDomains...: return allowed(all)
        default: return all
        }
    }

    /// Adds the activities of an app, each with its first filter that takes the request.
    private mutating func add(_ index: Int, _ app: AndroidDevice.App, to all: inout [Candidate]) {
        guard app.isEnabled else { return say(.disabled, nil, app.id) }
        let first = all.count
        var nearest: (miss: FilterMiss, filter: Int)?
        for (place, declared) in app.filters.enumerated() {
            if all[first...].contains(where: { app.filters[$0.filter].activity == declared.activity }) { continue }
            guard let miss = declared.filter.miss(request, api: device.version.api, needsDefault: true) else {
                all.append(Candidate(app: index, filter: place, isBrowser: declared.filter.isForBrowsers))
                say(.filterMatches, all.last)
                continue
            }
            if nearest.map({ $0.miss.nearness < miss.nearness }) ?? true { nearest = (miss, place) }
        }
        if all.count == first, let nearest, nearest.miss.nearness > 0 {
            var step = Decision.Step(rule: .filterMisses, subject: app.id)
            step.filter = Decision.FilterPlace(app: step.subject, index: nearest.filter)
            step.miss = nearest.miss
            steps.append(step)
        }
    }

    // MARK: Domains

    /// The default browser if it is a candidate, otherwise all browsers.
    private func browsers(_ all: [Candidate]) -> [Candidate] {
        let browsers = all.filter(\.isBrowser)
        let favourite = browsers.filter { id($0) == device.defaultBrowser }
        return favourite.isEmpty ? browsers : favourite
    }

    /// Android 12 and later: only the apps that are approved for the host; without one, only browsers.
    private mutating func approved(_ all: [Candidate]) -> [Candidate] {
        let apps = all.filter { !$0.isBrowser }
        guard !apps.isEmpty else { return browsers(all) }
        guard let host = request.domain else {
            say(.noDomainRequest)
            return apps + browsers(all)
        }
        let levels = apps.map { level(of: $0, host) }
        let highest = levels.max() ?? 0
        guard highest > 0 else {
            say(.browsersOnly)
            let browsers = browsers(all)
            return browsers.isEmpty ? all : browsers
        }
        let best = zip(apps, levels).filter { $1 == highest }.map(\.0)
        guard highest > Self.askLevel, best.count > 1 else { return best }
        let newest = best.map { device.apps[$0.app].installedAt }.max()
        guard let last = best.last(where: { device.apps[$0.app].installedAt == newest }) else { return best }
        say(.lastInstalled, last)
        return [last]
    }

    private static let askLevel = 1

    /// How much an app is approved for a host: 0 not at all, 4 because the site names it.
    private mutating func level(of candidate: Candidate, _ host: String) -> Int {
        let app = device.apps[candidate.app]
        guard app.linksAllowed else {
            say(.linksNotAllowed, candidate)
            return 0
        }
        if let legacy = app.legacy, (app.targetSDK ?? Self.firstWithApproval) < Self.firstWithApproval {
            say(legacy == .never ? .never : .legacySetting, candidate)
            return legacy == .never ? 0 : legacy == .always ? 2 : Self.askLevel
        }
        switch app.state(of: host) {
        case .verified, .assumed:
            say(app.state(of: host) == .assumed ? .assumed : .verified, candidate)
            return 4
        case .selected:
            say(.selected, candidate)
            return 3
        case .none:
            say(.notVerified, candidate)
            return 0
        }
    }

    /// Android 6 to 11: the apps that always open their links; without one, those that ask, and browsers.
    private mutating func allowed(_ all: [Candidate]) -> [Candidate] {
        var (always, asking, late, never): ([Candidate], [Candidate], [Candidate], Set<Candidate>) = ([], [], [], [])
        for candidate in all where !candidate.isBrowser {
            switch device.apps[candidate.app].legacy {
            case .always:
                say(.always, candidate)
                always.append(candidate)
            case .never:
                say(.never, candidate)
                never.insert(candidate)
            case .alwaysAsk: late.append(candidate)
            case .ask, nil:
                let isVerified = device.apps[candidate.app].legacy == nil && device.apps[candidate.app].isVerifiedWholly
                let isAssumed = device.apps[candidate.app].domains.values.contains(.assumed)
                say(!isVerified ? .asks : isAssumed ? .assumedAll : .verifiedAll, candidate)
                if isVerified { always.append(candidate) } else { asking.append(candidate) }
            }
        }
        if let newest = always.map({ device.apps[$0.app].installedAt }).max(), always.count > 1 {
            always = always.filter { device.apps[$0.app].installedAt == newest }
        }
        if !always.isEmpty { return always }
        let rest = asking + late + browsers(all)
        return rest.isEmpty ? all.filter { !never.contains($0) } : rest
    }

    // MARK: The choice

    /// Returns what happens with these candidates: none, the only one, the one with the highest priority, the saved one, or a question.
    mutating func choice(of candidates: [Candidate]) -> Decision {
        let highest = candidates.map { priority($0) }.max()
        let first = candidates.filter { priority($0) == highest }
        if first.count == 1, candidates.count > 1 { say(.priority, first[0]) }
        let saved = first.count > 1 ? request.data?.scheme.flatMap { device.preferred[$0] } : nil
        let chosen = first.count == 1 ? first.first : first.first { id($0) == saved }
        if first.count > 1, let chosen { say(.savedChoice, chosen) }
        guard let chosen else {
            say(first.isEmpty ? .noHandler : .chooser)
            return Decision(outcome: first.isEmpty ? .nothing : .chooser(ids(of: first)), steps: steps)
        }
        return Decision(outcome: outcome(of: chosen), filter: place(chosen), steps: steps)
    }

    func ids(of candidates: [Candidate]) -> [String] { Set(candidates.map { id($0) }).sorted() }

    private func priority(_ candidate: Candidate) -> Int {
        let declared = device.apps[candidate.app].filters[candidate.filter].filter.priority
        return device.apps[candidate.app].isSystem ? declared : min(declared, 0)
    }

    private func outcome(of candidate: Candidate) -> Decision.Outcome {
        let app = device.apps[candidate.app]
        if app.isStore { return .store(package: request.data?.parameter("id")) }
        if candidate.isBrowser { return .browser(app.id) }
        guard app.isSystem else { return .app([app.id]) }
        return .system(handler: SystemScheme.handler(of: request.data?.scheme ?? ""), app: app.id)
    }
}
