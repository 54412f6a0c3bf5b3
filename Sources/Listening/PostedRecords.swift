import Bytes
import JSONDocument

/// The records of a post's body, in the form in which an inspector takes them.
package struct PostedRecords: Sendable, Hashable {
    /// One line per record, each with its line end.
    package private(set) var lines: [UInt8] = []
    package private(set) var count = 0
    package let sender: PostSender
    private let format: PostFormat

    /// Reads a body. Either all of its records are usable or the body is refused.
    package init(_ body: [UInt8], as format: PostFormat, from sender: PostSender = .app) throws(Refusal) {
        self.format = format
        self.sender = sender
        let body = Array(RecordRule.withoutMark(body))
        lines.reserveCapacity(body.count + 1)
        switch format {
        case .records:
            try addLines(of: body, endingAt: { $0 == UInt8(ascii: "\n") }) { records, line, _ throws(Refusal) in
                records.lines += line
                records.endRecord()
            }
        case .text: try addText(body)
        case .jsonLines: try addJSONLines(of: body)
        case .json: try addDocument(body)
        }
        guard count > 0 else { throw Refusal(.badRequest, "The body has no record.") }
    }

    // MARK: Lines

    /// Calls `add` with each line that is not empty, without its line end, and with its number.
    private mutating func addLines(
        of body: [UInt8], endingAt isEnd: (UInt8) -> Bool,
        _ add: (inout Self, ArraySlice<UInt8>, _ number: Int) throws(Refusal) -> Void
    ) throws(Refusal) {
        var start = 0
        var number = 0
        while start < body.count {
            let end = body[start...].firstIndex(where: isEnd) ?? body.count
            number += 1
            let line = body[start..<end]
            let isPair = end + 1 < body.count && body[end] == UInt8(ascii: "\r") && body[end + 1] == UInt8(ascii: "\n")
            start = end + (isPair ? 2 : 1)
            if RecordRule.isBlank(line) { continue }
            try checkRoom(line.count, line: number)
            try add(&self, line, number)
        }
    }

    /// Adds one link per line. A line may end with CR alone, because no link has one.
    private mutating func addText(_ body: [UInt8]) throws(Refusal) {
        try addLines(of: body, endingAt: ByteClass.isLineEnd) { records, line, number throws(Refusal) in
            if line.contains(0) {
                throw Refusal(.badRequest, "Record \(records.count + 1) has a NUL character. Send text as UTF-8.", line: number)
            }
            // An inspector reads a line in braces as an object, whatever the type of the post.
            if line.first(where: { !ByteClass.isJSONSpace($0) }) == UInt8(ascii: "{") { return try records.addJSONLine(line, number) }
            if let problem = RecordRule.problem(inLink: line, number: records.count + 1) {
                throw Refusal(.badRequest, problem, line: number)
            }
            records.lines += line
            records.endRecord()
        }
    }

    private mutating func addJSONLines(of body: [UInt8]) throws(Refusal) {
        try addLines(of: body, endingAt: { $0 == UInt8(ascii: "\n") }) { records, line, number throws(Refusal) in
            try records.addJSONLine(line, number)
        }
    }

    private mutating func addJSONLine(_ line: ArraySlice<UInt8>, _ number: Int) throws(Refusal) {
        let document = JSONDocument(Array(line))
        if let finding = document.findings.first(where: \.isError) { throw Self.refusal(finding, line: number) }
        guard let root = document.root else { return }
        try add(root, of: document.source, line: number, column: 1)
    }

    // MARK: JSON

    private mutating func addDocument(_ body: [UInt8]) throws(Refusal) {
        let document = JSONDocument(body)
        if let finding = document.findings.first(where: \.isError) {
            // A second value on a later line: these are JSON lines.
            let isLines = finding.code == .trailingContent && finding.line > 1 && document.root.map { $0.kind != .array } == true
            guard isLines else { throw Self.refusal(finding, line: finding.line) }
            return try addJSONLines(of: body)
        }
        guard let root = document.root else { return }
        guard root.kind == .array else { return try add(root, of: body) }
        for element in root.elements { try add(element, of: body) }
    }

    private mutating func add(_ node: JSONDocument.Node, of body: [UInt8]) throws(Refusal) {
        // The place is counted only for an error, because counting takes as long as reading.
        do throws(Refusal) {
            try add(node, of: body, line: 0, column: 0)
        } catch {
            let (line, column) = body.span.lineAndColumn(of: node.range.lowerBound)
            try add(node, of: body, line: line, column: column)
        }
    }

    private mutating func add(_ node: JSONDocument.Node, of source: [UInt8], line: Int, column: Int) throws(Refusal) {
        try checkRoom(node.range.count, line: line, column: column)
        let number = count + 1
        switch node.kind {
        case .object:
            if let problem = RecordRule.problem(in: node, number: number) {
                throw Refusal(.badRequest, problem, line: line, column: column)
            }
            append(onOneLine: source[node.range])
        case .string:
            let text = Array((node.stringValue ?? "").utf8)
            if let problem = RecordRule.problem(inLink: text, number: number) {
                throw Refusal(.badRequest, problem, line: line, column: column)
            }
            // A record is one line, so a link with line ends stays in the JSON that escapes them.
            if text.contains(where: ByteClass.isLineEnd) {
                lines += Array("{\"url\":".utf8)
                append(onOneLine: source[node.range])
                lines.append(UInt8(ascii: "}"))
            } else {
                lines += text
            }
        case .array, .number, .bool, .null:
            throw Refusal(
                .badRequest, "Record \(number) is \(node.kind.withArticle), but must be an object or a link in quotes.", line: line,
                column: column)
        }
        endRecord()
    }

    // MARK: Writing

    private func checkRoom(_ length: Int, line: Int, column: Int? = nil) throws(Refusal) {
        guard length <= format.longestRecord else {
            throw Refusal(.contentTooLarge, "The record is longer than \(format.longestRecord >> 20) MiB.", line: line, column: column)
        }
        guard count < format.mostRecords else {
            throw Refusal(.contentTooLarge, "The body has more than \(format.mostRecords) records. Send it in several posts.")
        }
    }

    /// Appends a JSON value as it was written, on one line. In valid JSON, line ends are only whitespace.
    private mutating func append(onOneLine value: ArraySlice<UInt8>) {
        for byte in value { lines.append(ByteClass.isLineEnd(byte) ? UInt8(ascii: " ") : byte) }
    }

    private mutating func endRecord() {
        lines.append(UInt8(ascii: "\n"))
        count += 1
    }

    private static func refusal(_ finding: JSONFinding, line: Int) -> Refusal {
        Refusal(.badRequest, "This is not JSON: \(finding.message)", line: line, column: finding.column)
    }
}

