import AppLinks

/// What the parameters of one link say: names that stand twice, blanks and braces as they should not be written, who counts the click.
///
/// Of the outermost link everything is told; of links inside it only what they carry for others, since how they are written was decided there.
struct ParameterFindings {
    private let text: MappedText
    private let url: LinkURL
    private let isOutermost: Bool
    private var tracking: Range<Int>?
    private var trackingCount = 0
    /// A bit for each name seen, by its hash. Two names may share one: then it is looked closer.
    private var names: UInt64 = 0
    private var mayRepeat = false
    /// One finding tells of all of them: a link of a megabyte may have a quarter of a million.
    private var blanks: [Repair.Edit] = []
    private var escapes: [Repair.Edit] = []

    init(_ text: MappedText, _ url: LinkURL, isOutermost: Bool) {
        self.text = text
        self.url = url
        self.isOutermost = isOutermost
    }

    mutating func take(_ item: QueryItems.Item, isData: Bool, _ sink: inout some FindingSink) {
        guard sink.isListening else { return }
        let bytes = text.bytes
        if TrackingNames.contains(bytes, item.key) {
            trackingCount += 1
            if tracking == nil { tracking = item.range }
        }
        guard isOutermost else { return }
        note(item.key)
        if Bytes.starts(bytes, at: item.key.lowerBound, with: "amp;"), item.key.count > 4, item.key.lowerBound > 0 {
            escapes.append(Repair.Edit(item.key.lowerBound..<item.key.lowerBound + 4, []))
        }
        guard let value = item.value, !value.isEmpty else { return }
        notePlus(value, isData: isData)
        tellRawJSON(value, &sink)
    }

    mutating func finish(_ sink: inout some FindingSink) {
        if let tracking {
            let what = trackingCount == 1 ? "One parameter tells" : "\(trackingCount) parameters tell"
            let message = "\(what) a network or an analytics service who clicked and why: the link works without."
            sink.found(Finding(.trackingParameters, message, range: text.original(tracking)))
        }
        if let escape = escapes.first {
            let message = "The & before this was written as in HTML (&amp;): the parameter's name now begins with amp; and nobody knows it."
            let repair = Repair("Write & instead of &amp;.", escapes)
            sink.found(Finding(.htmlEscape, message, range: escape.range.lowerBound - 1..<escape.range.upperBound, repair: repair))
        }
        if let blank = blanks.first {
            let message = "The + was a blank once: App Links readers keep it as +, so the app gets another text than was meant."
            sink.found(Finding(.plusForBlank, message, range: blank.range, repair: Repair("Write blanks as %20.", blanks)))
        }
        if mayRepeat { tellRepeated(&sink) }
    }

    // MARK: Names that stand twice

    private mutating func note(_ key: Range<Int>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in key { hash = (hash ^ UInt64(text.bytes[index])) &* 0x100_0000_01B3 }
        let bit: UInt64 = 1 << ((hash ^ hash >> 32) & 63)
        if names & bit != 0 { mayRepeat = true }
        names |= bit
    }

    /// The data has a finding of its own. A name that ends in brackets is a list by custom.
    private func tellRepeated(_ sink: inout some FindingSink) {
        var seen: [[UInt8]: [Range<Int>]] = [:]
        var repeated: [[UInt8]] = []
        for item in QueryItems(of: url) where !item.key.isEmpty {
            let name = text.percentDecoded(item.key).bytes
            guard !name.elementsEqual("al_applink_data".utf8), !name.suffix(2).elementsEqual("[]".utf8) else { continue }
            seen[name, default: []].append(item.range)
            if seen[name]?.count == 2 { repeated.append(name) }
        }
        for name in repeated.prefix(Self.mostRepeated) {
            guard let items = seen[name], let last = items.last else { continue }
            let message = "A parameter of this name stood before: Bolts takes the last, others take the first or all of them."
            var finding = Finding(.duplicateParameter, message, range: last)
            if items.allSatisfy({ text.bytes[$0] == text.bytes[last] }) {
                finding.repair = Repair(
                    "Leave all but the last out.", items.dropLast().map { Repair.Edit($0.lowerBound..<$0.upperBound + 1, []) })
            }
            sink.found(finding)
        }
    }

    private static let mostRepeated = 64

    // MARK: What stands as it should not

    private mutating func notePlus(_ value: Range<Int>, isData: Bool) {
        let bytes = text.bytes
        guard let first = bytes[value].firstIndex(of: UInt8(ascii: "+")) else { return }
        if isData {
            blanks += FormBlanks.places(bytes, value).map { Repair.Edit($0..<$0 + 1, "%20".utf8) }
            return
        }
        guard !meansPlus(value) else { return }
        for index in first..<value.upperBound where bytes[index] == UInt8(ascii: "+") && isBlank(index, in: value) {
            blanks.append(Repair.Edit(index..<index + 1, "%20".utf8))
        }
    }

    /// Between two words, but not between two numbers (a time zone), beside another `+` (a language) or at an end (a telephone number).
    private func isBlank(_ index: Int, in value: Range<Int>) -> Bool {
        guard index > value.lowerBound, index + 1 < value.upperBound else { return false }
        let before = text.bytes[index - 1]
        let after = text.bytes[index + 1]
        guard before != UInt8(ascii: "+"), after != UInt8(ascii: "+") else { return false }
        return !(Bytes.isDigit(before) && Bytes.isDigit(after))
    }

    /// Addresses have a + of their own (`me+news@example.com`), and so has base64.
    private func meansPlus(_ value: Range<Int>) -> Bool {
        let bytes = text.bytes[value]
        if bytes.contains(UInt8(ascii: "@")) { return true }
        let at = bytes.indices.contains { Bytes.escape(in: text.bytes, at: $0, end: value.upperBound) == UInt8(ascii: "@") }
        if at { return true }
        return value.count >= 16 && value.count % 4 == 0
            && bytes.allSatisfy { Bytes.base64($0) != nil || $0 == UInt8(ascii: "=") } && bytes.contains { Bytes.isDigit($0) }
            && bytes.contains { Bytes.isLetter($0) && $0 & 0x20 == 0 }
    }

    private func tellRawJSON(_ value: Range<Int>, _ sink: inout some FindingSink) {
        let bytes = text.bytes
        guard bytes[value.lowerBound] == UInt8(ascii: "{") || bytes[value.lowerBound] == UInt8(ascii: "["),
            bytes[value].contains(UInt8(ascii: "\""))
        else { return }
        let message = "JSON stands here as it is: programs on the way escape its quotes and braces differently, cut it, or refuse the link."
        var written: [UInt8] = []
        var index = value.lowerBound
        while index < value.upperBound {
            let length = Bytes.escape(in: bytes, at: index, end: value.upperBound) == nil ? 1 : 3
            if length == 3 { written += bytes[index..<index + 3] } else { Bytes.appendEncoded(bytes[index], to: &written) }
            index += length
        }
        sink.found(Finding(.rawJSON, message, range: value, repair: Repair("Percent-encode it.", value, written)))
    }
}
