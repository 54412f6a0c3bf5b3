import Bytes
import Deciding
import LinkLayers
package import Projects

/// The findings of one file.
package struct FileLint: Sendable {
    /// The findings in the order of the file.
    package private(set) var findings: [LintFinding] = []
    /// The number of links that were inspected.
    package private(set) var links = 0
    /// The number of findings that comments in the file hide.
    package private(set) var hidden = 0

    /// The schemes that the code asks about, and those that the file lets the app ask about.
    package private(set) var asked: [AskedScheme] = []
    package private(set) var declarations = TreeDeclarations()
    /// The filters without autoVerify, by the places of the findings that say so.
    private var unverified: [Range<Int>: FilterClaim] = [:]
    /// Whether findings depend on other files of the tree.
    package var needsTree: Bool {
        !asked.isEmpty || !unverified.isEmpty || findings.contains { TreeDeclarations.scheme(ofLinkIn: $0) != nil }
    }
    private var comments: IgnoreComments

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
        comments = IgnoreComments(bytes)
        guard let language = SourceLanguage(path: path) else { return }
        var lint = LinkLint(sites: sites, platforms: AskedSchemes.platforms(ofCode: path))
        var declared: [LintFinding] = []
        switch language {
        case .code:
            let place: FindingPolicy.Place = path.lowercased().hasSuffix(".json") ? .data : .value
            for var text in SourceText.all(inProgram: bytes, path.lowercased()) {
                text.place = place
                lint.read(text, mayBePattern: true)
            }
            readCode(bytes, path, sites, &declared)
        case .shell where path.lowercased().hasSuffix("fastfile"):
            // String literals of Ruby end like those of Python.
            for text in SourceText.all(inProgram: bytes, "fastfile.py") { lint.read(text, onlyCommands: true) }
        case .shell: lint.read(SourceText(text: TracedText(bytes)), onlyCommands: true)
        case .batch:
            // The character after an escape character stands for itself, as after a backslash.
            let mark = UInt8(ascii: path.lowercased().hasSuffix(".ps1") ? "`" : "^")
            let text = TracedText(bytes)
            let posix = text.decoding(0..<text.count, where: { $0 == mark }) { _ in ([UInt8(ascii: "\\")], 1) } ?? text
            lint.read(SourceText(text: posix), onlyCommands: true, openers: LinkLint.deviceOpeners)
        case .markdown: lint.read(SourceText(text: TracedText(bytes), place: .document), mayBePattern: false)
        case .yaml:
            lint.read(SourceText(text: TracedText(bytes)), mayBePattern: true)
            // XcodeGen writes the Info.plist.
            if SourceFile(path, bytes).mentions("LSApplicationQueriesSchemes") { declarations.open.insert(.ios) }
        case .html:
            let page = HTMLPage.withoutComments(bytes)
            // Vue and Svelte write code in this form.
            let isPage = path.lowercased().hasSuffix("html") || path.lowercased().hasSuffix(".htm")
            lint.read(SourceText(text: HTMLPage.joined(page), place: isPage ? .document : .value), mayBePattern: false)
            declared = HTMLPage.quoteFindings(in: page)
        case .declarations, .xml:
            for text in XMLPieces(bytes).texts { lint.read(text, mayBePattern: true) }
            guard case .declarations = language else { break }
            read(SourceFile(path, bytes), sites, &declared)
        case .appleAssociations: declared = AASAFile(bytes).findings.map { LintFinding($0, in: bytes) }
        case .assetLinks: declared = AssetLinksFile(bytes).findings.map { LintFinding($0, in: bytes) }
        }
        comments.remove(in: lint.places)
        guard !comments.ignoresFile else {
            asked = []
            return
        }
        links = lint.links
        limit = lint.limit ?? (declared.count >= LinkLint.mostFindings ? LinkLint.tooManyFindings : nil)
        let all = declared.prefix(LinkLint.mostFindings) + lint.findings + comments.findings(in: bytes).prefix(LinkLint.mostFindings)
        let sorted = all.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }.map(\.element)
        for finding in sorted where !comments.hide(finding) { findings.append(finding) }
        hidden = sorted.count - findings.count
        guard case .code = language else { return }
        if Self.isMade(bytes) { lower() }
        let previews = findings.isEmpty ? [] : Self.previews(in: bytes)
        for index in findings.indices where previews.contains(where: { $0.contains(findings[index].range.lowerBound) }) {
            findings[index].severity = .note
        }
    }

    /// Reads what a file declares.
    private mutating func read(_ file: SourceFile, _ sites: AppSites, _ declared: inout [LintFinding]) {
        let project = Project(declaredIn: file)
        declared += project.findings.map { LintFinding($0) } + sites.findings(on: project)
        declarations = TreeDeclarations(in: project, of: file)
        for filter in project.claims.compactMap(\.filter) where !filter.refusesVerification {
            for datum in filter.data where project.findings.contains(where: { $0.code == .noAutoVerify && $0.place == datum.place }) {
                unverified[datum.place.range] = filter
            }
        }
    }

    private mutating func readCode(_ bytes: [UInt8], _ path: String, _ sites: AppSites, _ declared: inout [LintFinding]) {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        let declares = name.hasPrefix("app.json") || name.hasPrefix("app.config.") || name.hasSuffix(".gradle") || name.hasSuffix(".kts")
        guard declares || AskedSchemes.mayBe(in: bytes) else { return }
        let file = SourceFile(path, bytes)
        if declares { read(file, sites, &declared) }
        // A script or a plugin that writes the Info.plist.
        if file.mentions("LSApplicationQueriesSchemes"), !name.hasSuffix(".json") { declarations.open.insert(.ios) }
        asked = AskedSchemes(in: file).all
        for asked in asked where asked.opens {
            let message = "\(asked.call) cannot open intent: links: only browsers read them, and no app claims the scheme."
            let repair = "Open the link inside. On Android, Intent.parseUri can parse the intent: link."
            declared.append(LintFinding(FindingCode.badIntent.rawValue, .warning, message, at: asked.place.range, repair: repair))
        }
    }

    /// Adds the findings on schemes that the code asks about and no file of the tree declares, and gives other findings the severity that
    /// they have in the tree.
    package mutating func addFindings(declarations: TreeDeclarations) {
        for index in findings.indices {
            if declarations.isOfOthers(findings[index]) { findings[index].severity = .note }
            let isUnverified = findings[index].code == ProjectCode.noAutoVerify.rawValue
            if isUnverified, let filter = unverified[findings[index].range], declarations.areUnverified(filter) {
                findings[index].severity = .warning
                findings[index].repair = "Add android:autoVerify=\"true\" to the filter."
            }
        }
        for finding in declarations.findings(on: asked).map({ LintFinding($0) }) where !comments.hide(finding) { findings.append(finding) }
        findings.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Makes the findings notes, as for tests and samples, whose links are often wrong on purpose, and for licenses and generated code, which
    /// nobody edits.
    package mutating func lower() {
        for index in findings.indices { findings[index].severity = .note }
        (asked, declarations, unverified) = ([], TreeDeclarations(), [:])
    }

    /// Returns the blocks with made-up values that only an editor shows: previews of Jetpack Compose, SwiftUI and React Email.
    private static func previews(in bytes: [UInt8]) -> [Range<Int>] {
        var previews: [Range<Int>] = []
        while let start = previewWords.first(in: bytes, from: previews.last?.upperBound ?? 0) {
            var depth = 0
            let end = bytes[start...].firstIndex { byte in
                if byte == UInt8(ascii: "{") { depth += 1 }
                if byte == UInt8(ascii: "}") { depth -= 1 }
                return byte == UInt8(ascii: "}") && depth <= 0
            }
            // After a block without its end, no other one can end.
            guard let end else { break }
            previews.append(start..<end + 1)
        }
        return previews
    }

    private static let previewWords = WordSearch(["@Preview", "#Preview {", "#Preview(", "PreviewProvider {", ".PreviewProps = {"])

    /// Returns whether a tool made a program or data: the first lines say so, or the lines are as long as nobody writes them.
    private static func isMade(_ bytes: [UInt8]) -> Bool {
        madeWords.first(in: Array(bytes.prefix(1000))) != nil || bytes.count > 10_000 && bytes.count / 500 > bytes.count { $0 == 0x0A }
    }

    private static let madeWords = WordSearch([
        "@generated", "DO NOT EDIT", "Generated by", "Generated file", "GENERATED CODE", "generated. Do not edit",
        "generated file. Do not edit",
    ])

    /// Returns whether the names in a path show that the file is not a part of the app: a test, a sample, documentation, code of others, what
    /// a tool wrote, or a license.
    package static func isBeside(_ path: String) -> Bool {
        let names = path.split(separator: "/")
        guard let file = names.last, let stem = file.split(separator: ".").first else { return false }
        let endings = ["Test", "Tests", "-tests", "_tests", "unittest", "-demo"]
        return zip([""] + names, names.dropLast()).contains { parent, name in
            // A set of sources is `androidTest`, and an app can be GPSTest.
            let isSet = !name.hasSuffix("Test") || name.hasSuffix(".Test") || name.first?.isLowercase ?? false
            // Tools that make an app give it a package in com.example.
            if parent == "com", name == "example" { return false }
            // The pages have rules of their own, and the site of the documentation can have association files.
            if name == "docs", names.contains(".well-known") || [".md", ".html", ".rst"].contains(where: file.hasSuffix) { return false }
            return besideFolders.contains(name.lowercased()) || isSet && endings.contains(where: name.hasSuffix)
        }
            || [".test.", ".spec.", "_test.", ".stories.", ".min.", ".gen.", ".bundle.", ".pb."].contains(where: file.contains)
            || (endings + ["Spec", "stories"]).contains(where: stem.hasSuffix)
            || madeUp.contains { stem.lowercased().hasPrefix($0) || stem.lowercased().hasSuffix($0) }
            || ["license", "licence"].contains(where: stem.lowercased().contains)
                && [".md", ".html", ".json", ".yaml", ".yml"].contains(where: file.hasSuffix)
    }

    private static let besideFolders: Set = [
        "test", "tests", "__tests__", "__mocks__", "spec", "e2e", "fixtures", "testdata", "test_driver", "mocks", "mock-data", "stories",
        "demo", "demos", "example", "examples", "sample", "samples", "integration_test", "test-data", "test_data", "__fixtures__", "mock",
        "cypress", "playground", "storybook", "preview content", "docs", "documentation", "generated", "dist", "thirdparty",
        "third-party", "3rdparty",
    ]
    /// How the names of files with made-up data begin or end.
    private static let madeUp = ["mock", "mocks", "mockdata", "fixture", "fixtures", "dummy", "sampledata", "testdata", "previewdata"]
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
    /// The place of a text that is not a sentence.
    var place = FindingPolicy.Place.value
    /// Whether the program appends more text to the end.
    var continues = false

    /// Returns the holes in and beside a part of the file.
    func holes(near place: Range<Int>) -> ArraySlice<Range<Int>> {
        holes[holes.endOfPrefix { $0.upperBound < place.lowerBound }...].prefix { $0.lowerBound <= place.upperBound }
    }

    /// The letter in the place of a hole.
    static let placeholder = UInt8(ascii: "x")
}
