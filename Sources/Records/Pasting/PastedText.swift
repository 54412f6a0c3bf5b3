import Bytes
import LinkLayers

// Splits pasted text, whatever its form, into links and records.
//
//    bytes ──► one JSON value? ── that is a link or event record itself ──────────────────► that record, with line ends turned into spaces
//      │             ├─────────── one entry of a device's log, or an array of them ────────► what each entry tells (PastedLog)
//      │             └─────────── with links inside, or a push payload ────────────────────► the links (PastedJSON)
//      ├────► a table with a column of links? ─────────────────────────────────────────────► the links (PastedTable)
//      ▼
//    Unwrapping ──► lines ──┬── BEGIN:VCARD to END:VCARD ── CardText ──────────────────────► one record, not the lines in it
//                           ├── a line of a device's log ── PastedLog ────────────────────► a record of what it tells, usually nothing
//                           ├── a bare link, a JSON record ───────────────────────────────► unchanged, byte for byte
//                           ├── a command ── ShellCommand ── PastedCommand ───────────────► its link, and what the shell cut off
//                           └── anything else ── LinkSearch ──────────────────────────────► the links in it
//
// A line of running text without a link is left out, and linkscope tells the user. In a list, where every line is a link, a record or a
// single word, such a line is kept, because it is probably a malformed link. In a paste without any link, only what begins like a link is
// kept, so that linkscope can say what is wrong with it; plain words are left out. A line that is a link by itself is never repaired here.
// Among other lines, `key:value`, `NAME=value` and `<tag>` are no links and no malformed ones.

