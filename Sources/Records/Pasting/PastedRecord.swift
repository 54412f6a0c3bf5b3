import Bytes
import JSONDocument

/// One item from pasted text: a link that was found in it, or a record that is delivered unchanged.
package struct PastedRecord: Sendable, Hashable {
    /// What surrounded the link in the text.
    package enum Wrapping: String, Sendable, Hashable, CaseIterable {
        /// Nothing: a bare link, a JSON record, or a line without any link.
        case none
        case text
        case quotes
        case angleBrackets
        case markdown
        case html
        case json
        case command
        case log

        /// Completes a sentence such as "1 link was found …".
        package var phrase: String {
            switch self {
            case .none: "as written"
            case .text: "in the text"
            case .quotes: "in quotes"
            case .angleBrackets: "in angle brackets"
            case .markdown: "in Markdown"
            case .html: "in HTML"
            case .json: "in JSON"
            case .command: "in a command"
            case .log: "in a log line"
            }
        }
    }

    /// A part of the record and its place in the paste: either the same bytes, or the escape from which they were decoded.
    package struct Piece: Sendable, Hashable {
        package let place: Range<Int>
        package let source: Range<Int>
    }

    private let text: TracedText
    package let wrapping: Wrapping
    /// Whether a line end was removed, together with anything that a mail program or a terminal put around the line end.
    package let isJoined: Bool
    /// Notes for the user, such as why a link is shorter than in the paste. Secrets are masked.
    package let notes: [String]
    /// The note that says where a shell cut the link off; nil if none does.
    package let cut: String?

    init(_ text: TracedText, of paste: [UInt8], wrapping: Wrapping, notes: [String] = [], cut: String? = nil) {
        self.text = text
        self.wrapping = wrapping
        self.notes = notes
        self.cut = cut
        isJoined = zip(text.runs, text.runs.dropFirst()).contains { before, after in
            before.source.upperBound < after.source.lowerBound
                && paste[before.source.upperBound..<after.source.lowerBound].contains(where: ByteClass.isLineEnd)
        }
    }

    package var bytes: [UInt8] { text.bytes }
    /// The bytes of the paste that the record was made from, including the bytes between its pieces.
    package var range: Range<Int> { text.source(of: 0..<text.count) }
    /// The pieces that make up all of `bytes`, in order.
    package var pieces: [Piece] {
        zip(text.runs, text.runs.dropFirst().map(\.start) + [text.count]).map { Piece(place: $0.start..<$1, source: $0.source) }
    }
    /// Whether the record is one unchanged part of the paste, so that the record can be read from the paste again.
    package var isVerbatim: Bool { text.runs.count == 1 && text.runs[0].isVerbatim }
}

/// Finds the links in a JSON document: every string value that is a link as a whole.
enum PastedJSON {
    /// Returns the links in source order, or nil if the text is not JSON.
    static func links(in text: TracedText, _ range: Range<Int>) -> [TracedText]? {
        guard let first = text.bytes[range].first(where: { !ByteClass.isBlank($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        let document = JSONDocument(Array(text.bytes[range]))
        guard document.isValid, let root = document.root else { return nil }
        var links: [TracedText] = []
        var pending = [root]
        while let node = pending.popLast() {
            if node.kind == .string {
                let quoted = node.range.lowerBound + range.lowerBound..<node.range.upperBound + range.lowerBound
                guard quoted.count > 2 else { continue }
                let link = JSONEscapes.decoded(TracedText(text, quoted.lowerBound + 1..<quoted.upperBound - 1))
                if isLink(link.bytes) { links.append(link) }
            }
            pending += node.elements.reversed()
            pending += node.members.map(\.value).reversed()
        }
        return links
    }

    private static func isLink(_ bytes: [UInt8]) -> Bool {
        LinkStart.isAt(0, in: bytes, before: bytes.count) && !BareLink.isAbsent(in: bytes.span)
            && !bytes.contains(where: ByteClass.isLineEnd)
    }
}

/// Decodes the escapes of a JSON string. Malformed escapes are kept as they are.
enum JSONEscapes {
    static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "\\") }) { position in
            let escape = ByteView.with(text.bytes.span) { JSONEscape(in: $0, at: position, end: text.count) }
            return escape.map { (Array(String($0.scalar).utf8), $0.length) }
        } ?? text
    }
}
