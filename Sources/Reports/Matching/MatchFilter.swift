import AppLinks
import Bytes
package import Deciding
import JSONDocument
import LinkLayers

/// Answers the lines of `linkscope match --json-lines` one after another. Each input object gets an output object with the same `id`.
package struct MatchFilter {
    let showsSecrets: Bool
    let isTraced: Bool
    /// The dialect whose rules apply to `assetlinks` if a line names no dialect.
    let dialect: AssetLinksQuery.Dialect
    private var aasaFiles = FileMemory<AASAFile>()
    private var assetLinksFiles = FileMemory<AssetLinksFile>()
    private var devices = FileMemory<AskedDevice>()

    package init(showsSecrets: Bool = false, isTraced: Bool = false, dialect: AssetLinksQuery.Dialect = .google) {
        self.showsSecrets = showsSecrets
        self.isTraced = isTraced
        self.dialect = dialect
    }

    /// Appends the answer to one line, with a line end. If the line cannot be answered, the answer is an error with the position of the
    /// problem.
    package mutating func answer(_ line: [UInt8], isCut: Bool = false, to output: inout [UInt8]) {
        let document = JSONDocument(line, limits: .init(size: 1 << 30))
        JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("id", raw: Self.id(of: document.root))
            do throws(Problem) {
                try answer(try Self.request(document, isCut: isCut), to: &json)
            } catch {
                append(error, to: &json)
            }
        }.append(to: &output)
        output.append(UInt8(ascii: "\n"))
    }

    private func append(_ problem: Problem, to json: inout JSONOutput) {
        json.field("error", json.masking.name(problem.message))
        json.field("code", problem.code)
        json.field("offset", problem.offset)
    }

    /// The reason why a line cannot be answered.
    private struct Problem: Error {
        var message: String
        var code = "bad-line"
        /// The byte offset of the problem, in the line or in the file or text that the line asks about.
        var offset: Int
    }

    /// Describes why the `url` of a line is not a link. Returns nil if it is a link.
    private static func problem(ofLink text: String, at offset: Int) -> Problem? {
        let url = LinkURL(text)
        guard url?.scheme != nil else {
            let what = url == nil ? "is not a URL" : "has no scheme"
            let message = "\"url\" \(what): write it in full, such as https://www.example.com/item/7"
            return Problem(message: message, code: "bad-url", offset: offset)
        }
        guard let obstacle = LinkObstacle(url), case .strayByte = obstacle else { return nil }
        let message = obstacle.words.replacing("the link", with: "\"url\"", maxReplacements: 1)
        return Problem(message: message, code: "bad-url", offset: offset)
    }

    /// Describes why a file cannot be read. The offset is a place in the file.
    private static func problem(of finding: AssociationFinding) -> Problem {
        Problem(message: finding.message, code: finding.code.rawValue, offset: finding.range?.lowerBound ?? 0)
    }

    private static func request(_ document: JSONDocument, isCut: Bool) throws(Problem) -> JSONDocument.Node {
        if isCut { throw Problem(message: "The line is too long", offset: document.source.count) }
        if let finding = document.findings.first(where: \.isError) {
            throw Problem(message: "The line is not JSON: \(finding.message)", offset: finding.offset)
        }
        guard let root = document.root, root.kind == .object else {
            throw Problem(message: "Each line must be a JSON object, such as {\"id\":1,\"intent\":\"intent://…\"}", offset: 0)
        }
        return root
    }

    private mutating func answer(_ request: JSONDocument.Node, to output: inout JSONOutput) throws(Problem) {
        if request["filters"] != nil || request["device"] != nil {
            do throws(DeclarationError) {
                try answer(declarations: request, to: &output)
            } catch {
                throw Problem(message: error.description, code: "bad-declaration", offset: error.offset)
            }
        } else if let node = request["aasa"] {
            let text = Self.text(ofFileAt: node)
            let file = aasaFiles.file(text) { AASAFile(Array(text.utf8), comparesRules: isTraced) }
            try answer(request, about: file, to: &output)
        } else if let file = request["assetlinks"] {
            try answer(request, assetLinks: file, to: &output)
        } else if let node = request["intent"] {
            guard let text = node.stringValue else { throw Problem(message: "\"intent\" must be a string", offset: node.range.lowerBound) }
            do throws(IntentURIError) {
                IntentAnswer(intent: try IntentURI(text), showsSecrets: showsSecrets).append(to: &output)
            } catch {
                throw Problem(message: error.description, code: error.code.rawValue, offset: error.offset)
            }
        } else {
            let message = "The object needs \"intent\", \"aasa\", \"assetlinks\", \"filters\" or \"device\""
            throw Problem(message: message, offset: request.range.lowerBound)
        }
    }

    /// Answers `{"id","filters","intent"}`: whether a filter takes the intent; and `{"id","device","from","link"}`: what the device does with
    /// the link.
    private mutating func answer(
        declarations request: JSONDocument.Node, to output: inout JSONOutput
    ) throws(DeclarationError) {
        if let node = request["device"] {
            let device = try devices.file(node.text) { () throws(DeclarationError) in try AskedDevice(node) }
            output.decision(try device.decision(on: request))
        } else {
            let answer = try FilterQuestion(request).answer
            output.field("match", answer.matches)
            output.field("reason", output.masking.name(answer.reason))
        }
    }

    /// Returns the text under a key, or nil if the key is missing or null.
    private static func text(_ key: String, of request: JSONDocument.Node) throws(Problem) -> String? {
        guard let node = request[key], node.kind != .null else { return nil }
        guard let text = node.stringValue else { throw Problem(message: "\"\(key)\" must be a string", offset: node.range.lowerBound) }
        return text
    }

    /// Returns the value of `id` as written, with escapes for characters that a terminal would interpret.
    private static func id(of root: JSONDocument.Node?) -> String {
        guard let node = root?["id"] else { return "null" }
        let text = Array(node.text.utf8)
        // In an invalid line, the `id` itself may be invalid.
        guard JSONDocument(text).isValid else { return "null" }
        return String(decoding: JSONLine.safe(text), as: UTF8.self)
    }

    /// Answers `{"id","aasa","domain","appId","url"}` with the decision. A traced answer also has the deciding rule and the reasons why
    /// other rules did not match.
    private func answer(_ request: JSONDocument.Node, about file: AASAFile, to output: inout JSONOutput) throws(Problem) {
        guard let link = try Self.text("url", of: request) else {
            throw Problem(message: "\"url\" is missing", offset: request.range.lowerBound)
        }
        let domain = try Self.text("domain", of: request) ?? ""
        let appID = try Self.text("appId", of: request)
        let decision = file.decision(for: link, appID: appID, domain: domain, isTraced: isTraced)
        output.field("decision", decision.outcome.rawValue)
        if isTraced {
            output.trace(decision, in: file, of: link, isWhole: true)
            output.findings(file.findings)
            output.appendMasked()
        }
        if let problem = file.problem { throw Self.problem(of: problem) }
        if let problem = Self.problem(ofLink: link, at: request["url"]?.range.lowerBound ?? 0) { throw problem }
        if !isTraced, decision.reason.needsWords {
            output.field("reason", masked: AASAWording.reason(of: decision, in: file))
            if !output.paths.isEmpty { output.appendMasked() }
        }
    }

    /// Returns the text of a file. The text is the content of a JSON string, or else the JSON value itself.
    private static func text(ofFileAt node: JSONDocument.Node) -> String { node.stringValue ?? node.text }

    /// Answers `{"id","assetlinks","source","relation","target"}`: whether a statement of the source matches, and why.
    ///
    /// `assetlinks` is the source's file. For files that include others, it may also be an object that maps URLs to files. The included
    /// files may also be under `includes`. `dialect` chooses the reader whose rules apply.
    private mutating func answer(
        _ request: JSONDocument.Node, assetLinks node: JSONDocument.Node, to output: inout JSONOutput
    ) throws(Problem) {
        var answer = AssetLinksAnswer()
        var findings: [AssociationFinding] = []
        var problem: AssociationFinding?
        var dialect = dialect
        if let name = try Self.text("dialect", of: request) {
            guard let known = AssetLinksQuery.Dialect(rawValue: name) else {
                throw Problem(message: "\"dialect\" must be \"google\" or \"device\"", offset: request["dialect"]?.range.lowerBound ?? 0)
            }
            dialect = known
        }
        do throws(Asset.Problem) {
            guard let target = request["target"] else { throw Asset.Problem(message: "\"target\" is missing", range: request.range) }
            let relation = request["relation"].flatMap { $0.stringValue ?? $0.elements.first { _ in true }?.stringValue }
            let source: Asset? = if let node = request["source"], node.kind != .null { try Asset(node) } else { nil }
            var query = AssetLinksQuery(source: source, relation: relation ?? "", target: try Asset(target))
            query.dialect = dialect
            for files in [request["includes"], node] {
                guard let files, files.kind == .object else { continue }
                for member in files.members { query.included[member.key.stringValue ?? ""] = file(at: member.value) }
            }
            let own = ownFile(node, source: query.source)
            findings = own.findings
            problem = own.problem
            answer = query.answer(own)
        } catch {
            answer.reason = error.message
            answer.errors = [(.invalidQuery, error.message)]
        }
        output.field("linked", answer.isUndecided ? nil : answer.isLinked)
        output.reason(of: answer, dialect)
        if isTraced { output.trace(answer, findings) }
        if isTraced || !output.paths.isEmpty { output.appendMasked() }
        if let problem { append(Self.problem(of: problem), to: &output) }
    }

    private mutating func file(at node: JSONDocument.Node) -> AssetLinksFile {
        let text = Self.text(ofFileAt: node)
        return assetLinksFiles.file(text) { AssetLinksFile(Array(text.utf8)) }
    }

    /// Returns the source's own file: the value itself or, if there are several files, the file at the source's well-known URL.
    private mutating func ownFile(_ node: JSONDocument.Node, source: Asset?) -> AssetLinksFile {
        if node.kind == .object, case .web(let site) = source {
            for address in [site.wellKnownURL, site.description, site.description + "/"] {
                if let own = node[address] { return file(at: own) }
            }
        }
        return file(at: node)
    }
}