/// The links and records in pasted text.
package struct PastedText: Sendable {
    package private(set) var records: [PastedRecord] = []
    /// The number of lines that had no link and were left out.
    package private(set) var linesWithoutLink = 0
    /// The number of links to pictures that were left out, and to the scripts and styles of a page.
    package private(set) var picturesLeftOut = 0
    /// Whether the text is the association file of a site.
    private var isAssociationFile = false
    /// The number of links beyond `mostLinks`, which were left out.
    package private(set) var linksLeftOut = 0

    /// The maximum number of links taken from one text. Lines that are links or records by themselves do not count.
    package static let mostLinks = 1000

    private let paste: [UInt8]
    /// The lines without a link, each with the index that it would have among the records. These lines are delivered if the text is a list
    /// or has no links.
    private var lines: [(place: Int, line: TracedText)] = []
    private var isList = true
    private var isOneLine = true
    private var linksFound = 0
    private var picturesFound = 0
    /// The number of bytes that were read as commands but had unclosed quotes or no link. Above a limit, a command ends at the end of its
    /// line.
    private var wasted = 0

    package init(_ bytes: [UInt8]) {
        paste = bytes
        if readDocument() || readTable() { return }
        let text = Unwrapping.unwrapped(bytes)
        isOneLine = !text.bytes[text.bytes.span.trimmed].contains(where: ByteClass.isLineEnd)
        var position = 0
        var end = -1
        while position < text.count {
            // The previous command may have ended within this line.
            let isWhole = position > end
            if isWhole { end = text.bytes[position...].firstIndex(where: ByteClass.isLineEnd) ?? text.count }
            position = read(text, position..<end, isWhole: isWhole)
        }
        keepLines()
        sortPage()
    }

    /// Returns whether a text has no records: it has only white space and the marks of a quoted or encoded mail. Returns early for most
    /// links.
    package static func isEmpty(_ text: [UInt8]) -> Bool {
        let mayBeEmpty = text.allSatisfy { byte in
            ByteClass.isBlank(byte) || ByteClass.hexadecimal(byte) != nil || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "=")
        }
        return mayBeEmpty && Unwrapping.unwrapped(text).bytes.allSatisfy(ByteClass.isBlank)
    }

    /// Returns the links in one line of a log or a list, or nil if the line is delivered unchanged. Returns no links for a line of a
    /// device's log that tells nothing about links; such a line is left out.
    ///
    /// Most lines are links or records and cost no more than the checks in `LogLine`, `RecordKind` and `BareLink`.
    package static func links(inLine line: Span<UInt8>) -> [PastedRecord]? {
        let kind = RecordKind(of: line)
        return recordsMade(fromLine: line, of: kind) ?? (kind == .link ? links(inText: line) : nil)
    }

    /// Returns the records that are made from a whole line and do not stand in it: those of a line of a device's log, and the links in the
    /// payload of a push message. Nil for any other line.
    package static func recordsMade(fromLine line: Span<UInt8>, of kind: RecordKind?) -> [PastedRecord]? {
        logRecords(inLine: line) ?? (kind == .other ? links(inPush: line) : nil)
    }

    private static func links(inPush line: Span<UInt8>) -> [PastedRecord]? {
        let text = TracedText(line.array)
        // Other objects, such as the lines of a log, are many.
        guard PastedJSON.mayBePush(text.bytes) else { return nil }
        guard let document = PastedJSON(text, 0..<text.count), document.isPush, !document.links.isEmpty else { return nil }
        return Array(document.links.prefix(LogLine.mostFacts))
    }

    /// Like ``links(inLine:)``, for a line whose kind is `link` and from which no records are made.
    package static func links(inText line: Span<UInt8>) -> [PastedRecord]? {
        guard BareLink.isAbsent(in: line) else { return nil }
        if BareLink.mayBeInside(line) || PastedCommand.needsNoScheme(line) {
            let records = PastedText(line.array).records
            if records.contains(where: { $0.wrapping != .none }) { return records }
        }
        return PastedCommand.isOne(line) || isOutput(line) ? [] : nil
    }

    /// Returns whether a line is one that `am start` prints beside the intent, such as `Status: ok`, or one that separates entries, such as
    /// `-----`.
    private static func isOutput(_ line: Span<UInt8>) -> Bool {
        let text = line.extracting(line.trimmed)
        guard text.count < 64, let first = text.isEmpty ? nil : text[0] else { return false }
        if "=-_*".utf8.contains(first) { return text.count > 3 && text.array.allSatisfy { $0 == first } }
        let end = text.place(of: UInt8(ascii: ":"), from: 0, end: text.count)
        return outputs.contain(text, 0..<end)
    }

    private static let outputs: [StaticString] = [
        "status", "launchstate", "activity", "totaltime", "waittime", "thistime", "complete", "starting",
    ]

    /// Returns the records of one line of a device's log, or nil if the line is not a log line. Each record is made from the whole line.
    package static func logRecords(inLine line: Span<UInt8>) -> [PastedRecord]? {
        guard LogLine.mayBegin(line) else { return nil }
        let bytes = line.array
        return PastedLog.records(in: TracedText(bytes), bytes.indices)
    }

    // MARK: One JSON value

    private mutating func readDocument() -> Bool {
        let text = TracedText(paste)
        guard let first = paste.first(where: { !ByteClass.isBlank($0) }), let document = PastedJSON(text, 0..<text.count)
        else { return false }
        if first == UInt8(ascii: "[") || !Self.isRecord(document, RecordKind(of: paste)) {
            if readLogObjects(text, first) { return true }
            addLinks(document, in: text, 0..<text.count)
            isAssociationFile = linksFound == 0 && document.isAssociationFile
            guard linksFound == 0, !isAssociationFile else { return true }
            guard first == UInt8(ascii: "{") else { return false }
        }
        records = [PastedRecord(text: Self.onOneLine(text), wrapping: .none)]
        return true
    }

    /// Returns whether an object is delivered unchanged. The payload of a push message is not, because it may have other links besides `url`.
    private static func isRecord(_ object: PastedJSON?, _ kind: RecordKind?) -> Bool {
        kind == .event || kind == .link && !(object.map { $0.isPush && !$0.links.isEmpty } ?? false)
    }

    /// Reads one entry of a device's log, or an array of entries. Returns whether any of them tells something.
    private mutating func readLogObjects(_ text: TracedText, _ first: UInt8) -> Bool {
        let whole = text.bytes.span.trimmed
        guard let entries = first == UInt8(ascii: "{") ? [whole] : PastedLog.objects(in: text) else { return false }
        var silent = 0
        for entry in entries {
            guard let found = PastedLog.records(in: text, entry) else { continue }
            if found.isEmpty { silent += 1 }
            for record in found { add(record) }
        }
        if linksFound > 0 { linesWithoutLink = silent }
        return linksFound > 0
    }

    /// Adds the values that are links. If there are no such values, searches the text around the values for links.
    private mutating func addLinks(_ document: PastedJSON?, in text: TracedText, _ range: Range<Int>) {
        picturesLeftOut += document?.picturesLeftOut ?? 0
        for link in document?.links ?? [] { add(link) }
        guard document?.links.isEmpty != false else { return }
        for link in LinkSearch.links(in: text, range) { add(link.record) }
    }

    /// Replaces line ends, which are only whitespace in JSON, with spaces, because a record is one line.
    private static func onOneLine(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: ByteClass.isLineEnd) { _ in ([0x20], 1) } ?? text
    }

    // MARK: A table

    private mutating func readTable() -> Bool {
        guard let table = PastedTable(TracedText(paste)) else { return false }
        for link in table.links { add(link) }
        linesWithoutLink = table.rowsWithoutLink
        return true
    }

    // MARK: Lines

    /// Reads one line, or a command that spans several lines. Returns where the next line begins.
    private mutating func read(_ text: TracedText, _ line: Range<Int>, isWhole: Bool) -> Int {
        let next = line.upperBound + 1
        guard let start = text.bytes[line].firstIndex(where: { !ByteClass.isBlank($0) }) else { return next }
        let first = text.bytes[start]
        if let end = CardText(text.bytes.span, at: start)?.end(in: text.bytes.span, from: start) {
            let card = Self.onOneLine(TracedText(text, start..<end))
            records.append(PastedRecord(text: card, wrapping: .none))
            return end
        }
        if isWhole, DomainStates.begins(with: text.bytes[line].span), let (found, end) = DomainStates.read(text, from: line.lowerBound) {
            isList = false
            for record in found { add(PastedRecord(text: record, wrapping: .log)) }
            return end
        }
        if isWhole, let found = PastedLog.records(in: text, line) {
            isList = false
            if found.isEmpty { lines.append((records.count, TracedText(text, line))) }
            for record in found { add(record) }
            return next
        }
        if first == UInt8(ascii: "{") {
            readObject(text, line)
            return next
        }
        let isOther = !isOneLine && isOther(text.bytes[line].span)
        if !isOther, !BareLink.isAbsent(in: text.bytes[line].span) {
            records.append(PastedRecord(text: TracedText(text, line), wrapping: .none))
            return next
        }
        let plain = isWhole ? TerminalColors.removed(from: text, line) : nil
        if plain == nil, let end = readCommand(text, line) { return end }
        let found = plain.map { linksInColors($0) } ?? LinkSearch.links(in: text, line).map(\.record)
        isList = isList && isOneWord(text.bytes[line])
        let isBinary = text.bytes[line].contains { ByteClass.isControl($0) && !ByteClass.isBlank($0) && $0 != 0x1B }
        if found.isEmpty, isOther || isBinary {
            linesWithoutLink += 1
        } else if found.isEmpty {
            lines.append((records.count, TracedText(text, line)))
        }
        for link in found { add(link) }
        return next
    }

    /// Returns whether a line among others is neither a link nor a malformed one, although it has the form of one: a tag, a setting, a path of
    /// Windows, or a word and a colon before other words. An app may claim such a scheme, but few do.
    private func isOther(_ line: Span<UInt8>) -> Bool {
        let text = line.extracting(line.trimmed).array
        guard let first = text.first else { return false }
        if first == UInt8(ascii: "<") { return text.last == UInt8(ascii: ">") }
        if PastedCommand.mayPrecede(text.prefix { !ByteClass.isBlank($0) }) { return !text.contains(UInt8(ascii: "&")) }
        guard let colon = BareLink.schemeEnd(text.span, 0) else { return false }
        return colon == 1 || SchemeName.isCustom(text, 0..<colon) && !text[colon...].contains { "/?".utf8.contains($0) }
    }

    /// Returns the links in a line with terminal colors, after removing the colors.
    private func linksInColors(_ line: TracedText) -> [PastedRecord] {
        let links = PastedCommand.links(in: line)
        guard !links.isEmpty else {
            return LinkSearch.links(in: line, 0..<line.count).map { link in
                var record = link.record
                // If there were colors inside the link, its text is not contiguous in the paste.
                if record.text.runs.count > 1, record.wrapping == .text { record.wrapping = .log }
                return record
            }
        }
        return links.map { PastedRecord(text: $0.text, wrapping: .command, notes: $0.notes) }
    }

    /// Returns whether the line is a single word, as in a list. A heading such as "Links:" does not count.
    private func isOneWord(_ line: ArraySlice<UInt8>) -> Bool {
        let end = (line.lastIndex { !ByteClass.isBlank($0) } ?? line.startIndex) + 1
        let rest = line[..<end].drop(while: ByteClass.isBlank)
        return !rest.contains(where: ByteClass.isBlank) && rest.last != UInt8(ascii: ":")
    }

    private mutating func readObject(_ text: TracedText, _ line: Range<Int>) {
        let whole = TracedText(text, line)
        let object = PastedJSON(text, line)
        if Self.isRecord(object, RecordKind(of: whole.bytes)) {
            records.append(PastedRecord(text: whole, wrapping: .none))
        } else {
            let before = linksFound
            addLinks(object, in: text, line)
            if linksFound == before { lines.append((records.count, whole)) }
        }
    }

    /// Returns where the line after the command begins, or nil if the line has no command with a link.
    private mutating func readCommand(_ text: TracedText, _ line: Range<Int>) -> Int? {
        guard let start = PastedCommand.start(in: text.bytes, line) else { return nil }
        // A quoted text may continue on the next line, unless too many bytes were already read without finding a link.
        let limit = wasted < 4 * PastedCommand.longest ? min(text.count, start + PastedCommand.longest) : line.upperBound
        var command = PastedCommand(text, from: start, before: limit)
        if command == nil, limit > line.upperBound {
            wasted += limit - start
            command = PastedCommand(text, from: start, before: line.upperBound)
        }
        guard let command else { return nil }
        if command.links.isEmpty, command.end > line.upperBound { wasted += command.end - start }
        // Another command may follow `&&` or `;`. Text that an unquoted & cut off is not a command.
        let next = command.end < line.upperBound ? PastedCommand.next(in: text, command.end..<line.upperBound) : nil
        guard !command.links.isEmpty || next.map({ isPassed(start, by: $0, in: text, line) }) == true else { return nil }
        isList = false
        for link in command.links { add(link) }
        let end = command.end
        if end < line.upperBound { return next ?? line.upperBound + 1 }
        if end >= text.count || ByteClass.isLineEnd(text.bytes[end - 1]) { return end }
        return (text.bytes[end...].firstIndex(where: ByteClass.isLineEnd) ?? text.count) + 1
    }

    /// Returns whether the command has no link itself and only precedes a command that has a link.
    private func isPassed(_ start: Int, by next: Int, in text: TracedText, _ line: Range<Int>) -> Bool {
        guard let command = PastedCommand(text, from: next, before: line.upperBound), !command.links.isEmpty else { return false }
        return LinkSearch.links(in: text, line.lowerBound..<next).isEmpty
    }

    private mutating func add(_ link: PastedRecord) {
        linksFound += 1
        // The pictures of a page are left out if it has other links, so they take no room from these.
        if link.wrapping == .html, PastedJSON.isPicture(link.bytes, "") {
            picturesFound += 1
            guard picturesFound <= Self.mostLinks else { return picturesLeftOut += 1 }
        } else {
            guard linksFound - picturesFound <= Self.mostLinks else { return linksLeftOut += 1 }
        }
        records.append(link)
    }

    /// Puts the lines without a link back in their original order if they may be malformed links.
    private mutating func keepLines() {
        let count = lines.count
        if records.isEmpty {
            lines = lines.compactMap { line in malformedLink(in: line.line).map { (line.place, $0) } }
        } else if !isList {
            lines = []
        }
        linesWithoutLink += count - lines.count
        var all: [PastedRecord] = []
        var end = 0
        for (place, line) in lines {
            all += records[end..<place]
            all.append(PastedRecord(text: line, wrapping: .none))
            end = place
        }
        records = all + records[end...]
        lines = []
    }

    /// Returns the malformed link in a line of a text without links: a whole line that begins like a link, or a word. Returns nil for plain
    /// words. Malformed JSON is not plain words.
    private func malformedLink(in line: TracedText) -> TracedText? {
        if let first = paste.first(where: { !ByteClass.isBlank($0) }), "{[".utf8.contains(first) { return line }
        let words = line.bytes.indices.split { ByteClass.isBlank(line.bytes[$0]) }.map { Self.withoutPunctuation(line.bytes, $0) }
        if words.count == 1 {
            let word = Array(line.bytes[words[0]])
            return word.allSatisfy(Self.isWordCharacter) && !Base64.isReadable(word.span) ? nil : line
        }
        // A sentence may name a host, a file, a class of Java, or an activity of Android: com.example/.Main
        guard let word = words.first(where: { MalformedStart.finding(in: Array(line.bytes[$0])) != nil }),
            word.contains(where: { ":/".utf8.contains(line.bytes[$0]) && !line.bytes.has("/.", at: $0, before: word.upperBound) })
        else { return nil }
        return word == words.first ? line : TracedText(line, word)
    }

    /// Leaves out the pictures, scripts and styles of a page, and puts the links that only an app can open last, because the inspector selects
    /// the last one.
    private mutating func sortPage() {
        guard records.contains(where: { $0.wrapping == .html }) else { return }
        let others = records.filter { $0.wrapping != .html || !PastedJSON.isPicture($0.bytes, "") }
        guard !others.isEmpty else { return }
        picturesLeftOut += records.count - others.count
        records =
            others.filter { $0.wrapping != .html || PastedJSON.isWeb($0.bytes) }
            + others.filter { $0.wrapping == .html && !PastedJSON.isWeb($0.bytes) }
    }

    private static func withoutPunctuation(_ bytes: [UInt8], _ word: Range<Int>) -> Range<Int> {
        let isOuter = { (place: Int) in ".,;:!?()<>\"'".utf8.contains(bytes[place]) }
        guard let start = word.first(where: { !isOuter($0) }), let last = word.last(where: { !isOuter($0) }) else {
            return word.lowerBound..<word.lowerBound
        }
        return start..<last + 1
    }

    private static func isWordCharacter(_ byte: UInt8) -> Bool {
        ByteClass.isLetterOrDigit(byte) || byte >= 0x80 || "-_'".utf8.contains(byte)
    }

    // MARK: What the user sees

    /// Sentences that tell the user what was found and where, what was left out, and why a link is shorter than it was written. Empty if
    /// every line was delivered unchanged.
    package var account: [String] { account(withCuts: true) }

    /// - Parameter withCuts: Whether to tell where shells cut links off, which a finding may tell already.
    package func account(withCuts: Bool) -> [String] {
        if isAssociationFile {
            return ["This is a site's association file. Check it with 'linkscope match', or the site with 'linkscope verify'."]
        }
        if records.isEmpty, linesWithoutLink > 0 {
            return ["No link was found in the text. A link looks like scheme://host/path?name=value."]
        }
        let found = records.filter { $0.wrapping != .none }
        let joined = records.count { $0.isJoined(in: paste) }
        let isDecoded = Unwrapping.isMailSource(paste) && records.contains { !$0.isVerbatim }
        guard !found.isEmpty || joined > 0 || linesWithoutLink > 0 || isDecoded else { return [] }
        let told = found.flatMap { record in withCuts ? record.notes : record.notes.filter { $0 != record.cut } }
        var sentences = Array(told.unique.prefix(3))
        if !found.isEmpty {
            let place = Set(records.map(\.wrapping)).count == 1 ? found[0].wrapping.rawValue : "in the text"
            sentences.append("\(Self.counts(records)) \(records.count == 1 ? "was" : "were") found \(place)\(Self.keys(of: found)).")
        }
        if isDecoded {
            sentences.append("The text is the source of an email; linkscope decoded it.")
        }
        if joined > 0 {
            let words = joined.counted("link was", "links were")
            sentences.append("\(words) split over several lines; linkscope joined \(joined == 1 ? "it" : "them").")
        }
        if picturesLeftOut > 0 {
            let words = picturesLeftOut.counted("link to a picture, script or style was", "links to pictures, scripts or styles were")
            sentences.append("\(words) skipped.")
        }
        if linksLeftOut > 0 { sentences.append("\(linksLeftOut) more were skipped: one paste adds at most \(Self.mostLinks).") }
        if linesWithoutLink > 0 {
            sentences.append("\(linesWithoutLink.counted("line without a link was", "lines without a link were")) skipped.")
        }
        return sentences
    }

    /// Returns ` (message.data.link, message.apns.payload.url)`: where the links were found.
    private static func keys(of found: [PastedRecord]) -> String {
        let keys = found.lazy.map(\.key).filter { !$0.isEmpty }.unique
        guard !keys.isEmpty else { return "" }
        return " (\(keys.prefix(mostKeys).joined(separator: ", "))\(keys.count > mostKeys ? ", …" : ""))"
    }

    private static let mostKeys = 4

    /// Returns `2 links and 1 event`.
    private static func counts(_ found: [PastedRecord]) -> String {
        let events = found.count { RecordKind(of: $0.bytes) == .event }
        let parts = [(found.count - events, "link"), (events, "event")].filter { $0.0 > 0 }
        return parts.map { $0.0.counted($0.1) }.joined(separator: " and ")
    }
}
