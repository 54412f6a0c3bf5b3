import AppLinks
import Panes
import Screen

/// The question whether lookups may connect to an address outside the public Internet, or to a server whose certificate is not trusted.
///
/// A lookup can end when the user is about to press a key of the panes. So the window ignores the keys of its first moment.
struct AllowingWindow: Overlay {
    private static let firstMoment: Int64 = 500

    let isQuestion = true

    let lookup: Lookup
    let problem: FetchProblem
    let place: FetchPermissions.Place
    let openedAt: Int64

    func hints(_ state: State) -> [(keys: String, word: String)] { [("y", "allow"), ("Esc", "refuse")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard state.notices.now - openedAt >= Self.firstMoment else { return .stay() }
        guard key == "y" else { return .close() }
        return .close { [self] state in
            state.lookups.allow(place, for: lookup.url)
            return state.startLookup(
                lookup.kind, lookup.url, of: lookup.link, isFresh: lookup.isFresh, runsScripts: lookup.runsScripts)
        }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let columns = min(canvas.place.columns, 76)
        let lines = sentences.map { canvas.glyphs.sanitizer.text(canvas.mask.text($0)).wrappedAtBlanks(width: columns) }
        let isPrivate = place.subject != .badCertificate
        let title: SafeText = isPrivate ? "Connect to a private address?" : "Connect without a trusted certificate?"
        let area = canvas.window(title, columns: columns, rows: lines.joined().count)
        for (row, line) in lines.joined().prefix(area.rows).enumerated() { canvas.put(StyledText(line), in: area.row(row)) }
    }

    fileprivate var sentences: [String] {
        let host = lookup.url.host ?? ""
        let redirection = host.lowercased() == place.host ? "" : ", and \(host) redirects there"
        let fact =
            switch problem {
            case .refusedAddress(let refused, let address, let kind):
                "\(refused == address ? address : "\(refused) is at \(address), which") is \(kind.words) address\(redirection). Through such an "
                    + "address, a link could reach your computer or your network."
            default:
                "\(problem.fact.dropLast())\(redirection). Without a trusted certificate, anyone on the way can read and change what is sent."
            }
        return [fact, "Allow it for links to \(host), until linkscope quits?"]
    }
}

extension State {
    /// Asks for the permission without which the lookup in view has just failed.
    mutating func askForAccess(now: Int64) {
        guard overlay == nil, let (lookup, problem, place) = lookups.refusal, shows(lookup) else { return }
        overlay = AllowingWindow(lookup: lookup, problem: problem, place: place, openedAt: now)
    }

    package var permissionQuestion: [String] { (overlay as? AllowingWindow)?.sentences ?? [] }
}
