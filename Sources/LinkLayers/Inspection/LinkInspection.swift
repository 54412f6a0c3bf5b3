package import AppLinks
import Bytes
import Secrets

/// A link with everything that linkscope finds in it: meaning, findings, layers and secrets.
package struct LinkInspection: Sendable {
    /// The link as received, byte for byte, without surrounding whitespace.
    package let bytes: [UInt8]
    /// The parsed link. Nil if the text is not a URL.
    package let link: IncomingLink?
    /// The findings, errors first.
    package let findings: [Finding]
    /// The layers that were peeled off the link.
    package let layers: [Layer]
    /// The byte ranges of secrets. Empty if the text is not a URL.
    package let secrets: [Range<Int>]
    /// The app that sent the link, if the record names the app.
    package let sourceApplication: String?

    package init(
        _ bytes: [UInt8],
        sourceApplication: String? = nil,
        entry: IncomingLink.Entry? = nil,
        isCut: Bool = false
    ) {
        let trimmed = Self.trimmed(bytes)
        self.bytes = trimmed
        self.sourceApplication = sourceApplication
        var findings: [Finding] = []
        if isCut {
            let end = trimmed.count..<trimmed.count
            findings.append(Finding(.cut, "The link is longer than 1 MiB: only the beginning was read.", range: end))
        }

        guard let text = String(validating: trimmed, as: UTF8.self) else {
            let place = Self.firstInvalidByte(in: trimmed)
            let message = "Byte \(place + 1) is not UTF-8, so nothing can open the link. Check how it was copied."
            findings.append(Finding(.invalidUTF8, message, range: place..<place + 1))
            link = nil
            layers = []
            secrets = []
            self.findings = findings
            return
        }
        guard let url = LinkURL(text) else {
            findings.append(Self.refusal(of: text))
            link = nil
            layers = []
            secrets = []
            self.findings = findings + Self.hidden(in: text)
            return
        }
        var oddities = LinkOddities()
        let link = IncomingLink(url, entry: entry ?? .inbound(sourceApplication: sourceApplication), observer: &oddities)
        findings += Self.findings(oddities.all) + Self.structure(of: link) + Self.duplicates(in: link)
        findings += Self.hidden(in: text) + Self.hidden(in: link, trimmed)
        secrets = Secrets.ranges(in: trimmed)
        if let finding = Self.finding(secrets: secrets) { findings.append(finding) }
        var peeled = FindingList()
        var peeler = LayerPeeler(trimmed)
        peeler.peel(ReadLink(link), &peeled)
        self.link = link
        layers = peeler.layers
        let all = Self.listed(findings + peeled.all)
        // Truncated links are not repaired.
        self.findings = isCut ? all : LinkRepairs(link: link, bytes: trimmed).repaired(all)
    }

    /// Returns whether these bytes of the link are part of a secret.
    package func isSecret(_ range: Range<Int>) -> Bool {
        // The secrets are sorted and do not overlap, so only the last secret that starts at or before `range` can contain it.
        var (low, high) = (0, secrets.count)
        while low < high {
            let middle = (low + high) / 2
            if secrets[middle].lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low > 0 && range.upperBound <= secrets[low - 1].upperBound
    }

    /// The layers together with the link that they were peeled off.
    package var peeled: PeeledLink { PeeledLink(input: bytes, layers: layers) }

    /// The maximum number of findings in a list, which is more than anyone reads. A link of one megabyte can have a quarter of a million
    /// findings.
    private static let mostFindings = 100

    /// Removes duplicates and sorts the findings, most severe first. If there are too many, a note at the end says how many are left out.
    static func listed(_ findings: [Finding]) -> [Finding] {
        let once = toldOnce(findings)
        // Most links have two or three findings, all of them notes, so there is nothing to sort.
        let isSorted = !zip(once, once.dropFirst()).contains { $0.severity < $1.severity }
        if isSorted, once.count <= mostFindings { return once }
        let sorted = once.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map(\.element)
        guard sorted.count > mostFindings else { return sorted }
        let message = "\(sorted.count - mostFindings) more findings of the same or lower severity are not listed."
        return sorted.prefix(mostFindings) + [Finding(.moreFindings, message)]
    }

    /// Removes duplicates. Two checks may find the same problem at the same bytes, for example a `+` in data and in a link inside the data.
    private static func toldOnce(_ findings: [Finding]) -> [Finding] {
        guard findings.count > few || hasRepetition(findings) else { return findings }
        var told: Set<Place> = []
        return findings.filter { finding in
            guard let range = finding.range else { return true }
            guard told.insert(Place(code: finding.code, range: range)).inserted else { return false }
            guard finding.code == .plusForBlank else { return true }
            for edit in finding.repair?.edits ?? [] { told.insert(Place(code: finding.code, range: edit.range)) }
            return true
        }
    }

    private static let few = 16

    /// Returns whether two findings may report the same problem. Nearly all links have only a few findings of different kinds.
    private static func hasRepetition(_ findings: [Finding]) -> Bool {
        for index in findings.indices {
            for other in findings[..<index] where other.code == findings[index].code {
                if other.range == findings[index].range || other.code == .plusForBlank { return true }
            }
        }
        return false
    }

    private struct Place: Hashable {
        var code: FindingCode
        var range: Range<Int>
    }

    /// The highest severity of the findings.
    package var severity: Finding.Severity? { findings.map(\.severity).max() }

    private static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let trimmed = bytes.trimmed
        return trimmed.count == bytes.count ? bytes : Array(trimmed)
    }

    private static func firstInvalidByte(in bytes: [UInt8]) -> Int {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return 0
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