/// Keeps parsed files by their text, because thousands of lines may have the same few files.
private struct FileMemory<File> {
    /// The size, in bytes, at which the kept texts are dropped. The parsed form of a text takes several times as much memory.
    private static var mostBytes: Int { 4 << 20 }
    /// The minimum number of bytes that each file counts toward the limit.
    private static var leastBytes: Int { 1 << 10 }

    private var files: [ExactString: File] = [:]
    private var bytes = 0

    /// Returns the file with a text. Parses the file unless it is kept.
    mutating func file<Failure>(_ text: String, parse: () throws(Failure) -> File) throws(Failure) -> File {
        if let file = files[ExactString(text)] { return file }
        let file = try parse()
        let size = max(text.utf8.count, Self.leastBytes)
        if bytes + size > Self.mostBytes { (files, bytes) = ([:], 0) }
        files[ExactString(text)] = file
        bytes += size
        return file
    }
}

extension JSONOutput {
    /// Adds the fields of a decision of a device.
    mutating func decision(_ decision: Decision) {
        field("decision", decision.word)
        switch decision.outcome {
        case .app(let apps) where apps.count == 1: field("app", masking.name(apps[0]))
        case .app(let apps): strings("anyOf", masked: apps)
        case .chooser(let apps): strings("apps", masked: apps)
        case .browser(let app?): field("app", masking.name(app))
        case .system(let handler, let app):
            field("handler", handler)
            if let app { field("app", masking.name(app)) }
        case .store(let package?): field("package", masking.name(package))
        case .fallback(let url): field("url", masked: url)
        case .browser(nil), .store(nil), .nothing: break
        }
        if let url = decision.url { field("url", masked: url) }
        if decision.asks { field("confirm", true) }
        if decision.staysInPlace { field("inPlace", true) }
        field("reason", masking.name(decision.reason))
    }
}
