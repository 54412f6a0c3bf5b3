import AppLinks
import Bytes
package import Deciding
import JSONDocument
import LinkLayers

/// Answers the lines of `linkscope match --json-lines` one after another. Each input object gets an output object with the same `id`.
package struct MatchFilter: ~Copyable {
    let showsSecrets: Bool
    let isTraced: Bool
    /// The dialect whose rules apply to `assetlinks` if a line names no dialect.
    let dialect: AssetLinksQuery.Dialect
    private var aasaFiles = FileMemory<AASAFile>()
    private var assetLinksFiles = FileMemory<AssetLinksFile>()
    private var devices = FileMemory<AskedDevice>()
    private var output = ByteWriter()

    /// The maximum memory, in bytes, that stays allocated after an unusually long line.
    private static let mostKept = 1 << 20

    package init(showsSecrets: Bool = false, isTraced: Bool = false, dialect: AssetLinksQuery.Dialect = .google) {
        self.showsSecrets = showsSecrets
        self.isTraced = isTraced
        self.dialect = dialect
    }

    /// Appends the answer to one line, with a line end. If the line cannot be answered, the answer is an error with the position of the
    /// problem.
    package mutating func answer(_ line: Span<UInt8>, isCut: Bool = false) {
        let json =
            (isCut ? nil : answerAboutKnown(line))
            ?? JSONOutput.report(showsSecrets: showsSecrets) { json in
                answer(JSONDocument(line.array, limits: .init(size: 1 << 30)), isCut: isCut, to: &json)
            }
        json.bytes.withSpan { output.append($0) }
        output.append(UInt8(ascii: "\n"))
    }

    /// Calls a closure with the answers so far.
    package func withAnswers<Answer>(_ body: (Span<UInt8>) -> Answer) -> Answer { output.withSpan(body) }

    /// The size of the answers so far, in bytes.
    package var count: Int { output.count }

    /// Discards the answers so far, and releases memory that a large line needed.
    package mutating func removeAll() {
        output.removeAll()
        output.shrink(to: Self.mostKept)
    }

    private mutating func answer(_ document: JSONDocument, isCut: Bool, to json: inout JSONOutput) {
        json.field("id", raw: Self.id(of: document.root))
        do throws(Problem) {
            try answer(try Self.request(document, isCut: isCut), of: document.source, to: &json)
        } catch {
            append(error, to: &json)
        }
    }

    private func append(_ problem: Problem, to json: inout JSONOutput) {
        json.field("error", json.masking.name(problem.message))
        json.field("code", problem.code)
        json.field("offset", problem.offset)
    }

    /// The reason why a line cannot be answered.
    struct Problem: Error {
        var message: String
        var code: String
        /// The byte offset of the problem, in the line or in the file or text that the line asks about.
        var offset: Int

        init(line message: String, at offset: Int) {
            self.message = message
            code = "bad-line"
            self.offset = offset
        }

        /// Describes why the `url` of a line is not a link. Returns nil if it is a link.
        init?(ofLink text: String, at offset: Int) {
            let url = LinkURL(text)
            if url?.scheme != nil {
                guard let obstacle = LinkObstacle(url), case .strayByte = obstacle else { return nil }
                self.init(line: obstacle.words.replacing("the link", with: "\"url\"", maxReplacements: 1), at: offset)
                code = "bad-url"
                return
            }
            let what = url == nil ? "is not a URL" : "has no scheme"
            self.init(line: "\"url\" \(what): write it in full, such as https://www.example.com/item/7", at: offset)
            code = "bad-url"
        }

        /// Describes why a file cannot be read. The offset is a place in the file.
        init(_ finding: AssociationFinding) {
            message = finding.message
            code = finding.code.rawValue
            offset = finding.range?.lowerBound ?? 0
        }

        init(declaration error: DeclarationError) {
            message = error.description
            code = "bad-declaration"
            offset = error.offset
        }

        init(_ error: IntentURIError) {
            message = error.description
            code = error.code.rawValue
            offset = error.offset
        }
    }

    private static func request(_ document: JSONDocument, isCut: Bool) throws(Problem) -> JSONDocument.Node {
        if isCut { throw Problem(line: "The line is too long", at: document.source.count) }
        if let finding = document.findings.first(where: \.isError) {
            throw Problem(line: "The line is not JSON: \(finding.message)", at: finding.offset)
        }
        guard let root = document.root, root.kind == .object else {
            throw Problem(line: "Each line must be a JSON object, such as {\"id\":1,\"intent\":\"intent://…\"}", at: 0)
        }
        return root
    }

    private mutating func answer(_ request: JSONDocument.Node, of line: [UInt8], to output: inout JSONOutput) throws(Problem) {
        if request["filters"] != nil || request["device"] != nil {
            do throws(DeclarationError) {
                try answer(declarations: request, of: line, to: &output)
            } catch {
                throw Problem(declaration: error)
            }
        } else if let file = request["aasa"] {
            let file = aasaFiles.file(line.span.extracting(file.range)) {
                AASAFile(Self.file(at: file, of: line), comparesRules: isTraced)
            }
            try answer(request, about: file, to: &output)
        } else if let file = request["assetlinks"] {
            try answer(request, assetLinks: file, of: line, to: &output)
        } else if let node = request["intent"] {
            guard let text = node.stringValue else { throw Problem(line: "\"intent\" must be a string", at: node.range.lowerBound) }
            do throws(IntentURIError) {
                IntentAnswer(intent: try IntentURI(text), showsSecrets: showsSecrets).append(to: &output)
            } catch {
                throw Problem(error)
            }
        } else {
            let message = "The object needs \"intent\", \"aasa\", \"assetlinks\", \"filters\" or \"device\""
            throw Problem(line: message, at: request.range.lowerBound)
        }
    }

    /// Answers `{"id","filters","intent"}`: whether a filter takes the intent; and `{"id","device","from","link"}`: what the device does with
    /// the link.
    private mutating func answer(
        declarations request: JSONDocument.Node, of line: [UInt8], to output: inout JSONOutput
    ) throws(DeclarationError) {
        if let node = request["device"] {
            let device = try devices.file(line.span.extracting(node.range)) { () throws(DeclarationError) in try AskedDevice(node) }
            output.decision(try device.decision(on: request))
        } else {
            let answer = try FilterQuestion(request).answer
            output.field("match", answer.matches)
            output.field("reason", output.masking.name(answer.reason))
        }
    }

    /// Returns the text under a key, or nil if the key is missing or null.
    static func text(_ key: String, of request: JSONDocument.Node) throws(Problem) -> String? {
        guard let node = request[key], node.kind != .null else { return nil }
        guard let text = node.stringValue else { throw Problem(line: "\"\(key)\" must be a string", at: node.range.lowerBound) }
        return text
    }

    /// Returns the value of `id` as written, with escapes for characters that a terminal would interpret.
    static func id(of root: JSONDocument.Node?) -> String {
        guard let node = root?["id"] else { return "null" }
        let text = Array(node.text.utf8)
        // In an invalid line, the `id` itself may be invalid.
        guard JSONDocument(text).isValid else { return "null" }
        return String(decoding: JSONLine.safe(text), as: UTF8.self)
    }
}

