import Bytes

// The Intent part starts at the last "#" if "Intent;" follows it. Everything before the Intent part is data, including a "#fragment":
//
//    intent: //item/7?x=1#top #Intent; scheme=shop; S.note=a%3Bb; SEL; package=com.example; end
//    prefix  data                      field        extra         selector (its field)      end
//
// Values are percent-decoded, and "+" does not mean a space. As on Android, any part that begins with "end" ends the intent.

/// Parses one intent URI in a single pass.
struct IntentURIParser {
    private static let opening = Array("#Intent;".utf8)

    /// FLAG_GRANT_READ, WRITE, PERSISTABLE and PREFIX_URI_PERMISSION. No URI may grant access to content.
    private static let grants: Int32 = 0x01 | 0x02 | 0x40 | 0x80

    private(set) var form = IntentURI.Form.other
    private(set) var parts: [IntentURI.Part] = []

    private let bytes: [UInt8]
    private var intent = AndroidIntent()
    private var selector: AndroidIntent.Selector?
    private var hasAction = false
    /// The value of `scheme=`.
    private var scheme: String?
    private var places = Places()

    /// The indices of the extras seen so far, and the categories seen so far, so that thousands of them take linear time. Names are
    /// compared as bytes, because Swift considers some strings with different bytes equal.
    private struct Places {
        var extras: [ExactString: Int] = [:]
        var categories: Set<ExactString> = []
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func parsed() throws(IntentURIError) -> AndroidIntent {
        form =
            begins("intent:", at: 0, ignoringCase: true)
            ? .intent : begins("android-app:", at: 0, ignoringCase: true) ? .androidApp : .other
        let hash = try intentPart()
        switch form {
        case .other where hash == nil:
            throw error(.notIntent, 0, "\"intent:\", \"android-app:\", or \"#Intent;\" after the data")
        case .intent: note(.prefix, 0..<7)
        case .androidApp: note(.prefix, 0..<min(14, bytes.count))
        case .other: break
        }
        let end = hash ?? bytes.count
        let start = parts.last?.range.upperBound ?? 0
        if start < end { note(.data, start..<end) }
        if let hash { try readEntries(from: hash + Self.opening.count) }
        // If an intent has both a package and a selector, Android lets the package choose the app and ignores the selector.
        if intent.fields.package == nil { intent.selector = selector }
        switch form {
        // Without an Intent part, Android takes the whole text as the data, including its scheme "intent".
        case .intent: setData(hash == nil ? text(0..<end) : (scheme.map { $0 + ":" } ?? "") + text(7..<end))
        case .androidApp: try readPackage(until: end)
        case .other: setData(text(0..<end))
        }
        return intent
    }

    /// Returns the position of the `#` that begins the Intent part, if there is one.
    private func intentPart() throws(IntentURIError) -> Int? {
        guard let last = bytes.lastIndex(of: UInt8(ascii: "#")) else { return nil }
        if begins("#Intent;", at: last) { return last }
        if last + 7 == bytes.count, begins("#Intent", at: last) {
            throw error(.missingEnd, bytes.count, "\";\", keys and values, and \"end\"")
        }
        var place = 0
        while let hash = bytes[place..<last].firstIndex(of: UInt8(ascii: "#")) {
            if begins("#Intent;", at: hash) {
                throw error(.strayHash, last, "\"%23\", because Android starts the Intent part at the last #")
            }
            place = hash + 1
        }
        return nil
    }

    private mutating func setData(_ text: String) {
        if !text.isEmpty { intent.data = text }
    }

    // MARK: Keys and values

    private mutating func readEntries(from start: Int) throws(IntentURIError) {
        var place = start
        while !begins("end", at: place) {
            guard let semicolon = bytes[place...].firstIndex(of: UInt8(ascii: ";")) else {
                throw error(.missingEnd, bytes.count, "\(place == bytes.count ? "" : "\";\" and ")\"end\"")
            }
            try readEntry(place..<semicolon)
            place = semicolon + 1
        }
        note(.end, place..<place + 3)
        if place + 3 < bytes.count { note(.trailing, place + 3..<bytes.count) }
    }

    private mutating func readEntry(_ range: Range<Int>) throws(IntentURIError) {
        if range.count == 3, begins("SEL", at: range.lowerBound) {
            selector = AndroidIntent.Selector()
            places = Places()
            note(.selector, range)
            return
        }
        guard let equals = bytes[range].firstIndex(of: UInt8(ascii: "=")) else {
            throw error(.notPair, range.lowerBound, "key=value, \"SEL\" or \"end\"")
        }
        let key = range.lowerBound..<equals
        let valueRange = equals + 1..<range.upperBound
        let value = decoded(valueRange)
        if key.count >= 2, bytes[key.lowerBound + 1] == UInt8(ascii: ".") {
            let name = decoded(key.lowerBound + 2..<equals)
            parts.append(.init(kind: .extra(name), range: range, value: valueRange, isInSelector: selector != nil))
            try readExtra(name, value, letter: key.lowerBound, valueRange.lowerBound)
            return
        }
        let name = text(key)
        parts.append(.init(kind: .field(name), range: range, value: valueRange, isInSelector: selector != nil))
        if name == "scheme" {
            if selector != nil { selector?.data = value + ":" } else { scheme = value }
            return
        }
        if name == "action", selector == nil { hasAction = true }
        var fields = currentFields
        // `fields` must be the only reference while it changes. Otherwise each new extra would copy all earlier extras.
        currentFields = AndroidIntent.Fields()
        defer { currentFields = fields }
        try set(name, value, key.lowerBound, valueRange.lowerBound, in: &fields)
    }

