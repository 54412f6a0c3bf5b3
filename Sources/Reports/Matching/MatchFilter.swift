@_spi(Flat) import JSONDocument
import LinkLayers

/// Answers the lines of `linkscope match --json-lines`, one by one: a JSON object in, a JSON object out, under the same `id`.
package struct MatchFilter {
    private let showsSecrets: Bool

    package init(showsSecrets: Bool = false) {
        self.showsSecrets = showsSecrets
    }

    /// Appends the answer to one line, with its line end. A line that cannot be answered is answered with an error and its place.
    package mutating func answer(_ line: [UInt8], isCut: Bool = false, to output: inout [UInt8]) {
        let document = JSONDocument(line, limits: .init(size: 1 << 30))
        var json = JSONOutput()
        json.beginObject()
        json.key("id")
        json.raw(document.root?["id"].map(Self.safeText) ?? "null")
        do throws(Problem) {
            try answer(try Self.request(document, isCut: isCut), to: &json)
        } catch {
            json.key("error")
            json.string(showsSecrets ? error.message : Secrets.masked(error.message))
            json.key("code")
            json.string(error.code)
            json.key("offset")
            json.number(error.offset)
        }
        json.endObject()
        json.bytes.withSpan { written in unsafe written.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) } }
        output.append(UInt8(ascii: "\n"))
    }

    /// Why there is no answer.
    private struct Problem: Error {
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

    private func answer(_ request: JSONDocument.Node, to output: inout JSONOutput) throws(Problem) {
        if let node = request["intent"] {
            guard let text = node.stringValue else { throw Problem(line: "\"intent\" has to be a string", at: node.range.lowerBound) }
            do throws(IntentURIError) {
                IntentAnswer(intent: try IntentURI(text), showsSecrets: showsSecrets).append(to: &output)
            } catch {
                throw Problem(error)
            }
        } else {
            throw Problem(line: "The object asks nothing: it has no \"intent\"", at: request.range.lowerBound)
        }
    }

    /// The JSON of a node as it was written, with nothing in it that a terminal obeys.
    private static func safeText(_ node: JSONDocument.Node) -> String {
        guard node.kind == .string || node.kind == .number || node.kind == .bool || node.kind == .null, !node.isMissing else {
            return "null"
        }
        return String(decoding: JSONLine.safe(Array(node.text.utf8)), as: UTF8.self)
    }
}
