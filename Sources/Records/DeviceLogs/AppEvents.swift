import Bytes
import JSONDocument

// Apps print their measurement events in several forms:
//
//    {"event_name":"al_nav_in","event_args":{…}}       the dictionary of Bolts, or any object with `event` or `event_name`
//    al_nav_in {"targetURL":"…"}                       a name and JSON
//    al_nav_out: Bundle[{targetURL=…, success=1}]      a name and a printed Bundle or Map
//    al_nav_in { targetURL = "…"; success = 1; }       a name and a printed NSDictionary
//
// A printed Bundle has no quotes. A text after `, ` that does not begin with a key and `=` belongs to the value before it.

/// The measurement events in the message of an app.
struct AppEvents {
    /// The most objects in one message that are parsed.
    private static let mostObjects = 8
    /// What the message tells; nil if it has no event.
    private(set) var facts: [LogFact]?

    init(_ bytes: [UInt8], _ message: Range<Int>) {
        if bytes.place(of: "\"event", in: message) != nil { readObjects(bytes, message) }
        if facts == nil, let name = Self.name(bytes, message) { readNamed(bytes, name, name.upperBound..<message.upperBound) }
    }

    // MARK: Objects with a name

    private mutating func readObjects(_ bytes: [UInt8], _ message: Range<Int>) {
        var position = message.lowerBound
        for _ in 0..<Self.mostObjects {
            guard let start = bytes[position..<message.upperBound].firstIndex(of: UInt8(ascii: "{")) else { return }
            position = start + 1
            let (depth, count) = JSONBrackets.count(in: bytes.span.extracting(start..<message.upperBound), isFirstOnly: true)
            guard depth == 0 else { continue }
            let end = start + count
            let object = Array(bytes[start..<end])
            guard Self.isEvent(object) else { continue }
            facts = (facts ?? []) + [.object(object)]
            position = end
        }
    }

    private static func isEvent(_ object: [UInt8]) -> Bool {
        let document = JSONDocument(object)
        guard document.isValid, let root = document.root else { return false }
        return [root["event"], root["event_name"]].contains { $0?.stringValue?.isEmpty == false }
    }

    // MARK: A name and its arguments

    /// Returns the first word of the message that begins with `al_`. A parameter of a link is no such word.
    private static func name(_ bytes: [UInt8], _ message: Range<Int>) -> Range<Int>? {
        var position = message.lowerBound
        while let start = bytes.place(of: "al_", in: position..<message.upperBound) {
            let end = bytes[start..<message.upperBound].firstIndex { !isWord($0) } ?? message.upperBound
            let isFirst = start == message.lowerBound || ByteClass.isBlank(bytes[start - 1]) || "\"'[(:".utf8.contains(bytes[start - 1])
            if isFirst, (4...64).contains(end - start) { return start..<end }
            position = end
        }
        return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool { ByteClass.isLetterOrDigit(byte) || byte == UInt8(ascii: "_") }

    private mutating func readNamed(_ bytes: [UInt8], _ name: Range<Int>, _ rest: Range<Int>) {
        var start = rest.lowerBound
        while start < rest.upperBound, "\":,'-".utf8.contains(bytes[start]) || ByteClass.isBlank(bytes[start]) { start += 1 }
        let end = bytes.span.trimmed(start..<rest.upperBound).upperBound
        let isBundle = bytes.has("Bundle[{", at: start, before: end) && bytes.has("}]", at: end - 2, before: end)
        let isObject = !isBundle && bytes.has("{", at: start, before: end) && bytes[end - 1] == UInt8(ascii: "}")
        guard isBundle || isObject else { return }
        let inner = isBundle ? start + "Bundle[{".utf8.count..<end - 2 : start + 1..<end - 1
        guard inner.lowerBound <= inner.upperBound else { return }
        let event = bytes.text(name)
        if isObject, let object = Self.object(event, Array(bytes[start..<end])) {
            facts = [.object(object)]
        } else if let details = (isBundle ? nil : Self.dictionary(bytes, inner)) ?? Self.map(bytes, inner) {
            facts = [.event(Event(event, url: details.first { $0.name == "url" }?.value, arguments: details))]
        }
    }

    /// Returns a JSON object with the name as its first member. Returns nil if the text is not such an object, or has a name itself.
    private static func object(_ name: String, _ source: [UInt8]) -> [UInt8]? {
        let document = JSONDocument(source)
        guard document.isValid, let root = document.root, root["event"] == nil, root["event_name"] == nil else { return nil }
        let start = Array("{\"event\":\"\(name)\"".utf8)
        return start + (root.count > 0 ? Array(",".utf8) : []) + source.dropFirst()
    }

    /// Reads `key=value, key=value`, as Java prints a Map. Returns nil if the text begins with something else, or has nested values.
    private static func map(_ bytes: [UInt8], _ range: Range<Int>) -> [Event.Argument]? {
        var details: [Event.Argument] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let end = bytes.place(of: ", ", in: position..<range.upperBound) ?? range.upperBound
            if let sign = key(bytes, position..<end) {
                details.append(Event.Argument(name: bytes.text(position..<sign), value: bytes.text(sign + 1..<end)))
            } else if !details.isEmpty {
                details[details.count - 1].value += ", " + bytes.text(position..<end)
            } else {
                return nil
            }
            position = min(end + 2, range.upperBound)
        }
        // Members of a nested value look the same as the members around it.
        return details.isEmpty || details.contains { $0.value.hasPrefix("{") || $0.value.hasPrefix("Bundle[") } ? nil : details
    }

    /// Returns where the `=` behind a key is.
    private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        guard let sign = bytes[range].firstIndex(where: { !isWord($0) && $0 != UInt8(ascii: ".") }), sign > range.lowerBound,
            bytes[sign] == UInt8(ascii: "=")
        else { return nil }
        return sign
    }

    /// Reads `key = value; key = "value";`, as Foundation prints a dictionary. Returns nil if the text has another form.
    private static func dictionary(_ bytes: [UInt8], _ range: Range<Int>) -> [Event.Argument]? {
        var details: [Event.Argument] = []
        var cursor = LineCursor(bytes, range)
        while true {
            _ = cursor.takeRun(where: ByteClass.isBlank)
            guard cursor.next != nil else { return details.isEmpty ? nil : details }
            guard let name = text(&cursor), cursor.take(" = "), let value = text(&cursor), cursor.take(";") else { return nil }
            details.append(Event.Argument(name: name, value: value))
        }
    }

    /// Takes a word, or a text in quotes.
    private static func text(_ cursor: inout LineCursor) -> String? {
        guard cursor.take("\"") else {
            return cursor.takeRun { isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }.map(cursor.bytes.text)
        }
        var value: [UInt8] = []
        while let byte = cursor.next, byte != UInt8(ascii: "\"") {
            cursor.move(to: cursor.position + 1)
            guard byte == UInt8(ascii: "\\"), let escaped = cursor.next else {
                value.append(byte)
                continue
            }
            // Foundation writes other characters as numbers, which have several meanings.
            guard escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else { return nil }
            value.append(escaped)
            cursor.move(to: cursor.position + 1)
        }
        return cursor.take("\"") ? String(decoding: value, as: UTF8.self) : nil
    }
}
