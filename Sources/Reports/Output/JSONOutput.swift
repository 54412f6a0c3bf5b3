import Bytes
import JSONDocument
import Records
import Secrets

/// Where a value is in an object or array: a step of its path.
enum JSONStep: ExpressibleByStringLiteral {
    /// A name that is a literal of the program, which needs no escapes.
    case literal(StaticString)
    /// A name from outside, in which secrets are masked already.
    case text(String)
    /// The position of an element, which has no name.
    case index(Int)

    init(stringLiteral name: StaticString) { self = .literal(name) }
}

/// Writes a report as JSON on one line, directly as bytes, and masks its secrets.
///
/// Besides the characters that JSON requires to be escaped, control characters, direction marks and invisible characters are escaped. The
/// line is therefore safe to print on a terminal.
struct JSONOutput: ~Copyable {
    var bytes: ByteWriter
    var masking: Masking
    /// The paths of masked values, as JSON strings: `requested`, `hops[0].location`, `arguments.fb_access_token`.
    private(set) var paths: [[UInt8]] = []
    /// The path that is being written.
    var path = ByteWriter(capacity: 0)
    /// The size of the paths, in bytes.
    private var sizeOfPaths = 0
    /// Whether paths were left out.
    private var arePathsCut = false
    /// Whether a comma must come before the next key or value.
    private var needsComma = false
    /// The keys and indexes that lead to the value that is being written.
    private var steps: [JSONStep] = []

    init(_ bytes: consuming ByteWriter = ByteWriter(), showsSecrets: Bool) {
        self.bytes = bytes
        masking = Masking(showsSecrets: showsSecrets)
    }

    // MARK: Members of an object

    mutating func field(_ name: JSONStep, _ text: String?) {
        guard let text else { return field(name, raw: nil) }
        key(name)
        string(text)
    }

    mutating func field(_ name: JSONStep, _ number: Int?) { field(name, raw: number.map { String($0) }) }

    mutating func field(_ name: JSONStep, _ answer: Bool?) { field(name, raw: answer.map { $0 ? "true" : "false" }) }

    mutating func field(_ name: JSONStep, _ range: Range<Int>?) {
        guard let range else { return field(name, raw: nil) }
        open("[", of: name)
        for bound in [range.lowerBound, range.upperBound] {
            separate()
            bytes.append(decimal: bound)
        }
        close("]")
    }

    /// Appends a member whose value is already JSON, or null.
    mutating func field(_ name: JSONStep, raw literal: String?) {
        key(name)
        separate()
        bytes.append(string: literal ?? "null")
    }

    /// Appends a text with its secrets masked, or null. If `secret` is the name of a secret, the whole text is masked.
    mutating func field(_ name: JSONStep, masked text: String?, of secret: String? = nil) {
        let shown = text.map { masking.text($0, of: secret) }
        if shown != text { noteMasked(name) }
        field(name, shown)
    }

    /// Appends a text with the secrets in each text that it quotes masked, or null.
    mutating func field(_ name: JSONStep, masked text: QuotingText?) {
        let shown = text.map { masking.text($0) }
        if shown != text?.text { noteMasked(name) }
        field(name, shown)
    }

    /// Appends UTF-8 text with the secrets in these ranges masked.
    ///
    /// - Parameter isMasked: Whether something in the text is masked already.
    @discardableResult
    mutating func field(_ name: JSONStep, _ text: Span<UInt8>, hiding secrets: [Range<Int>], isMasked: Bool = false) -> Written {
        key(name)
        let start = place
        if string(text, hiding: secrets) || isMasked { noteMasked(name) }
        // If the text is masked, the path that was written last is its own, in quotes.
        return Written(bytes: start.bytes..<bytes.count, paths: start.paths..<paths.count, sizeOfPath: path.count - 2)
    }

    /// Appends the arguments of an event with their secrets masked.
    mutating func fields(argumentsOf event: Event) {
        for (position, argument) in event.arguments.enumerated() {
            let name = JSONStep.text(masking.name(argument.name, at: position))
            let shown = masking.value(of: argument, in: event)
            if shown != argument.value { noteMasked(name) }
            field(name, shown)
        }
    }

