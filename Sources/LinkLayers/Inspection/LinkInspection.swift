package import AppLinks
import Bytes
import Secrets

/// A link with everything that linkscope finds in it: meaning, findings, layers and secrets.
package struct LinkInspection: Sendable {
    /// The link as received, byte for byte, without surrounding whitespace.
    package let bytes: [UInt8]
    /// The reading of the link. Nil if the text is not a URL.
    package private(set) var reading: LinkReading?
    /// The findings, errors first.
    package let findings: [Finding]
    /// The layers that were peeled off the link.
    package let layers: [Layer]
    /// The byte ranges of secrets. Empty if the text is not a URL.
    package let secrets: [Range<Int>]
    /// Whether all names in the link can be compared as written, even after repeated decoding. See ``Secrets/isHarmless(_:)``.
    package let isHarmless: Bool
    /// The app that sent the link, if the record names the app.
    package let sourceApplication: String?
    /// How the link arrived.
    package let entry: IncomingLink.Entry

    /// Inspects a link.
    package init(
        _ bytes: [UInt8],
        sourceApplication: String? = nil,
        entry: IncomingLink.Entry? = nil,
        isCut: Bool = false
    ) {
        var memory = LinkReading()
        self.init(bytes.span, sourceApplication: sourceApplication, entry: entry, isCut: isCut, into: &memory)
    }

    /// Inspects a link. The reading takes over the memory of an earlier reading, which is empty afterwards.
    package init(
        _ line: Span<UInt8>, sourceApplication: String? = nil, entry: IncomingLink.Entry? = nil, isCut: Bool = false,
        into memory: inout LinkReading
    ) {
        var reading = LinkReading()
        swap(&reading, &memory)
        let isURL = reading.read(line.extracting(line.trimmed))
        bytes = reading.text
        self.sourceApplication = sourceApplication
        self.entry = entry ?? .inbound(sourceApplication: sourceApplication)
        var found = FindingList()
        if isCut {
            found.found(Finding(.cut, "The link is longer than 1 MiB: only the beginning was read.", range: bytes.count..<bytes.count))
        }
        guard isURL else {
            found.found(Self.refusal(of: bytes))
            (self.reading, layers, secrets, isHarmless) = (nil, [], [], false)
            findings = found.all
            return
        }
        isHarmless = Self.isHarmless(reading)
        var secrets: [Range<Int>] = []
        Secrets.find(in: reading.text.span, isHarmless: isHarmless, &secrets)
        self.secrets = secrets
        Self.examine(reading, &found)
        if let finding = Self.finding(secrets: secrets) { found.found(finding) }
        var peeler = LayerPeeler(bytes)
        peeler.peel(reading, &found)
        layers = peeler.layers
        let all = Self.listed(found.all)
        // Truncated links are not repaired, and notes need no repair.
        let needsRepair = !isCut && all.contains { $0.severity > .note }
        findings = needsRepair ? LinkRepairs(IncomingLink(reading, entry: self.entry), bytes).repaired(all) : all
        self.reading = reading
    }

    /// Returns whether a link is harmless. What the reading noted tells it of nearly every link.
    private static func isHarmless(_ link: LinkReading) -> Bool {
        let (escapes, deeper) = (link.split.escapes, link.split.deeperEscapes)
        if link.needsEncoding { return Secrets.isHarmless(link.text.span) }
        guard escapes.isHarmless, deeper.isHarmless else { return false }
        // The text must also have no zero-width characters, which can only occur in text beyond ASCII.
        return !(escapes.isBeyondASCII || deeper.isBeyondASCII) || Secrets.isHarmless(link.text.span)
    }

    /// Gives the memory of the reading back to the caller that gave it. The inspection has no reading afterwards.
    package mutating func giveBack(_ memory: inout LinkReading) {
        guard var used = reading.take() else { return }
        swap(&used, &memory)
    }

    /// The link as an app receives it. Nil if the text is not a URL.
    package var link: IncomingLink? { reading.map { IncomingLink($0, entry: entry) } }

    /// Returns whether these bytes of the link are part of a secret.
    package func isSecret(_ range: Range<Int>) -> Bool { secrets.cover(range) }

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
}
