package import AppLinks
import Bytes
package import Secrets

/// A link with everything that linkscope finds in it: meaning, findings, layers and secrets.
package struct LinkInspection: Sendable {
    /// The link as received, byte for byte, without surrounding whitespace.
    package private(set) var bytes: [UInt8]
    /// The reading of the link. Nil if the text is not a URL.
    package private(set) var reading: AppLinkReading?
    /// The findings, errors first.
    package private(set) var findings: [Finding]
    /// The layers that were peeled off the link.
    package private(set) var layers: [Layer]
    /// The parameters of attribution services and stores, and those without which the link fails, in the link and its layers.
    package private(set) var parameters: [KnownParameter]
    /// The service that the link belongs to by its host or its scheme.
    package let service: Service?
    /// The byte ranges of secrets.
    package private(set) var secrets: [Range<Int>]
    /// The secrets that were found only in a decoded layer.
    package private(set) var learned: [Range<Int>] = []
    /// The app that sent the link, if the record names the app.
    package let sourceApplication: String?
    /// How the link arrived.
    package let entry: IncomingLink.Entry

    /// Whether the text is that of a QR code, which only looks like a URL.
    package var isPayload: Bool { reading.map { SchemeName.isPayload(bytes, $0.components) } ?? false }

    /// The fields of the text of a QR code, a telephone number or a place; nil for any other link.
    package var code: CodeText? { reading.flatMap { CodeText(bytes, $0.components) } }
}

extension LinkInspection {
    /// Inspects a link.
    package init(_ bytes: [UInt8], sourceApplication: String? = nil, entry: IncomingLink.Entry? = nil, isCut: Bool = false) {
        var memory = InspectionMemory()
        self = Self.inspect(bytes.span, sourceApplication: sourceApplication, entry: entry, isCut: isCut, into: &memory)
    }

    /// Inspects a link. The inspection uses `memory` until ``giveBack(_:)``.
    ///
    /// This is not an initializer, because an initializer copies the value that it has made, and this one is large.
    ///
    /// - Parameter known: Secrets that were found only in a decoded layer when the link was read before.
    package static func inspect(
        _ line: Span<UInt8>, sourceApplication: String? = nil, entry: IncomingLink.Entry? = nil, isCut: Bool = false,
        knowing known: [Range<Int>] = [], into memory: inout InspectionMemory
    ) -> LinkInspection {
        memory.empty()
        var found = FindingList(reusing: &memory.findings)
        var read = memory.reading.take() ?? AppLinkReading()
        let isURL = read.read(line.extracting(line.linkRange))
        // A constant, so that the checks do not copy it.
        let reading = consume read
        let bytes = reading.text
        let entry = entry ?? .inbound(sourceApplication: sourceApplication)
        if isCut {
            found.found(Finding(.cut, "The link is longer than 1 MiB: only the beginning was read.", range: bytes.count..<bytes.count))
        }
        let isLink = isURL && !isWindowsPath(bytes)
        memory.peeler.secrets.find(in: reading, isURL: isLink, knowing: known)
        guard isLink else {
            found.found(refusal(of: bytes))
            if let finding = finding(secrets: memory.peeler.secrets) { found.found(finding) }
            memory.peeler.secrets.end()
            return LinkInspection(
                bytes: bytes, reading: nil, findings: found.all, layers: [], parameters: [], service: nil,
                secrets: memory.peeler.secrets.ranges, sourceApplication: sourceApplication, entry: entry)
        }
        let secrets = memory.peeler.secrets.ranges
        found.secrets = secrets
        // The text of a QR code is not a URL, so the findings about URLs do not apply to it.
        let isPayload = SchemeName.isPayload(bytes, reading.components)
        if !isPayload { examine(reading, secrets: secrets, &found) }
        if let finding = finding(secrets: memory.peeler.secrets, isPayload: isPayload) {
            found.found(finding)
            if let finding = claim(on: reading) { found.found(finding) }
        }
        memory.peeler.peel(reading, isPayload: isPayload, &found)
        let learned = memory.peeler.secrets.learned
        if known.isEmpty, !learned.isEmpty {
            // What a layer showed is a secret everywhere in the link, so the link is read once more.
            return inspect(
                line, sourceApplication: sourceApplication, entry: entry, isCut: isCut, knowing: learned, into: &memory)
        }
        let isShortened = !isPayload && CutLinks.tell(reading, &found)
        if !isPayload, !isShortened { TrailingText.tell(reading, secrets: secrets, &found) }
        var layers: [Layer] = []
        swap(&layers, &memory.peeler.layers)
        var parameters: [KnownParameter] = []
        swap(&parameters, &memory.peeler.parameters)
        var findings = listed(found.all)
        // Truncated links are not repaired, and notes need no repair.
        if !isCut, !isShortened, findings.contains(where: { $0.severity > .note }) {
            findings = LinkRepairs(IncomingLink(reading, entry: entry), bytes, memory.peeler.services).repaired(findings)
        }
        return LinkInspection(
            bytes: bytes, reading: consume reading, findings: findings, layers: layers, parameters: parameters,
            service: memory.peeler.service, secrets: secrets, learned: known, sourceApplication: sourceApplication, entry: entry)
    }