    mutating func object(_ name: JSONStep, _ write: (inout JSONOutput) -> Void) {
        open("{", of: name)
        write(&self)
        close("}")
    }

    /// Appends an object that describes a value, or null if there is no value.
    mutating func object<Value>(_ name: JSONStep, of value: Value?, _ write: (inout JSONOutput, Value) -> Void) {
        guard let value else { return field(name, raw: nil) }
        object(name) { write(&$0, value) }
    }

    /// Appends an array with an object for each element.
    mutating func objects<Element>(_ name: JSONStep, _ elements: some Sequence<Element>, _ write: (inout JSONOutput, Element) -> Void) {
        open("[", of: name)
        for (index, element) in elements.enumerated() {
            open("{", of: .index(index))
            write(&self, element)
            close("}")
        }
        close("]")
    }

    mutating func strings(_ name: JSONStep, _ texts: some Sequence<String>) {
        open("[", of: name)
        for text in texts { string(text) }
        close("]")
    }

    mutating func strings(_ name: JSONStep, masked texts: [String]) {
        let shown = texts.map { masking.text($0) }
        for index in texts.indices where shown[index] != texts[index] { noteMasked(name, index: index) }
        strings(name, shown)
    }

    // MARK: Values that are repeated

    /// A value that was written. Another member can repeat it.
    struct Written {
        fileprivate let bytes: Range<Int>
        /// The places of the paths of its masked values. Each begins with the path of the value itself.
        fileprivate let paths: Range<Int>
        fileprivate let sizeOfPath: Int
    }

    /// The place where the next value begins.
    struct Place {
        fileprivate let bytes: Int
        fileprivate let paths: Int
    }

    /// The place of a value before whose beginning no comma is needed: that of a member whose key was just written.
    var place: Place { Place(bytes: bytes.count, paths: paths.count) }

    /// Returns the value that was written since a place.
    ///
    /// - Parameter path: The path of the value.
    func written(since place: Place, path: StaticString) -> Written {
        Written(bytes: place.bytes..<bytes.count, paths: place.paths..<paths.count, sizeOfPath: path.utf8CodeUnitCount)
    }

    /// Appends a member with a value that was written before. Its masked values are recorded again, with the path of this member.
    mutating func `repeat`(_ name: JSONStep, _ value: Written) {
        key(name)
        separate()
        bytes.repeat(value.bytes)
        // The path of the member itself is short.
        for index in value.paths where paths[index].count == value.sizeOfPath + 2 || takesPath() {
            let written = paths[index]
            beginPath(of: name)
            path.append(written.span.extracting(1 + value.sizeOfPath..<written.count - 1))
            notePath()
        }
    }

    // MARK: The report

    /// Returns a report: an object with the members that a closure appends.
    static func report(showsSecrets: Bool, _ write: (inout JSONOutput) -> Void) -> JSONOutput {
        var json = JSONOutput(showsSecrets: showsSecrets)
        json.beginReport()
        write(&json)
        json.end("}")
        return json
    }

    /// Begins a report, and forgets the previous one.
    mutating func beginReport() {
        masking = Masking(showsSecrets: masking.showsSecrets)
        (paths, sizeOfPaths, arePathsCut, needsComma) = ([], 0, false, false)
        begin("{")
    }

    /// Appends the member `masked` with the paths of the masked values.
    mutating func appendMasked() {
        open("[", of: "masked")
        for path in paths { literal(path.span) }
        close("]")
    }

    /// Records that a member, or one of its elements, was masked.
    mutating func noteMasked(_ name: JSONStep, index: Int? = nil) {
        beginPath(of: name)
        if let index { path.append(step: .index(index)) }
        notePath()
    }

    /// Begins the path of a masked value in the object or array that is being written, or of its member.
    mutating func beginPath(of name: JSONStep? = nil) {
        path.removeAll()
        path.append(UInt8(ascii: "\""))
        for step in steps { path.append(step: step) }
        if let name { path.append(step: name) }
    }

    /// Records the path that was written.
    mutating func notePath() {
        path.append(UInt8(ascii: "\""))
        paths.append(path.bytes)
        sizeOfPaths += path.count - 2
    }

