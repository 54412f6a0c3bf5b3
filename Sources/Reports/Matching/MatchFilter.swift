package import Associations
import JSONDocument
import LinkLayers

/// Answers the lines of `linkscope match --json-lines`, one by one: a JSON object in, a JSON object out, under the same `id`.
package struct MatchFilter {
    let showsSecrets: Bool
    let isTraced: Bool
    /// Who is asked about assetlinks where a line does not say it.
    let dialect: AssetLinksQuery.Dialect
    var aasaFiles = FileMemory<AASAFile>()
    var assetLinksFiles = FileMemory<AssetLinksFile>()

    package init(showsSecrets: Bool = false, isTraced: Bool = false, dialect: AssetLinksQuery.Dialect = .google) {
        self.showsSecrets = showsSecrets
        self.isTraced = isTraced
        self.dialect = dialect
    }

    /// Appends the answer to one line, with its line end. A line that cannot be answered is answered with an error and its place.
    package mutating func answer(_ line: [UInt8], isCut: Bool = false, to output: inout [UInt8]) {
        var json = JSONOutput()
        json.beginObject()
        if isCut || !answerShortened(line, to: &json) {
            answer(JSONDocument(line, limits: .init(size: 1 << 30)), isCut: isCut, to: &json)
        }
        json.endObject()
        json.append(to: &output)
        output.append(UInt8(ascii: "\n"))
    }

    private mutating func answer(_ document: JSONDocument, isCut: Bool, to json: inout JSONOutput) {
        json.key("id")
        json.raw(Self.id(of: document.root))
        do throws(Problem) {
            try answer(try Self.request(document, isCut: isCut), of: document.source, to: &json)
        } catch {
            json.key("error")
            json.string(showsSecrets ? error.message : Secrets.masked(error.message))
            json.key("code")
            json.string(error.code)
            json.key("offset")
            json.number(error.offset)
        }
    }

    /// Answers a line about the same apple-app-site-association file as the one before, without reading that file's text again.
    ///
    /// The text is valid JSON and stands behind `"aasa":`. So the line with `null` in its place is valid exactly if the line is, and says
    /// the same but for this value, provided that the `null` turns out to be the value of that key. Otherwise the line is read whole.
    private mutating func answerShortened(_ line: [UInt8], to json: inout JSONOutput) -> Bool {
        guard let (text, file) = aasaFiles.last, let start = Self.place(of: text, in: line) else { return false }
        let short = Array(line[..<start]) + Array("null".utf8) + Array(line[(start + text.count)...])
        let document = JSONDocument(short)
        guard document.isValid, let root = document.root, root["aasa"]?.range == start..<start + 4,
            let url = root["url"]?.stringValue, let domain = root["domain"]?.stringValue, let appID = root["appId"]?.stringValue
        else { return false }
        json.key("id")
        json.raw(Self.id(of: root))
        append(file, url: url, domain: domain, appID: appID, to: &json)
        return true
    }

    private static let key = Array(#""aasa":"#.utf8)

    /// Where the text stands behind the first `"aasa":`.
    private static func place(of text: [UInt8], in line: [UInt8]) -> Int? {
        let (line, text, key) = (line.span, text.span, key.span)
        guard line.count > text.count + key.count else { return nil }
        var start = 0
        while start < line.count - text.count - key.count {
            if line[start] == key[0], line.extracting(start..<start + key.count).isSame(as: key) {
                start += key.count
                return line.extracting(start..<start + text.count).isSame(as: text) ? start : nil
            }
            start += 1
        }
        return nil
    }

    /// Why there is no answer.
    struct Problem: Error {
        var message: String
        var code: String
        /// The byte it is about: of the line, or of the text that the line asks about.
        var offset: Int

        init(line message: String, at offset: Int) {
            self.message = message
            code = "bad-line"
            self.offset = offset
        }

        init(_ error: IntentURIError) {
            message = error.description
            code = error.code.rawValue
            offset = error.offset
        }
    }

    private static func request(_ document: JSONDocument, isCut: Bool) throws(Problem) -> JSONDocument.Node {
        if isCut { throw Problem(line: "The line is too long to be read whole", at: document.source.count) }
        if let finding = document.findings.first(where: \.isError) {
            throw Problem(line: "The line is not JSON: \(finding.message)", at: finding.offset)
        }
        guard let root = document.root, root.kind == .object else {
            throw Problem(line: "Each line has to be a JSON object, as {\"id\":1,\"intent\":\"intent://…\"}", at: 0)
        }
        return root
    }

    private mutating func answer(_ request: JSONDocument.Node, of line: [UInt8], to output: inout JSONOutput) throws(Problem) {
        if let file = request["aasa"] {
            try answer(request, aasa: file, of: line, to: &output)
        } else if let file = request["assetlinks"] {
            try answer(request, assetLinks: file, of: line, to: &output)
        } else if let node = request["intent"] {
            guard let text = node.stringValue else { throw Problem(line: "\"intent\" has to be a string", at: node.range.lowerBound) }
            do throws(IntentURIError) {
                IntentAnswer(intent: try IntentURI(text), showsSecrets: showsSecrets).append(to: &output)
            } catch {
                throw Problem(error)
            }
        } else {
            let message = "The object asks nothing: it has no \"intent\", \"aasa\" or \"assetlinks\""
            throw Problem(line: message, at: request.range.lowerBound)
        }
    }

    /// The text under a key; nil where the key is absent or null.
    static func text(_ key: String, of request: JSONDocument.Node) throws(Problem) -> String? {
        guard let node = request[key], node.kind != .null else { return nil }
        guard let text = node.stringValue else { throw Problem(line: "\"\(key)\" has to be a string", at: node.range.lowerBound) }
        return text
    }

    private static func id(of root: JSONDocument.Node?) -> String {
        root?["id"].map(safeText) ?? "null"
    }

    /// The JSON of a node as it was written, with nothing in it that a terminal obeys.
    private static func safeText(_ node: JSONDocument.Node) -> String {
        switch node.kind {
        case .string, .number, .bool: String(decoding: JSONLine.safe(Array(node.text.utf8)), as: UTF8.self)
        case .null, .object, .array: "null"
        }
    }
}

extension Span<UInt8> {
    func isSame(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}
