import Bytes
import Deciding
import JSONDocument

// This is a fast path for most lines. If a line asks about a file or a device that was used before, its text is cut out of the line, and only
// the rest is parsed. A line about a file that contains no unusual text is then answered from flat memory. Any other line takes the general
// path, which gives the same answers.

extension MatchFilter {
    /// The question in a line, as ranges in its text.
    private struct Question {
        var id: Range<Int>?
        var link: Range<Int>
        var domain: Range<Int>
        var appID: Range<Int>?
    }

    /// Answers a line about an apple-app-site-association file or a device that was used before. Returns `false`, without an answer, if the
    /// line needs the general path.
    mutating func answerFlat(_ line: Span<UInt8>) -> Bool {
        guard let (start, isDevice) = Self.placeOfValue(in: line) else { return false }
        if isDevice {
            guard let known = Self.known(in: &devices, at: start, of: line) else { return false }
            cut(known.text.count, at: start, from: line)
            return answer(known.file, at: start)
        }
        guard let known = Self.known(in: &aasaFiles, at: start, of: line) else { return false }
        cut(known.text.count, at: start, from: line)
        return short.withSpan { short in
            tape.read(short)
            guard tape.isValid else { return false }
            let question = tape.withView(of: short) { view in
                view.value(of: "aasa", in: 0).flatMap { view[$0].range == start..<start + 4 ? Self.question(view) : nil }
            }
            return question.map { Self.answer($0, of: short, known.file, to: &output) } ?? false
        }
    }

    /// Returns the value at `start`, if it was used before.
    private static func known<File>(
        in memory: inout FileMemory<File>, at start: Int, of line: Span<UInt8>
    ) -> FileMemory<File>.Known? {
        // In most cases, the line contains the value that was used last, so its length is known.
        if let last = memory.last, stands(last.text, at: start, in: line) { return last }
        return end(ofValueAt: start, in: line).flatMap { memory.known(line.extracting(start..<$0)) }
    }

    /// Writes the line with `null` in place of a known value.
    ///
    /// The text of the value is valid JSON and follows its key. If it is the value of this key in the line, this changes neither the validity
    /// of the line nor its other values, and the value need not be parsed again. The caller makes sure that it is.
    private mutating func cut(_ count: Int, at start: Int, from line: Span<UInt8>) {
        short.removeAll()
        short.append(line, 0..<start)
        short.append("null")
        short.append(line, start + count..<line.count)
    }

    private mutating func answer(_ device: AskedDevice, at start: Int) -> Bool {
        let document = short.withSpan { JSONDocument($0.array) }
        guard document.isValid, let root = document.root, root["device"]?.range == start..<start + 4,
            let decision = try? device.decision(on: root)
        else {
            return false
        }
        let json = JSONOutput.report(showsSecrets: showsSecrets) { json in
            json.field("id", raw: Self.id(of: root))
            json.decision(decision)
        }
        json.bytes.withSpan { output.append($0) }
        return true
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

    /// Returns the place where the value after the first `"aasa":` or `"device":` begins, and whether it is a device.
    private static func placeOfValue(in line: Span<UInt8>) -> (start: Int, isDevice: Bool)? {
        ByteView.with(line) { bytes in
            for quote in 0..<line.count where bytes[quote] == UInt8(ascii: "\"") {
                let isDevice = bytes.hasPrefix("\"device\":", at: quote)
                guard isDevice || bytes.hasPrefix("\"aasa\":", at: quote) else { continue }
                var place = quote + (isDevice ? 9 : 7)
                while bytes[place] == UInt8(ascii: " ") { place += 1 }
                return (place, isDevice)
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