extension MatchFilter {
    /// Answers `{"id","aasa","domain","appId","url"}` with the decision. A traced answer also has the deciding rule and the reasons why
    /// other rules did not match.
    private func answer(_ request: JSONDocument.Node, about file: AASAFile, to output: inout JSONOutput) throws(Problem) {
        guard let link = try Self.text("url", of: request) else {
            throw Problem(line: "\"url\" is missing", at: request.range.lowerBound)
        }
        let domain = try Self.text("domain", of: request) ?? ""
        let appID = try Self.text("appId", of: request)
        let decision = file.decision(for: link, appID: appID, domain: domain, isTraced: isTraced)
        output.field("decision", decision.outcome.rawValue)
        if isTraced {
            output.trace(decision, in: file, of: link)
            output.findings(file.findings)
            output.appendMasked()
        }
        if let problem = file.problem { throw Problem(problem) }
        if let problem = Problem(ofLink: link, at: request["url"]?.range.lowerBound ?? 0) { throw problem }
        if !isTraced, decision.reason.needsWords {
            output.field("reason", masked: AASAWording.reason(of: decision, in: file))
            if !output.paths.isEmpty { output.appendMasked() }
        }
    }

    /// Returns the text of a file. The text is the content of a JSON string, or else the JSON value itself.
    private static func file(at node: JSONDocument.Node, of line: [UInt8]) -> [UInt8] {
        node.stringValue.map { Array($0.utf8) } ?? Array(line[node.range])
    }