/// The form of a post's body.
package enum PostFormat: Sendable, Hashable {
    /// A value or a list of values. Some programs send JSON lines under this type.
    case json
    /// One JSON value per line.
    case jsonLines
    /// One link per line.
    case text
    /// One record per line, whatever it is. Another process of linkscope has made or checked them.
    case records

    /// The most bytes of a body.
    package var longestBody: Int { self == .records ? GroupCommit.largest : 4 << 20 }
    /// The most bytes of a record. An inspector reads a mebibyte of it.
    package var longestRecord: Int { self == .records ? 4 << 20 : 1 << 20 }
    /// The most records of a body, so that one post delays no other for long.
    var mostRecords: Int { self == .records ? .max : 20_000 }

    /// Reads the value of a `Content-Type` field.
    init(_ contentType: String?) throws(Refusal) {
        let parts = (contentType ?? "").lowercased().split(separator: ";").map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
        switch parts.first {
        case "application/json": self = .json
        case "application/x-ndjson", "application/ndjson", "application/jsonl": self = .jsonLines
        case "text/plain": self = .text
        default:
            throw Refusal(
                .unsupportedMediaType,
                "The Content-Type must be application/json, application/x-ndjson (one value per line) or text/plain "
                    + "(one link per line), as in curl -H 'Content-Type: application/json'.")
        }
        for part in parts.dropFirst() where part.hasPrefix("charset=") {
            guard ["utf-8", "\"utf-8\"", "utf8", "us-ascii"].contains(part.dropFirst("charset=".count)) else {
                throw Refusal(.unsupportedMediaType, "The body must be UTF-8.")
            }
        }
    }
}

/// Who posts records.
package enum PostSender: Sendable, Hashable {
    /// An app, also if `linkscope listen` passes its records on.
    case app
    /// `linkscope send`.
    case send
    /// The desktop, which opens a link.
    case desktop
}
