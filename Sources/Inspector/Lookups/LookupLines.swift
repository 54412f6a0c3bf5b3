import AppLinks
import Associations
import Pages
import Screen

/// The rows of an lookup that goes on, or that came to nothing.
struct LookupLines {
    let url: LinkURL
    let mask: SecretMask

    func lines(of progress: LookupProgress) -> [DetailLine] {
        progress.steps.map(line) + [.blank, link] + hops(progress.hops) + files(progress.files)
    }

    /// The rows of a lookup that was stopped: what it had found until then.
    ///
    /// - Parameters:
    ///   - time: When it was stopped, as a clock says it.
    ///   - key: Asks again.
    func lines(ofStopped progress: LookupProgress, at time: String, key: String) -> [DetailLine] {
        let words = "at \(time); this was found so far. \(key) starts again"
        return [DetailLine("stopped", words, labelRole: .warning, valueRole: .text).overflowing(.words)] + lines(of: progress)
    }

    /// - Parameters:
    ///   - claims: For each hop who claims its link; empty where nobody was asked.
    ///   - key: Asks again.
    func lines(of failure: FetchFailure, claims: [LinkClaims?] = [], key: String) -> [DetailLine] {
        let message = DetailLine("! error", mask.said(failure.problem.description), labelRole: .error, valueRole: .text)
        let advice = DetailLine("next", "\(key) tries again; i edits a copy of the link.", valueRole: .dim)
        return [message.overflowing(.words), advice.overflowing(.words), link] + hops(failure.hops, claims)
    }

    private var link: DetailLine { DetailLine("link", mask.beginning(of: url.text, columns: 400)).overflowing(.rows(2)) }

    private func line(_ step: LookupProgress.Step) -> DetailLine {
        let role: Role =
            switch step.state {
            case .waiting: .dim
            case .working: .accent
            case .done: .ok
            case .failed: .error
            case .stopped: .warning
            }
        return DetailLine(step.state.rawValue, step.name, labelRole: role, valueRole: step.state == .waiting ? .dim : .text)
    }

    private func files(_ files: [ServedFile]) -> [DetailLine] {
        files.isEmpty ? [] : [.blank, .heading("Files")] + files.flatMap { FileLines(file: $0, mask: mask).lines() }
    }

    private func hops(_ hops: [RedirectHop], _ claims: [LinkClaims?] = []) -> [DetailLine] {
        hops.isEmpty ? [] : [.blank, .heading("Hops (\(hops.count))")] + HopLines(hops: hops, claims: claims, mask: mask).lines()
    }
}

/// The rows of the requests that were made: what was asked, who answered how, and where it sent us.
struct HopLines {
    let hops: [RedirectHop]
    /// Who claims the link of each; empty where nobody was asked.
    var claims: [LinkClaims?] = []
    let mask: SecretMask

    func lines() -> [DetailLine] { hops.enumerated().flatMap { lines(of: $1, number: $0 + 1) } }

    private func lines(of hop: RedirectHop, number: Int) -> [DetailLine] {
        let status = hop.status.map(String.init) ?? "---"
        let role: Role = hop.status.map { $0 >= 400 ? .warning : $0 >= 300 ? .accent : .ok } ?? .error
        let url = mask.beginning(of: hop.url.text, columns: 400)
        var lines = [DetailLine("\(number)  \(status)", url, labelRole: role).overflowing(.rows(2))]
        lines.append(DetailLine("", Self.facts(of: hop), valueRole: .dim).overflowing(.words))
        lines += claimLines(ofHop: number - 1)
        if let location = hop.location {
            lines.append(DetailLine("", "-> \(mask.beginning(of: location, columns: 400))", valueRole: .accent).overflowing(.rows(2)))
        }
        return lines
    }

    /// Whether the apps of its host would have claimed the link there, on a device that has them.
    private func claimLines(ofHop index: Int) -> [DetailLine] {
        guard claims.indices.contains(index), let claims = claims[index] else { return [] }
        let isFromSameHost = index > 0 && hops[index - 1].url.host?.lowercased() == hops[index].url.host?.lowercased()
        return [(AppPlatform.ios, claims.ios), (.android, claims.android)].map { platform, claim in
            var words = "\(platform.name): \(mask.said(claim.words))"
            if platform == .ios, claim.isClaimed == true, isFromSameHost {
                words += "; but Safari does not open the app, because the previous hop had the same host"
            }
            return DetailLine("", words, valueRole: claim.isClaimed == true ? .ok : .dim).overflowing(.words)
        }
    }

    static func facts(of hop: RedirectHop) -> String {
        var facts: [String] = []
        if let age = hop.age { facts.append("from the cache, \(age) s old") }
        if hop.isUnchanged { facts.append("unchanged (304)") }
        if let address = hop.remoteAddress { facts.append(address) }
        if let tls = hop.tls { facts.append(([tls.version] + [tls.cipher].compactMap(\.self)).joined(separator: " ")) }
        if hop.age == nil { facts.append(text(milliseconds: hop.milliseconds)) }
        return facts.joined(separator: ", ")
    }

    /// `12.3 ms`, whatever the number.
    static func text(milliseconds: Double) -> String {
        guard milliseconds.isFinite, milliseconds >= 0, milliseconds < 1e12 else { return "0 ms" }
        let tenths = Int((milliseconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}

extension SecretMask {
    /// A sentence that may quote what servers said: masked, and no longer than anybody reads.
    func said(_ sentence: String) -> String {
        let masked = words(beginning(of: sentence, columns: 400))
        return masked.count > 1_200 ? masked.prefix(1_200) + "..." : masked
    }
}