    /// Adds the finding that a shell cut the link off, with its message. A link without its end has no repairs.
    package mutating func add(shellCut message: String) {
        for index in findings.indices { findings[index].repair = nil }
        let place = findings.firstIndex { $0.severity < FindingCode.shellCut.severity } ?? findings.count
        findings.insert(Finding(.shellCut, message, range: bytes.count..<bytes.count), at: place)
    }

    /// Returns the memory for the next inspection. This inspection is empty afterwards.
    package mutating func giveBack(_ memory: inout InspectionMemory) {
        memory.reading = reading.take()
        bytes = []
        swap(&findings, &memory.findings)
        swap(&layers, &memory.peeler.layers)
        swap(&parameters, &memory.peeler.parameters)
    }

    /// The link as an app receives it. Nil if the text is not a URL.
    package var link: IncomingLink? { reading.map { IncomingLink($0, entry: entry) } }

    /// Returns the secrets in the text of a QR code for one of its fields. The whole password is a secret, even a word such as
    /// `true`, which is not secret in other texts.
    package func secrets(in field: CodeText.Field) -> [Range<Int>] { field.isPassword ? [field.place] : secrets }

    /// Returns the text of a layer with its secrets masked.
    package func masked(_ layer: Layer) -> [UInt8] {
        if isSecret(layer) { return Array(Secrets.mask.utf8) }
        return Secrets.masked(layer.text.bytes, layer.secrets)
    }

    /// Returns whether a layer is masked as a whole, because the layers around it show that it is part of a secret.
    package func isSecret(_ layer: Layer) -> Bool {
        guard secrets.cover(layer.range) else { return false }
        let outwards = sequence(first: layer) { inner in inner.outer.map { layers[$0] } }
        guard outwards.contains(where: { $0.kind == .gzip }) else { return true }
        // A secret in compressed text takes all letters of the text, but it is only a part of the text.
        return outwards.contains { isSecret($0.outerRange, in: outerText(of: $0)) }
    }

    /// Returns whether bytes of a text are a secret for another reason than the text compressed in them.
    private func isSecret(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        let contexts = Secrets.contexts(of: bytes.span)
        guard Secrets.ranges(in: text, carriedBy: contexts).cover(range) else { return false }
        return PackedGzip.unmarked(text, at: range.lowerBound).map { Secrets.ranges(in: $0, carriedBy: contexts).cover(range) } ?? true
    }

    /// Returns the text that a layer was peeled off: that of another layer, or the link.
    package func outerText(of layer: Layer) -> [UInt8] { layer.outer.map { layers[$0].text.bytes } ?? bytes }

    /// The maximum number of findings in a list, which is more than anyone reads. A link of one megabyte can have a quarter of a million
    /// findings.
    private static let mostFindings = 100

    /// Removes duplicates and sorts the findings, most severe first. If there are too many, a note at the end says how many are left out.
    static func listed(_ findings: [Finding]) -> [Finding] {
        let once = toldOnce(findings)
        // Most links have two or three findings, all of them notes, so there is nothing to sort.
        let isSorted = !zip(once, once.dropFirst()).contains { $0.severity < $1.severity }
        if isSorted, once.count <= mostFindings { return once }
        let sorted = once.sorted { $0.severity > $1.severity }
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
            for edit in finding.repair?.edits ?? [] { told.insert(Place(code: finding.code, range: edit.place)) }
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
    package var severity: Finding.Severity? { findings.lazy.map(\.severity).max() }
}

/// The memory that the inspection of a link leaves to the next one, so that a program that inspects many links allocates little for each.
package struct InspectionMemory: ~Copyable {
    var reading: AppLinkReading?
    var peeler: LayerPeeler
    var findings: [Finding] = []
    /// The maximum number of findings whose memory is kept.
    private static let mostKept = 256

    /// - Parameter services: The services that links may belong to.
    package init(services: KnownServices = .embedded) { peeler = LayerPeeler(services: services) }

    /// Removes the results of the previous inspection.
    mutating func empty() {
        if findings.capacity > Self.mostKept { findings = [] } else { findings.removeAll(keepingCapacity: true) }
        // The texts of the layers refer to the reading, which can be used again only if nothing refers to it.
        peeler.layers.removeAll(keepingCapacity: true)
        if !peeler.parameters.isEmpty { peeler.parameters.removeAll(keepingCapacity: true) }
    }
}

extension Span<UInt8> {
    /// The range of a link that stands alone in a text, without the white space around it. Texts from Word and HTML have no-break spaces as
    /// well.
    package var linkRange: Range<Int> {
        var range = trimmed
        while range.count > 1 {
            if isNoBreakSpace(at: range.lowerBound) {
                range = range.lowerBound + 2..<range.upperBound
            } else if isNoBreakSpace(at: range.upperBound - 2) {
                range = range.lowerBound..<range.upperBound - 2
            } else {
                break
            }
            range = trimmed(range)
        }
        return range
    }

    private func isNoBreakSpace(at index: Int) -> Bool { self[index] == 0xC2 && self[index + 1] == 0xA0 }
}
