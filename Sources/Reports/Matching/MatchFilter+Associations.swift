import Associations
import JSONDocument

extension MatchFilter {
    /// Answers `{"id","aasa","domain","appId","url"}` with the decision. A traced answer also has the deciding rule and the reasons why
    /// other rules did not match.
    mutating func answer(
        _ request: JSONDocument.Node,
        aasa node: JSONDocument.Node,
        of line: [UInt8],
        to output: inout JSONOutput
    ) throws(Problem) {
        guard let link = try Self.text("url", of: request) else {
            throw Problem(line: "\"url\" is missing", at: request.range.lowerBound)
        }
        let domain = try Self.text("domain", of: request) ?? ""
        let appID = try Self.text("appId", of: request)
        let file = aasaFiles.file(line.span.extracting(node.range)) { AASAFile(Self.file(at: node, of: line), comparesRules: isTraced) }
        let decision = file.decision(for: link, appID: appID, domain: domain, isTraced: isTraced)
        output.field("decision", decision.outcome.rawValue)
        if isTraced {
            output.trace(decision, in: file, of: link)
            output.findings(file.findings)
            output.appendMasked()
        }
        if let problem = file.problem {
            append(Problem(problem), to: &output)
        } else if let problem = Problem(ofLink: link, at: request["url"]?.range.lowerBound ?? 0) {
            append(problem, to: &output)
        } else if !isTraced, decision.reason.needsWords {
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