    /// Returns whether there is room for the path of one more masked value. The first time that there is none, records `…`. Call this before
    /// you write the path, because a value in hundreds of objects has a path that is much longer than the value.
    mutating func takesPath() -> Bool {
        if sizeOfPaths < Self.mostPaths { return true }
        if !arePathsCut { paths.append(Array(#""…""#.utf8)) }
        arePathsCut = true
        return false
    }

    private static let mostPaths = 1 << 20

    /// The text written so far.
    var text: String { bytes.withSpan { $0.string } }

    /// The text written so far, as a line.
    var line: [UInt8] { bytes.withSpan { $0.array } + [0x0A] }

    /// Appends the text written so far to other output.
    func append(to output: inout [UInt8]) {
        bytes.withSpan { output.append($0) }
    }

    // MARK: JSON

    /// Appends the name of a member, and nothing before an element.
    mutating func key(_ name: JSONStep) {
        switch name {
        case .literal(let name):
            separate()
            bytes.append(UInt8(ascii: "\""))
            bytes.append(name)
            bytes.append("\":")
            needsComma = false
        case .text(let name): name.withBytes { key($0, masking: nil, at: 0) }
        case .index: break
        }
    }

    /// Appends a name from outside. See ``ByteWriter/append(name:masking:at:)``.
    mutating func key(_ name: Span<UInt8>, masking secrets: [Range<Int>]?, at position: Int) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(name: name, masking: secrets, at: position)
        bytes.append("\":")
        needsComma = false
    }

    mutating func string(_ text: String) {
        text.withBytes { _ = string($0, hiding: []) }
    }

    /// Appends UTF-8 text with the secrets in these ranges masked. Returns whether something was masked.
    mutating func string(_ text: Span<UInt8>, hiding secrets: [Range<Int>]) -> Bool {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let isMasked = bytes.appendMasked(text, secrets)
        bytes.append(UInt8(ascii: "\""))
        return isMasked
    }

    mutating func null() {
        separate()
        bytes.append("null")
    }

    /// Appends a value that is already JSON.
    mutating func literal(_ text: Span<UInt8>) {
        separate()
        bytes.append(text)
    }

    /// Begins a member of an object, or an element of an array. Returns the place of its value.
    @discardableResult
    mutating func open(_ bracket: StaticString, of name: JSONStep) -> Place {
        key(name)
        let place = place
        steps.append(name)
        begin(bracket)
        return place
    }

    /// Ends a member or an element.
    mutating func close(_ bracket: StaticString) {
        end(bracket)
        steps.removeLast()
    }

    /// Begins an object or array that the paths do not name.
    mutating func begin(_ bracket: StaticString) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    mutating func end(_ bracket: StaticString) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

/// Makes a line of JSON from another program safe for a terminal.
package enum JSONLine {
    /// Returns the same JSON without invisible characters. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// In a string, an invisible character becomes the escape `\uXXXX`, which has the same meaning. Tabs and line ends between values
    /// become spaces.
    package static func safe(_ line: [UInt8]) -> [UInt8] {
        guard !line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return line }
        var result: [UInt8] = []
        result.reserveCapacity(line.count + 32)
        var isInString = false
        var isEscaped = false
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            if scalar == "\"", !isEscaped { isInString.toggle() }
            isEscaped = scalar == "\\" && !isEscaped
            guard !Visibility.isVisible(scalar) else {
                result += UTF8.encode(scalar).map(Array.init) ?? []
                continue
            }
            if !isInString, ["\t", "\n", "\r"].contains(scalar) {
                result.append(0x20)
                continue
            }
            for unit in String(scalar).utf16 {
                result += "\\u\(hexadecimal(UInt32(unit), digits: 4).lowercased())".utf8
            }
        }
        return result
    }
}

extension ByteWriter {
    /// Appends UTF-8 text as the content of a JSON string. Escapes all characters that JSON requires to be escaped, and all invisible
    /// characters.
    mutating func appendEscaped(_ text: Span<UInt8>) {
        appendEscaped(text, 0..<text.count)
    }

    /// Appends a range of a UTF-8 text in the same way as the whole text. The range must begin and end between characters.
    mutating func appendEscaped(_ text: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        let end = range.upperBound
        while true {
            index = appendQuoted(text, from: index, to: end)
            if index >= end { return }
            let byte = text[index]
            if byte < 0x80 {
                appendEscapedASCII(byte)
                index += 1
            } else {
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                appendCharacter(text, index..<Swift.min(index + length, end))
                index += length
            }
        }
    }