    private var currentFields: AndroidIntent.Fields {
        get { selector?.fields ?? intent.fields }
        set { if selector != nil { selector?.fields = newValue } else { intent.fields = newValue } }
    }

    private mutating func set(
        _ name: String,
        _ value: String,
        _ place: Int,
        _ valuePlace: Int,
        in fields: inout AndroidIntent.Fields
    ) throws(IntentURIError) {
        switch name {
        case "action": fields.action = value
        case "category": if places.categories.insert(ExactString(value)).inserted { fields.categories.append(value) }
        case "type": fields.type = value
        case "identifier": fields.identifier = value
        case "launchFlags":
            guard let flags = JavaNumber.decodedInt(value) else {
                throw error(.badValue, valuePlace, "launch flags: a 32-bit integer, such as 0x10000000")
            }
            fields.flags = flags & ~Self.grants
        case "package": fields.package = value
        case "component": fields.component = ComponentName(value)
        case "sourceBounds": fields.sourceBounds = Self.isRectangle(value) ? value : nil
        default:
            let known = "action, category, type, identifier, launchFlags, package, component, scheme or sourceBounds"
            throw error(.unknownKey, place, "\(known), or an extra such as S.name=value")
        }
    }

    private mutating func readExtra(_ name: String, _ text: String, letter: Int, _ place: Int) throws(IntentURIError) {
        guard let value = IntentExtra.Value(letter: bytes[letter], text: text) else {
            guard let expected = IntentExtra.Value.expectation(letter: bytes[letter]) else {
                throw error(.unknownType, letter, "S, B, b, c, d, f, i, l or s before the dot")
            }
            throw error(.badValue, place, expected)
        }
        let extra = IntentExtra(name: name, value: value)
        if let known = places.extras[ExactString(name)] {
            if selector != nil { selector?.fields.extras[known] = extra } else { intent.fields.extras[known] = extra }
        } else {
            if selector != nil { selector?.fields.extras.append(extra) } else { intent.fields.extras.append(extra) }
            places.extras[ExactString(name)] = places.extras.count
        }
    }

    /// Returns whether the text is four integers separated by single spaces.
    private static func isRectangle(_ text: String) -> Bool {
        let sides = text.split(separator: " ", omittingEmptySubsequences: false)
        return sides.count == 4 && sides.allSatisfy { Int32($0) != nil && $0.first != "+" }
    }

    // MARK: android-app

    /// Reads `android-app://package[/scheme[/host[/path]]]`.
    private mutating func readPackage(until end: Int) throws(IntentURIError) {
        guard begins("//", at: 12) else { throw error(.noPackage, min(12, bytes.count), "\"//\" and a package") }
        let slash = bytes[14..<max(14, end)].firstIndex(of: UInt8(ascii: "/"))
        guard 14 < slash ?? end else { throw error(.noPackage, 14, "a package, such as com.example.shop") }
        intent.fields.package = text(14..<(slash ?? end))
        intent.selector = nil
        guard let slash else {
            if !hasAction { intent.fields.action = AndroidIntent.main }
            return
        }
        let schemeEnd = bytes[slash + 1..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
        if slash + 1 < end { scheme = text(slash + 1..<schemeEnd) }
        guard let scheme else {
            if !hasAction { intent.fields.action = AndroidIntent.main }
            return
        }
        let rest = min(schemeEnd + 1, end)..<end
        setData(rest.isEmpty ? scheme + ":" : "\(scheme)://\(text(rest))")
    }

    // MARK: Bytes

    private func begins(_ word: StaticString, at place: Int, ignoringCase: Bool = false) -> Bool {
        ignoringCase ? bytes.hasLetters(word, at: place) : bytes.has(word, at: place, before: bytes.count)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func decoded(_ range: Range<Int>) -> String {
        PercentCoding.decodedText(bytes.span, repairing: range)
    }

    private func error(_ code: IntentURIError.Code, _ offset: Int, _ expected: String) -> IntentURIError {
        IntentURIError(code: code, offset: offset, expected: expected)
    }

    private mutating func note(_ kind: IntentURI.Part.Kind, _ range: Range<Int>) {
        parts.append(.init(kind: kind, range: range, value: range, isInSelector: false))
    }
}
