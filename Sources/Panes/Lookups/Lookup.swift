package import AppLinks
package import Deciding
package import DeviceTools
package import Records

/// A lookup on the network that the user started for a web link. The arrival of a link never starts a lookup.
package struct Lookup: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Fetches the link's page, to find which app the link opens on each kind of device.
        case page
        /// Fetches the association files of the link's site, to find whether the link opens in an app, and if not, why.
        case verdict

        /// The command that shows the answer, and that starts the lookup again.
        package var command: Command { self == .page ? .resolve : .verify }

        /// The maximum number of answers that are kept. A verdict contains its files, which may have megabytes.
        var mostAnswers: Int { self == .page ? 32 : 4 }
    }

    package var kind: Kind
    package var url: LinkURL
    /// The link of the list for which the user started the lookup.
    package var link: RecordID
    /// The number of the lookup, which is unique in the session. With it, a late answer to an earlier lookup is recognized and ignored.
    package var number: Int
    /// Whether the cache is ignored.
    package var isFresh: Bool
    /// Whether the page is read after its scripts have run.
    package var runsScripts = false
    /// What the user allows the lookup.
    package var permissions: Set<FetchPermissions.Place> = []
    /// The question to an Android device, whose answer joins the verdict; nil if no device is asked.
    package var device: VerificationRequest?

    package var command: Command { runsScripts ? .runScripts : kind.command }
}

/// Progress of a lookup, and its end.
package enum LookupNews: Sendable {
    /// The names of the lookup's steps, in order.
    case planned([String])
    case started(String)
    case finished(String)
    /// A step failed. Later steps that do not need its result still run.
    case broke(String)
    case hop(RedirectHop)
    /// An association file has arrived or could not be fetched.
    case file(ServedFile)
    /// The page so far, while its scripts run or hosts have not answered. It is the answer if the lookup is stopped now.
    case pageSoFar(PageAnswer)
    case page(PageAnswer)
    case verdict(VerdictAnswer)
    /// The lookup has failed. `claims` has, for each hop, the apps that claim its link. It is empty if the claims were not looked up.
    case failed(FetchFailure, claims: [LinkClaims?] = [])
    /// The lookup has ended without an answer, although the user did not stop it.
    case stopped
}

/// The progress of a lookup: its steps, and the answers of servers so far.
package struct LookupProgress: Sendable {
    package enum StepState: String, Sendable {
        case waiting, working, done, failed
        /// The lookup was stopped while the step was working.
        case stopped
    }

    package typealias Step = (name: String, state: StepState)

    package private(set) var steps: [Step] = []
    package private(set) var hops: [RedirectHop] = []
    /// The association files in the order in which they arrived.
    package private(set) var files: [ServedFile] = []

    /// The page before its scripts have run or all hosts have answered.
    package private(set) var page: PageAnswer?

    /// Whether a server has answered.
    var hasFound: Bool { !hops.isEmpty || !files.isEmpty }

    /// Marks the working steps as stopped, and removes the steps that have not begun.
    mutating func stop() {
        steps.removeAll { $0.state == .waiting }
        for index in steps.indices where steps[index].state == .working { steps[index].state = .stopped }
    }

    mutating func record(_ news: LookupNews) {
        switch news {
        case .planned(let names): steps = names.map { ($0, .waiting) }
        case .started(let name): set(name, .working)
        case .finished(let name): set(name, .done)
        case .broke(let name): set(name, .failed)
        case .hop(let hop): hops.append(hop)
        case .file(let file): files.append(file)
        case .pageSoFar(let answer): page = answer
        case .page, .verdict, .failed, .stopped: break
        }
    }

    /// Changes the state of the first step that has this name and is not done.
    private mutating func set(_ name: String, _ state: StepState) {
        guard let index = steps.firstIndex(where: { $0.name == name && $0.state != .done }) else { return }
        steps[index].state = state
    }
}

/// An Android device that verdicts ask too. The user has opened a link on it, or has named it in a command.
package struct VerdictDevice: Sendable, Hashable {
    /// The ID or name of the device; nil for the only one that is ready.
    package var id: String?
    /// The package of the app; nil for all apps that declare the host of the link.
    package var app: String?

    package init(id: String?, app: String? = nil) {
        self.id = id
        self.app = app
    }

    package func request(about host: String) -> VerificationRequest { VerificationRequest(host, device: id, app: app) }
}
