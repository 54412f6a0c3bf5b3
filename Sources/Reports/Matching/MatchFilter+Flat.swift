import Associations
@_spi(Flat) import JSONDocument

// Most lines ask about a file that was asked about before, in plain words. Such a line is read into flat memory and answered from there;
// whatever is unusual about it sends it the way of all lines, which answers alike.

extension MatchFilter {
    /// What a line asks, as places in its text.
    private struct Question {
        var id: Range<Int>?
        var link: Range<Int>
        var domain: Range<Int>
        var appID: Range<Int>?
    }

    /// Answers a line about an apple-app-site-association file that is known. False: nothing is answered.
    mutating func answerFlat(_ line: Span<UInt8>) -> Bool {
        guard let known = aasaFiles.last, let start = Self.place(of: known.text, in: line) else { return answerKnown(line) }
        // The file's text is valid JSON and stands behind `"aasa":`. So the line with `null` in its place is valid exactly if the line is, and
        // says the same but for this value, provided that the `null` turns out to be the value of that key. Then the text need not be read.
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

    /// The same where it is not the last file: the line is read whole.
    private mutating func answerKnown(_ line: Span<UInt8>) -> Bool {
        tape.read(line)
        guard tape.isValid else { return false }
        let asked = tape.withView(of: line) { view in
            view.value(of: "aasa", in: 0).flatMap { node in Self.question(view).map { ($0, view[node].range) } }
        }
        guard let (question, text) = asked, let known = aasaFiles.known(line.extracting(text)) else { return false }
        return Self.answer(question, of: line, known.file, to: &output)
    }

    private static func answer(_ question: Question, of line: Span<UInt8>, _ file: AASAFile, to output: inout ByteWriter) -> Bool {
        // What is wrong with a file is told in full.
        guard file.isUsable else { return false }
        let outcome = file.outcome(in: line, link: question.link, appID: question.appID, domain: question.domain)
        output.append("{\"id\":")
        if let id = question.id { output.append(line, id) } else { output.append("null") }
        switch outcome {
        case .match: output.append(",\"decision\":\"match\"}")
        case .exclude: output.append(",\"decision\":\"exclude\"}")
        case .noMatch: output.append(",\"decision\":\"no_match\"}")
        }
        return true
    }

    /// What is asked; nil where something has to be looked at closer.
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

    /// Where a text stands that needs no decoding; `.some(nil)` for one that is not there; nil for anything else.
    private static func text(_ key: StaticString, _ view: JSONView) -> Range<Int>?? {
        guard let node = view.value(of: key, in: 0) else { return .some(nil) }
        let record = view[node]
        if record.kind == .null { return .some(nil) }
        return record.kind == .string && !record.flags.contains(.needsDecoding) ? .some(record.contentRange) : nil
    }

    /// Whether a terminal shows the text as it is.
    private static func isPlain(_ bytes: JSONBytes, _ range: Range<Int>) -> Bool {
        range.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] < 0x7F }
    }

    /// Where the text stands behind the first `"aasa":`.
    private static func place(of text: [UInt8], in line: Span<UInt8>) -> Int? {
        JSONBytes.with(line) { bytes in
            var place = 0
            while place < line.count {
                guard bytes[place] == UInt8(ascii: "\""), bytes.hasPrefix("\"aasa\":", at: place) else {
                    place += 1
                    continue
                }
                place += 7
                while bytes[place] == UInt8(ascii: " ") { place += 1 }
                guard place + text.count < line.count, line.extracting(place..<place + text.count).isSame(as: text.span) else { return nil }
                return place
            }
            return nil
        }
    }
}
