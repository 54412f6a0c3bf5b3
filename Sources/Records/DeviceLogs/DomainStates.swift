import Bytes
import JSONDocument
import LinkLayers

// What a device prints about the domains whose links an app opens.
//
//    pm get-app-links, dumpsys package d          swcutil show (macOS, and swcutil_show.txt of a sysdiagnose)
//
//      com.example.shop:                          Service:              applinks
//        Domain verification state:               App ID:               ABCDE12345.com.example.shop
//          shop.example: verified                 Domain:               shop.example
//          www.example: 1024                      User Approval:        unspecified
//                                                 Site/Fmwk Approval:   denied
//
// Each state becomes an event with its meaning. The other lines, such as the IDs and the signatures, are left out. The meanings are those
// of Android's guide to verifying App Links and of Apple's guide to debugging universal links.

/// The states of domains in consecutive lines.
package struct DomainStates {
    private enum Part {
        case app(String)
        case heading, detail
        case user(isEnabled: Bool)
        case state(domain: String, state: String)
        case field(name: String, value: String)
    }

    /// The records: one event for each state.
    private(set) var records: [TracedText] = []
    private var app: String?
    /// Whether the next domains are those that the user turned on, or off; nil outside of such a list.
    private var isEnabled: Bool?
    /// The fields of one entry of `swcutil`, or of Android before version 12.
    private var fields: [String: String] = [:]

    /// Returns whether a line may begin such lines. Its last bytes rule out nearly every line.
    package static func mayBegin(_ line: Span<UInt8>) -> Bool {
        let end = line.trimmed.upperBound
        guard end > 1, end <= longest else { return false }
        if line[end - 1] == UInt8(ascii: ":") { return true }
        var index = end
        while index > 0, end - index <= 20, !ByteClass.isBlank(line[index - 1]) { index -= 1 }
        guard index > 1, end - index <= 20, ByteClass.isBlank(line[index - 1]) else { return false }
        while index > 0, ByteClass.isBlank(line[index - 1]) { index -= 1 }
        return index > 1 && line[index - 1] == UInt8(ascii: ":")
    }

    /// Returns whether a line begins such lines: the name of an app, a known heading, or a state.
    package static func begins(with line: Span<UInt8>) -> Bool {
        guard mayBegin(line) else { return false }
        switch part(line.array[...], isEnabled: nil) {
        case .app, .heading, .state: return true
        case .field(let name, _): return name == "Service" || name == "Package"
        case .detail, .user, nil: return false
        }
    }

    /// Reads the lines from `start` on. Returns nil if they have no state.
    static func read(_ text: TracedText, from start: Int) -> (records: [TracedText], end: Int)? {
        var states = DomainStates()
        var position = start
        while position < text.count {
            let end = text.bytes[position...].firstIndex(where: ByteClass.isLineEnd) ?? text.count
            guard states.take(text, position..<end) else { break }
            position = end + 1
        }
        states.finish(text, start..<min(position, text.count))
        return states.records.isEmpty ? nil : (states.records, position)
    }

    /// Returns whether a line may follow others.
    package static func continues(_ line: Span<UInt8>) -> Bool {
        guard line.count <= longest else { return false }
        return line.array.allSatisfy(ByteClass.isBlank) || part(line.array[...], isEnabled: true) != nil
    }

    /// The maximum length of a line.
    private static let longest = 512

    private mutating func take(_ text: TracedText, _ line: Range<Int>) -> Bool {
        if text.bytes[line].allSatisfy(ByteClass.isBlank) { return true }
        guard let part = Self.part(text.bytes[line], isEnabled: isEnabled) else { return false }
        switch part {
        case .app(let name): (app, isEnabled) = (name, nil)
        case .heading: isEnabled = nil
        case .detail: break
        case .user(let isEnabled): self.isEnabled = isEnabled
        case .state(let domain, let state): add(domain: domain, state: state, text, line)
        case .field(let name, let value):
            if fields[name] != nil { finish(text, line) }
            fields[name] = value
            if name == "Package" { app = value }
        }
        return true
    }

    /// Adds the states of an entry that has fields.
    private mutating func finish(_ text: TracedText, _ line: Range<Int>) {
        if let domain = fields["Domain"], let approval = fields["Site/Fmwk Approval"] {
            app = fields["App ID"]
            add(domain: domain, state: approval, user: fields["User Approval"], service: fields["Service"], text, line)
        }
        if let domains = fields["Domains"], let status = fields["Status"] {
            for domain in domains.split(separator: " ") {
                add(domain: String(domain), state: String(status.prefix { $0 != " " && $0 != ":" }), text, line)
            }
        }
        fields = [:]
    }

    private mutating func add(
        domain: String, state: String, user: String? = nil, service: String? = nil, _ text: TracedText, _ line: Range<Int>
    ) {
        var event: JSONObject = ["event": .string(LogFact.EventName.domainState.rawValue), "domain": .string(domain)]
        event["app"] = app.map { .string($0) }
        event["service"] = service.map { .string($0) }
        event["state"] = .string(state)
        event["user"] = user.map { .string($0) }
        event["meaning"] = .string(Self.meaning(of: state, user: user, isApple: service != nil))
        var record = TracedText()
        record.append(Array(event.description.utf8), for: line, of: text)
        records.append(record)
    }

    // MARK: Meanings

    /// Returns what a state means, as a sentence. A state that is not known is a number of the verifier, or one that Apple has not checked.
    private static func meaning(of state: String, user: String?, isApple: Bool) -> String {
        let words = CodeTexts.words
        if isApple, user == "denied" { return words["applinks user denied"] ?? "" }
        return words[isApple ? "applinks \(state)" : state] ?? words[isApple ? "applinks unspecified" : "1024"] ?? ""
    }

    private static let states: Set<String> = [
        "none", "verified", "approved", "denied", "migrated", "restored", "legacy_failure", "system_configured",
    ]

    // MARK: Lines

    private static let headings: Set<String> = [
        "Domain verification state", "Domain Verification Status", "Domain verification status", "App verification status",
        "App linkages for user", "Selection state", "User",
    ]
    private static let details: Set<String> = ["ID", "Signatures", "Verification link handling allowed"]
    private static let fieldNames: Set<String> = [
        "Service", "App ID", "App Version", "App PI", "Domain", "User Approval", "Site/Fmwk Approval", "Flags", "Last Checked",
        "Next Check", "Error", "Retries", "Patterns", "Details", "Package", "Domains", "Status",
    ]

    /// - Parameter isEnabled: The state of domains that are listed by name only. Nil if every domain must have a state on its line.
    private static func part(_ line: ArraySlice<UInt8>, isEnabled: Bool?) -> Part? {
        let bytes = line.drop(while: ByteClass.isBlank)
        guard let last = bytes.lastIndex(where: { !ByteClass.isBlank($0) }) else { return nil }
        let text = bytes[...last]
        guard text.count <= longest else { return nil }
        if text.allSatisfy({ $0 == UInt8(ascii: "-") }) { return .detail }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
            guard let isEnabled, isName(text) else { return nil }
            return .state(domain: String(decoding: text, as: UTF8.self), state: isEnabled ? "enabled" : "disabled")
        }
        let name = String(decoding: text[..<colon], as: UTF8.self)
        let value = text[(colon + 1)...].drop(while: ByteClass.isBlank)
        if value.isEmpty {
            if name == "Enabled" || name == "Disabled" { return .user(isEnabled: name == "Enabled") }
            let words = name.split(separator: " ")
            let isNumbered = words.count > 1 && (words.last.flatMap { Int($0) } != nil || words.last == "all")
            if headings.contains(isNumbered ? words.dropLast().joined(separator: " ") : name) { return .heading }
            if fieldNames.contains(name) { return .field(name: name, value: "") }
            return isName(text[..<colon]) ? .app(name) : nil
        }
        let written = String(decoding: value, as: UTF8.self)
        if details.contains(name) { return .detail }
        if fieldNames.contains(name) { return .field(name: name, value: written) }
        guard isName(text[..<colon]), states.contains(written) || written.count >= 4 && written.allSatisfy(\.isNumber) else { return nil }
        return .state(domain: name, state: written)
    }

    /// Returns whether this is the name of a domain or an app: at least two words with dots between them.
    private static func isName(_ text: ArraySlice<UInt8>) -> Bool {
        let words = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPart = { (byte: UInt8) in ByteClass.isLetterOrDigit(byte) || "_-*".utf8.contains(byte) || byte >= 0x80 }
        return words.count > 1 && words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPart) }
    }
}
