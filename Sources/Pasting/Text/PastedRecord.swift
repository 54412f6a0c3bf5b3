import Bytes

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
        package var place: Range<Int>
        package var source: Range<Int>
    }

    package var bytes: [UInt8]
    /// The bytes of the paste that the record was made from, including the bytes between its pieces.
    package var range: Range<Int>
    package var wrapping: Wrapping
    /// Whether a line end was removed, together with anything that a mail program or a terminal put around the line end.
    package var isJoined: Bool
    /// The pieces that make up all of `bytes`, in order.
    package var pieces: [Piece]
    /// Notes for the user, such as why a link is shorter than in the paste. Secrets are masked.
    package var notes: [String]

    init(_ text: TracedText, of paste: [UInt8], wrapping: Wrapping, notes: [String] = []) {
        bytes = text.bytes
        range = text.source(of: 0..<text.count)
        self.wrapping = wrapping
        self.notes = notes
        isDecoded = text.runs.contains { !$0.isVerbatim }
        let ends = text.runs.dropFirst().map(\.start) + [text.count]
        pieces = zip(text.runs, ends).map { Piece(place: $0.start..<$1, source: $0.source) }
        isJoined = zip(pieces, pieces.dropFirst()).contains { before, after in
            before.source.upperBound < after.source.lowerBound
                && paste[before.source.upperBound..<after.source.lowerBound].contains(where: ByteClass.isLineEnd)
        }
    }

    /// Whether the record is one unchanged part of the paste, so that the record can be read from the paste again.
    package var isVerbatim: Bool { pieces.count == 1 && pieces[0].source.count == bytes.count && !isDecoded }

    /// Whether escapes were decoded. The lengths do not show this, because an escape can be as long as the character that it encodes.
    private let isDecoded: Bool
}