    /// Answers `{"id","assetlinks","source","relation","target"}`: whether a statement of the source matches, and why.
    ///
    /// `assetlinks` is the source's file. For files that include others, it may also be an object that maps URLs to files. The included
    /// files may also be under `includes`. `dialect` chooses the reader whose rules apply.
    mutating func answer(
        _ request: JSONDocument.Node,
        assetLinks node: JSONDocument.Node,
        of line: [UInt8],
        to output: inout JSONOutput
    ) throws(Problem) {
        var answer = AssetLinksAnswer()
        var findings: [AssociationFinding] = []
        var problem: AssociationFinding?
        var dialect = dialect
        if let name = try Self.text("dialect", of: request) {
            guard let known = AssetLinksQuery.Dialect(rawValue: name) else {
                throw Problem(line: "\"dialect\" must be \"google\" or \"device\"", at: request["dialect"]?.range.lowerBound ?? 0)
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
                for member in files.members { query.included[member.key.stringValue ?? ""] = file(at: member.value, of: line) }
            }
            let own = ownFile(node, source: query.source, of: line)
            findings = own.findings
            problem = own.problem
            answer = query.answer(own)
        } catch {
            answer.reason = error.message
            answer.errors = [(.invalidQuery, error.message)]
        }
        let report = AssetLinksReport(answer: answer, findings: findings, dialect: dialect)
        output.field("linked", answer.isUndecided ? nil : answer.isLinked)
        report.appendReason(to: &output)
        if isTraced { report.appendTrace(to: &output) }
        if isTraced || !output.paths.isEmpty { output.appendMasked() }
        if let problem { append(Problem(problem), to: &output) }
    }

    private mutating func file(at node: JSONDocument.Node, of line: [UInt8]) -> AssetLinksFile {
        assetLinksFiles.file(line.span.extracting(node.range)) { AssetLinksFile(Self.file(at: node, of: line)) }
    }

    /// Returns the source's own file: the value itself or, if there are several files, the file at the source's well-known URL.
    private mutating func ownFile(_ node: JSONDocument.Node, source: Asset?, of line: [UInt8]) -> AssetLinksFile {
        if node.kind == .object, case .web(let site) = source {
            for address in [site.wellKnownURL, site.description, site.description + "/"] {
                if let own = node[address] { return file(at: own, of: line) }
            }
        }
        return file(at: node, of: line)
    }
}

// Many lines ask about the same file or device. Its text is cut out of such a line, and only the rest is parsed.

extension MatchFilter {
    /// Answers a line about an apple-app-site-association file or a device that was used before. Returns nil for any other line, and for a
    /// line with a problem, because the answer gives the problem's position in the whole line.
    private mutating func answerAboutKnown(_ line: Span<UInt8>) -> JSONOutput? {
        guard let (key, start) = Self.placeOfValue(in: line) else { return nil }
        if key == "aasa" {
            guard let known = aasaFiles.known(at: start, of: line) else { return nil }
            return answer(line, without: start..<start + known.text.count, of: key) { request, json throws(Problem) in
                try answer(request, about: known.file, to: &json)
            }
        }
        guard let known = devices.known(at: start, of: line) else { return nil }
        return answer(line, without: start..<start + known.text.count, of: key) { request, json throws(Problem) in
            do throws(DeclarationError) {
                json.decision(try known.file.decision(on: request))
            } catch {
                throw Problem(declaration: error)
            }
        }
    }

    /// Answers the line with `null` in place of a known value.
    ///
    /// The text of the value is valid JSON and follows its key. If it is the value of this key in the line, this changes neither the validity
    /// of the line nor its other values, and the value need not be parsed again.
    private func answer(
        _ line: Span<UInt8>, without value: Range<Int>, of key: String,
        answer: (JSONDocument.Node, inout JSONOutput) throws(Problem) -> Void
    ) -> JSONOutput? {
        var short = ByteWriter()
        short.append(line.extracting(0..<value.lowerBound))
        short.append("null")
        short.append(line.extracting(value.upperBound..<line.count))
        let document = short.withSpan { JSONDocument($0.array) }
        guard document.isValid, let root = document.root, root[key]?.range == value.lowerBound..<value.lowerBound + 4,
            // These keys come before the others.
            root["filters"] == nil, key == "device" || root["device"] == nil
        else { return nil }
        var isAnswered = true
        let json = JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("id", raw: Self.id(of: root))
            do throws(Problem) { try answer(root, &json) } catch { isAnswered = false }
        }
        return isAnswered ? consume json : nil
    }

    /// Returns the place where the value after the first `"aasa":` or `"device":` begins, and its key.
    private static func placeOfValue(in line: Span<UInt8>) -> (key: String, start: Int)? {
        ByteView.with(line) { bytes in
            for quote in 0..<line.count where bytes[quote] == UInt8(ascii: "\"") {
                let isDevice = bytes.hasPrefix("\"device\":", at: quote)
                guard isDevice || bytes.hasPrefix("\"aasa\":", at: quote) else { continue }
                var place = quote + (isDevice ? 9 : 7)
                while bytes[place] == UInt8(ascii: " ") { place += 1 }
                return (isDevice ? "device" : "aasa", place)
            }
            return nil
        }
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