    private mutating func appendEscapedASCII(_ byte: UInt8) {
        switch byte {
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        default: appendEscape(UInt32(byte))
        }
    }

    /// Appends a character beyond ASCII. The text must be well-formed UTF-8.
    private mutating func appendCharacter(_ text: Span<UInt8>, _ range: Range<Int>) {
        var value = UInt32(text[range.lowerBound]) & (0x7F >> UInt32(range.count))
        for index in range.dropFirst() { value = value << 6 | UInt32(text[index] & 0x3F) }
        guard let scalar = Unicode.Scalar(value), Visibility.isVisible(scalar) else {
            if value > 0xFFFF {
                appendEscape(0xD800 + (value - 0x10000) >> 10)
                appendEscape(0xDC00 + (value - 0x10000) & 0x3FF)
            } else {
                appendEscape(value)
            }
            return
        }
        append(text.extracting(range))
    }

    private mutating func appendEscape(_ unit: UInt32) {
        append("\\u")
        append(string: hexadecimal(unit, digits: 4))
    }

    /// Appends the content of a JSON string, with its secrets masked. The secrets are sorted ranges.
    ///
    /// - Returns: Whether the output differs from the text.
    mutating func appendMasked(_ text: Span<UInt8>, _ secrets: [Range<Int>]) -> Bool {
        var shown = 0
        var isChanged = false
        for secret in secrets {
            appendEscaped(text, shown..<secret.lowerBound)
            if appendMask(of: text.extracting(secret)) { isChanged = true }
            shown = secret.upperBound
        }
        appendEscaped(text, shown..<text.count)
        return isChanged
    }

    /// Appends a name in an object, without quotes. Names that differ may look alike when they are masked, and an object must not have a name
    /// twice, so a name with a bullet is followed by its position in the object: `••• (2)`.
    ///
    /// - Parameter secrets: The secrets in the name. Nil if secrets are shown.
    mutating func append(name: Span<UInt8>, masking secrets: [Range<Int>]?, at position: Int) {
        guard let secrets else { return appendEscaped(name) }
        guard appendMasked(name, secrets) || Self.hasBullet(name) else { return }
        append(" (")
        append(decimal: position + 1)
        append(")")
    }

    /// The maximum number of bytes of a name in a path. Longer names are cut.
    static let longestName = 200
    private static let signsOfPaths = ByteSet(".[]\"")

    /// Appends a step to a path, which begins with a quote.
    mutating func append(step: JSONStep) {
        switch step {
        case .literal(let name):
            if count > 1 { append(UInt8(ascii: ".")) }
            append(name)
        case .text(let name): name.withBytes { append(step: $0, masking: nil, at: 0) }
        case .index(let index):
            append("[")
            append(decimal: index)
            append("]")
        }
    }

    /// Appends a name in an object to a path, in `["na.me"]` if it would be ambiguous. Many values may have the same long name in their
    /// paths, so only its beginning is shown.
    mutating func append(step name: Span<UInt8>, masking secrets: [Range<Int>]?, at position: Int) {
        let shown = name.extracting(0..<name.characterEnd(atMost: Self.longestName))
        let isPlain = count == 1 || !shown.isEmpty && !shown.indices.contains { Self.signsOfPaths.contains(shown[$0]) }
        if count > 1 { append(isPlain ? "." : #"[\""#) }
        append(name: shown, masking: secrets?.parts(in: shown.indices), at: position)
        if shown.count < name.count { append("…") }
        if !isPlain { append(#"\"]"#) }
    }

    private static func hasBullet(_ text: Span<UInt8>) -> Bool {
        for place in text.indices where text[place] == 0xE2 {
            if place + 2 < text.count, text[place + 1] == 0x80, text[place + 2] == 0xA2 { return true }
        }
        return false
    }

    /// Appends the mask of a secret, or nothing for an empty text. Returns whether the output differs from the text.
    mutating func appendMask(of secret: Span<UInt8>) -> Bool {
        if secret.isEmpty { return false }
        append(string: Secrets.mask)
        return Secrets.mask.withBytes { !$0.isEqual(to: secret) }
    }
}
