import Bytes
import Deciding
import LinkLayers
import Projects

/// The findings of one file.
package struct FileLint: Sendable {
    /// The findings in the order of the file.
    package private(set) var findings: [LintFinding] = []
    /// The number of links that were inspected.
    package private(set) var links = 0
    /// The number of findings that comments in the file hide.
    package private(set) var hidden = 0

    /// What was not checked, because the file has too much of something; nil if all of it was.
    package private(set) var limit: String?

    /// Returns whether linkscope reads files with this name.
    package static func reads(_ path: String) -> Bool { SourceLanguage(path: path) != nil }

    /// Returns whether a file is binary, and so has no text to read.
    package static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.prefix(8192).contains(0) }

    /// - Parameters:
    ///   - path: The path of the file, whose name tells its language.
    ///   - sites: The association files of the app's hosts.
    package init(_ bytes: [UInt8], path: String, sites: AppSites = AppSites()) {
        guard let language = SourceLanguage(path: path) else { return }
        var lint = LinkLint(sites: sites)
        var declared: [LintFinding] = []
        switch language {
        case .code: for text in SourceText.all(inProgram: bytes, path.lowercased()) { lint.read(text, mayBePattern: true) }
        case .markdown: lint.read(SourceText(text: TracedText(bytes)), mayBePattern: false)
        case .yaml: lint.read(SourceText(text: TracedText(bytes)), mayBePattern: true)
        case .html: lint.read(SourceText(text: HTMLComments.blanked(bytes)), mayBePattern: false)
        case .declarations, .xml:
            for text in XMLPieces(bytes).texts { lint.read(text, mayBePattern: true) }
            guard case .declarations = language else { break }
            let project = Project(declaredIn: SourceFile(path, bytes))
            declared = project.findings.map { LintFinding($0) } + sites.findings(on: project)
        case .appleAssociations: declared = AASAFile(bytes).findings.map { LintFinding($0, in: bytes) }
        case .assetLinks: declared = AssetLinksFile(bytes).findings.map { LintFinding($0, in: bytes) }
        }
        var comments = IgnoreComments(bytes)
        comments.remove(in: lint.places)
        guard !comments.ignoresFile else { return }
        links = lint.links
        limit = lint.limit ?? (declared.count >= LinkLint.mostFindings ? LinkLint.tooManyFindings : nil)
        let all = declared.prefix(LinkLint.mostFindings) + lint.findings + comments.findings(in: bytes).prefix(LinkLint.mostFindings)
        let sorted = all.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
        findings = sorted.filter { !comments.hide($0) }
        hidden = sorted.count - findings.count
    }
}

extension LintFinding {
    fileprivate init(_ finding: AssociationFinding, in bytes: [UInt8]) {
        let range = finding.range.map { max(0, $0.lowerBound)..<max($0.lowerBound, min($0.upperBound, bytes.count)) } ?? 0..<0
        self.init(finding.code.rawValue, finding.severity, finding.message, at: range)
    }
}

/// A text from a file that may contain links: a string literal, an attribute, a paragraph.
///
/// A part that is known only when the program runs, such as `\(id)`, is a hole: one placeholder letter in the text.
struct SourceText {
    /// The text with its escapes decoded, and the place in the file of each byte.
    var text: TracedText
    /// The parts of the file that are holes, in order.
    var holes: [Range<Int>] = []
    /// Whether the text is one value, such as a string literal, and not a document. A value that is a link begins with it.
    var isValue = false
    /// Whether the program appends more text to the end.
    var continues = false

    /// Returns the holes in and beside a part of the file.
    func holes(near place: Range<Int>) -> ArraySlice<Range<Int>> {
        holes[holes.endOfPrefix { $0.upperBound < place.lowerBound }...].prefix { $0.lowerBound <= place.upperBound }
    }

    /// The letter in the place of a hole.
    static let placeholder = UInt8(ascii: "x")
}
