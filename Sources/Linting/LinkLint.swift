import AppLinks
import Bytes
import LinkLayers
import Pasting

/// Finds links in the texts of a file and inspects them.
struct LinkLint: ~Copyable {
    private let sites: AppSites
    private var memory = InspectionMemory()
    private(set) var findings: [LintFinding] = []
    /// The number of links that were inspected.
    private(set) var links = 0
    /// The places of the links. For a link in a value such as a string literal, the place is that of the whole value.
    private(set) var places: [Range<Int>] = []
    /// What was not inspected; nil if everything was.
    private(set) var limit: String?

    /// The maximum length of a line in bytes. Longer lines are data, not links.
    private static let longestText = 1 << 20
    /// The maximum number of findings of a file.
    static let mostFindings = 1000
    static let tooManyFindings = "only the first \(mostFindings) findings are reported"

    init(sites: AppSites) { self.sites = sites }

    /// Inspects the links in a text.
    ///
    /// - Parameter isPattern: Whether the text may be a regular expression.
    mutating func read(_ text: SourceText, mayBePattern: Bool) {
        guard text.text.bytes.contains(UInt8(ascii: ":")) else { return }
        var start = 0
        let count = text.text.count
        let quoted = Self.quoted(text)
        while start < count {
            guard findings.count < Self.mostFindings else {
                limit = Self.tooManyFindings
                return
            }
            let end = text.text.bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? count
            if end - start > Self.longestText {
                limit = limit ?? "lines of more than \(Self.longestText) bytes are not checked"
            } else {
                for found in LinkSearch.links(in: text.text, start..<end) {
                    read(found, of: text, quoted: quoted, mayBePattern: mayBePattern)
                }
            }
            start = end + 1
        }
    }

    private mutating func read(_ found: LinkSearch.Found, of text: SourceText, quoted: Range<Int>?, mayBePattern: Bool) {
        if mayBePattern, Self.isPattern(text.text.bytes[found.range]) { return }
        let place = text.text.source(of: found.range)
        var holes = Array(text.holes(near: place))
        let link = TemplateHoles.filled(found.link, &holes)
        if Self.isOpen(at: found.range.upperBound, of: text) { holes.append(place.upperBound..<place.upperBound) }
        links += 1
        places.append(quoted ?? place)
        var inspection = LinkInspection.inspect(link.bytes.span, into: &memory)
        let kind = LinkKind(inspection)
        let policy = FindingPolicy(kind: kind, service: inspection.opensApps)
        // In a sentence, a word with a capital letter before `://` is often no scheme: "Error: Foo://bar".
        let isProse = text.isValue && !text.text.bytes[..<found.range.lowerBound].allSatisfy(ByteClass.isBlank)
        for finding in inspection.findings {
            if isProse, finding.code == .capitalScheme { continue }
            guard let severity = policy.severity(of: finding) else { continue }
            if finding.code == .secret {
                // A token that is written out is reported, even if the program inserts something elsewhere in the link.
                let secrets = SecretExamples.others(inspection).filter { secret in
                    let place = Self.source(of: secret, in: link)
                    return !holes.contains { $0.lowerBound <= place.upperBound && place.lowerBound <= $0.upperBound }
                }
                let first = secrets.first { !PublicKeys.has(inspection.bytes[$0]) } ?? secrets.first
                guard let first, findings.count < Self.mostFindings else { continue }
                add(finding, severity, at: Self.source(of: first, in: link), inspection, repairs: holes.isEmpty)
                if PublicKeys.has(inspection.bytes[first]) {
                    findings[findings.count - 1].severity = .note
                    findings[findings.count - 1].message = PublicKeys.message
                }
                findings[findings.count - 1].secretMark = SecretMark(secrets.map { inspection.bytes[$0] })
                continue
            }
            guard let range = finding.range.map({ Self.source(of: $0, in: link) }) else {
                if holes.isEmpty { add(finding, severity, at: place, inspection, repairs: true) }
                continue
            }
            // The result depends on the value that the program inserts, which is unknown here.
            if holes.contains(where: { $0.lowerBound <= range.upperBound && range.lowerBound <= $0.upperBound }) { continue }
            if !holes.isEmpty, range == place || finding.code.isAboutWhole { continue }
            add(finding, severity, at: range, inspection, repairs: holes.isEmpty)
        }
        if holes.isEmpty, kind == .web, findings.count < Self.mostFindings, let finding = sites.finding(on: inspection, at: place) {
            findings.append(finding)
        }
        inspection.giveBack(&memory)
    }

    private mutating func add(
        _ finding: Finding, _ severity: Finding.Severity, at range: Range<Int>, _ inspection: borrowing LinkInspection, repairs: Bool
    ) {
        guard findings.count < Self.mostFindings else { return }
        findings.append(
            LintFinding(
                finding.code.rawValue, severity, finding.message, at: range,
                link: String(decoding: inspection.bytes, as: UTF8.self), repair: repairs ? finding.repair?.summary : nil))
    }

    private static func source(of range: Range<Int>, in link: TracedText) -> Range<Int> {
        let end = min(range.upperBound, link.count)
        return link.source(of: min(range.lowerBound, end)..<end)
    }

    /// Returns the place of a value, which counts as the place of the links in it. Returns nil for a document, and for a value of several
    /// lines, because these may have comments of their own.
    private static func quoted(_ text: SourceText) -> Range<Int>? {
        guard text.isValue, !text.text.bytes.contains(where: ByteClass.isLineEnd) else { return nil }
        return text.text.source(of: 0..<text.text.count)
    }

    /// Returns whether the text goes on after a link: the program appends something, or a template does.
    private static func isOpen(at end: Int, of text: SourceText) -> Bool {
        let bytes = text.text.bytes
        // The punctuation at the end of a link in a sentence belongs to the link if the text goes on.
        guard let next = bytes[end...].firstIndex(where: { !".,;:!?'".utf8.contains($0) }) else { return text.continues }
        guard next == end else { return false }
        if "<{[(|*$%\\".utf8.contains(bytes[end]) { return true }
        return bytes.has("...", at: end, before: bytes.count) || bytes.has("…", at: end, before: bytes.count)
    }

    /// Returns whether a text is a regular expression for links.
    private static func isPattern(_ text: ArraySlice<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "^") { return true }
            switch (last, byte) {
            case (UInt8(ascii: "."), UInt8(ascii: "*")), (UInt8(ascii: "."), UInt8(ascii: "+")), (UInt8(ascii: "("), UInt8(ascii: "?")),
                (UInt8(ascii: "]"), UInt8(ascii: "+")), (UInt8(ascii: "]"), UInt8(ascii: "*")), (UInt8(ascii: ")"), UInt8(ascii: "?")),
                (UInt8(ascii: ")"), UInt8(ascii: "*")), (UInt8(ascii: ")"), UInt8(ascii: "+")):
                return true
            default: last = byte
            }
        }
        return false
    }
}

extension FindingCode {
    /// Whether the finding is about the end or the whole of a link, which a hole may change wherever it is.
    fileprivate var isAboutWhole: Bool {
        switch self {
        case .cut, .probablyCut, .payloadCut, .jsonCut, .wrappedLinkCut, .referrerCut, .noTarget, .notURL, .empty, .badIntent,
            .intentWithoutScheme, .storeWithoutApp, .refererWithoutURL, .refererWithoutName, .wrongVersion:
            true
        default: false
        }
    }
}
