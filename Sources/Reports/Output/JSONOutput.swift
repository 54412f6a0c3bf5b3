import Bytes
import Records
import Secrets

/// Writes a report as JSON on one line, directly as bytes, and masks its secrets.
///
/// Besides the characters that JSON requires to be escaped, control characters, direction marks and invisible characters are escaped. The
/// line is therefore safe to print on a terminal.
struct JSONOutput: ~Copyable {
    private enum Step {
        case key(String)
        case index(Int)
    }

    var bytes: ByteWriter
    var masking: Masking
    /// The paths of masked values: `requested`, `hops[0].location`, `arguments.fb_access_token`.
    private(set) var paths: [String] = []
    /// Whether a comma must come before the next key or value.
    private var needsComma = false
    /// The keys and indexes that lead to the value that is being written.
    private var steps: [Step] = []

    init(_ bytes: consuming ByteWriter = ByteWriter(), showsSecrets: Bool) {
        self.bytes = bytes
        masking = Masking(showsSecrets: showsSecrets)
    }

    // MARK: Members of an object

    mutating func field(_ name: String, _ text: String?) {
        guard let text else { return field(name, raw: nil) }
        key(name)
        string(text)
    }

    mutating func field(_ name: String, _ number: Int?) { field(name, raw: number.map { String($0) }) }

    mutating func field(_ name: String, _ answer: Bool?) { field(name, raw: answer.map { $0 ? "true" : "false" }) }

    mutating func field(_ name: String, _ range: Range<Int>?) {
        field(name, raw: range.map { "[\($0.lowerBound),\($0.upperBound)]" })
    }

    /// Appends a member whose value is already JSON, or null.
    mutating func field(_ name: String, raw literal: String?) {
        key(name)
        separate()
        bytes.append(string: literal ?? "null")
    }

    /// Appends a text with its secrets masked, or null. If `secret` is the name of a secret, the whole text is masked.
    mutating func field(_ name: String, masked text: String?, of secret: String? = nil) {
        let shown = text.map { masking.text($0, of: secret) }
        if shown != text { noteMasked(name) }
        field(name, shown)
    }

    /// Appends a text with the secrets in each text that it quotes masked, or null.
    mutating func field(_ name: String, masked text: QuotingText?) {
        let shown = text.map { masking.text($0) }
        if shown != text?.text { noteMasked(name) }
        field(name, shown)
    }

    /// Appends the arguments of an event with their secrets masked.
    mutating func fields(masked arguments: [ReceivedEvent.Argument]) {
        for (position, argument) in arguments.enumerated() {
            let name = masking.name(argument.name, at: position)
            let shown = masking.text(argument.value, of: argument.name)
            if shown != argument.value { noteMasked(name) }
            field(name, shown)
        }
    }

    /// Appends an object.
    mutating func object(_ name: String, _ write: (inout JSONOutput) -> Void) {
        key(name)
        within(.key(name), "{", "}", write)
    }

    /// Appends an object that describes a value, or null if there is no value.
    mutating func object<Value>(_ name: String, of value: Value?, _ write: (inout JSONOutput, Value) -> Void) {
        guard let value else { return field(name, raw: nil) }
        object(name) { write(&$0, value) }
    }

    /// Appends an array with an object for each element.
    mutating func objects<Element>(_ name: String, _ elements: some Sequence<Element>, _ write: (inout JSONOutput, Element) -> Void) {
        key(name)
        within(.key(name), "[", "]") { json in
            for (index, element) in elements.enumerated() {
                json.within(.index(index), "{", "}") { write(&$0, element) }
            }
        }
    }

    /// Appends an array of texts.
    mutating func strings(_ name: String, _ texts: some Sequence<String>) {
        key(name)
        within(.key(name), "[", "]") { json in
            for text in texts { json.string(text) }
        }
    }

    /// Appends an array of texts with their secrets masked.
    mutating func strings(_ name: String, masked texts: [String]) {
        let shown = texts.map { masking.text($0) }
        for index in texts.indices where shown[index] != texts[index] { noteMasked(name, index: index) }
        strings(name, shown)
    }

    // MARK: The report

    /// Returns a report: an object with the members that a closure appends.
    static func report(showsSecrets: Bool, _ write: (inout JSONOutput) -> Void) -> JSONOutput {
        var json = JSONOutput(showsSecrets: showsSecrets)
        json.begin("{")
        write(&json)
        json.end("}")
        return json
    }

    /// Appends the member `masked` with the paths of the masked values.
    mutating func appendMasked() { strings("masked", paths) }

    /// Records that a member, or one of its elements, was masked. Secrets in its name are masked already.
    mutating func noteMasked(_ name: String, index: Int? = nil) {
        var path = ""
        for step in steps + [.key(name)] + (index.map { [.index($0)] } ?? []) {
            switch step {
            case .key(let key): path = path.isEmpty ? key : Masking.path(path, key)
            case .index(let index): path += "[\(index)]"
            }
        }
        paths.append(path)
    }

    /// The text written so far.
    var text: String { bytes.withSpan { $0.string } }

    /// Appends the text written so far to other output.
    func append(to output: inout [UInt8]) {
        bytes.withSpan { output.append($0) }
    }

    // MARK: JSON

    private mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        text.withBytes { bytes.appendEscaped($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func within(_ step: Step, _ opening: StaticString, _ closing: StaticString, _ write: (inout JSONOutput) -> Void) {
        steps.append(step)
        begin(opening)
        write(&self)
        end(closing)
        steps.removeLast()
    }

    private mutating func begin(_ bracket: StaticString) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: StaticString) {
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
                let digits = String(unit, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            }
        }
        return result
    }
}
