import Bytes
import Deciding
import JSONDocument

// This is a fast path for most lines. If a line asks about a file that was used before, and contains no unusual text, the line is parsed
// into flat memory and answered from there. Any other line takes the general path, which gives the same answers.

extension MatchFilter {
    /// The question in a line, as ranges in its text.
    private struct Question {
        var id: Range<Int>?
        var link: Range<Int>
        var domain: Range<Int>
        var appID: Range<Int>?
    }

    /// Answers a line about an apple-app-site-association file that was used before. Returns `false`, without an answer, if the line needs
    /// the general path.
    mutating func answerFlat(_ line: Span<UInt8>) -> Bool {
        guard let start = Self.placeOfFile(in: line) else { return false }
        // In most cases, the line contains the file that was used last, so its length is known.
        let known: FileMemory<AASAFile>.Known
        if let last = aasaFiles.last, Self.stands(last.text, at: start, in: line) {
            known = last
        } else if let end = Self.end(ofValueAt: start, in: line), let found = aasaFiles.known(line.extracting(start..<end)) {
            known = found
        } else {
            return false
        }
        // The text of the file is valid JSON and follows `"aasa":`. If the text is the value of this key, replacing the text with `null`
        // changes neither the validity of the line nor its other values, and the file need not be parsed again. The check below makes sure
        // that the text is the value of this key.
        short.removeAll()
        short.append(line, 0..<start)
        short.append("null")
        short.append(line, start + known.text.count..<line.count)
        return short.withSpan { short in
            tape.read(short)
            guard tape.isValid else { return false }
            let question = tape.withView(of: short) { view in
                view.value(of: "aasa", in: 0).flatMap { view[$0].range == start..<start + 4 ? Self.question(view) : nil }
            }
            return question.map { Self.answer($0, of: short, known.file, to: &output) } ?? false
        }
    }

    private static func answer(_ question: Question, of line: Span<UInt8>, _ file: AASAFile, to output: inout ByteWriter) -> Bool {
        // The general path reports the problems of a file.
        guard file.isUsable else { return false }
        // The general path also reports the reason.
        guard let outcome = file.outcome(in: line, link: question.link, appID: question.appID, domain: question.domain) else {
            return false
        }
        output.append("{\"id\":")
        if let id = question.id { output.append(line, id) } else { output.append("null") }
        switch outcome {
        case .match: output.append(",\"decision\":\"match\"}")
        case .exclude: output.append(",\"decision\":\"exclude\"}")
        case .noMatch: output.append(",\"decision\":\"no_match\"}")
        }
        return true
    }

    /// Returns the question, or nil if the line needs the general path.
    private static func question(_ view: JSONView) -> Question? {
        guard case .some(let link?) = text("url", view), let domain = text("domain", view), let appID = text("appId", view) else {
            return nil
        }
        var question = Question(link: link, domain: domain ?? 0..<0, appID: appID)
        guard let id = view.value(of: "id", in: 0) else { return question }
        let record = view[id]
        guard record.kind != .object, record.kind != .array, isPlain(view.bytes, record.range) else { return nil }
        question.id = record.range
        return question
    }

    /// Returns the range of a string that needs no decoding. Returns `.some(nil)` if the key is missing or its value is null, and nil for
    /// any other value.
    private static func text(_ key: StaticString, _ view: JSONView) -> Range<Int>?? {
        guard let node = view.value(of: key, in: 0) else { return .some(nil) }
        let record = view[node]
        if record.kind == .null { return .some(nil) }
        return record.kind == .string && !record.flags.contains(.needsDecoding) ? .some(record.contentRange) : nil
    }

    /// Returns whether a terminal can show the text unchanged.
    private static func isPlain(_ bytes: ByteView, _ range: Range<Int>) -> Bool {
        range.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] < 0x7F }
    }

    /// Returns the place where the value after the first `"aasa":` begins.
    private static func placeOfFile(in line: Span<UInt8>) -> Int? {
        ByteView.with(line) { bytes in
            var place = 0
            while place < line.count {
                guard bytes[place] == UInt8(ascii: "\""), bytes.hasPrefix("\"aasa\":", at: place) else {
                    place += 1
                    continue
                }
                place += 7
                while bytes[place] == UInt8(ascii: " ") { place += 1 }
                return place
            }
            return nil
        }
    }

    private static func stands(_ text: [UInt8], at place: Int, in line: Span<UInt8>) -> Bool {
        place + text.count < line.count && line.extracting(place..<place + text.count).isSame(as: text.span)
    }

    /// Returns the end of the object, array or string at `start`. The result is correct only if the value is valid JSON. The caller makes
    /// sure of this by comparing the text with a known file.
    private static func end(ofValueAt start: Int, in line: Span<UInt8>) -> Int? {
        var depth = 0
        var isInString = false
        var place = start
        while place < line.count {
            let byte = line[place]
            place += 1
            if isInString {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { isInString = false } else { continue }
                if isInString { continue }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                if isInString { continue }
            }
            if depth == 0 { return place }
        }
        return nil
    }
}
