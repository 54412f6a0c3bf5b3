import Bytes
import JSONDocument

// Reads a line of a device's log: what Android or iOS tells in it about links, or the links that any app has printed.
//
//    … START u0 {act=… dat=shop://a cmp=…} from uid 10088 ──► {"url":"shop://a","ts":"…","log":"…"}
//    … Displayed com.example/.Main: +812ms ────────────────► {"event":"device_displayed","activity":"com.example/.Main",…}
//    … No Activity found to handle Intent { dat=shop://a } ─► {"event":"device_blocked","url":"shop://a","reason":"…",…}
//    … opening shop://a ───────────────────────────────────► {"url":"shop://a",…}, by LinkSearch
//    … Received a packet ──────────────────────────────────► nothing; most lines of a log are like this
//
// A record is made from the whole line, so all of its bytes come from there.

/// Finds the records in one line of a device's log.
enum PastedLog {
    /// Returns the records, or nil if the line is not a log line. Returns no records if the line has nothing about links.
    static func records(in text: TracedText, _ line: Range<Int>) -> [PastedRecord]? {
        let bytes = text.bytes[line].span
        guard let log = LogLine(bytes) ?? LogLine(console: bytes) else { return nil }
        return (log.facts ?? links(in: log)).map { fact in
            var record = TracedText()
            record.append(log.record(of: fact), for: line, of: text)
            return PastedRecord(text: record, wrapping: .log)
        }
    }

    /// Returns where the objects of a log are in a text that is an array of them, or nil if the text is not such an array.
    static func objects(in text: TracedText) -> [Range<Int>]? {
        guard let start = text.bytes.firstIndex(where: { !ByteClass.isBlank($0) }), text.bytes[start] == UInt8(ascii: "["),
            let first = text.bytes[start...].firstIndex(of: UInt8(ascii: "{"))
        else { return nil }
        let rest = text.bytes[first...]
        guard LogLine.mayBegin(rest.span) else { return nil }
        let document = JSONDocument(text.bytes)
        guard document.isValid, let root = document.root, root.kind == .array else { return nil }
        return root.elements.map(\.range)
    }

    /// Returns the links in the message. A link whose rest the device hid is not the link that was opened.
    private static func links(in log: LogLine) -> [LogFact] {
        guard BareLink.mayBeInside(log.bytes.span.extracting(log.message)) else { return [] }
        let found = LinkSearch.links(in: TracedText(log.bytes), log.message).filter { !log.isHidden(after: $0.range.upperBound) }
        return found.prefix(LogLine.mostFacts).map { .link(url: String(decoding: $0.record.bytes, as: UTF8.self), source: nil) }
    }
}
