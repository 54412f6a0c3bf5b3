import AppLinks
import JSONDocument

/// Parses the texts of a draft and collects the problems.
struct DraftReader {
    var problems: [LinkDraft.Problem] = []

    /// Whether nothing found so far prevents the link from being built.
    var isFine: Bool { problems.allSatisfy { $0.kind == .doubt } }

    static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy { isBlank($0) } }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func add(_ kind: LinkDraft.Problem.Kind, _ field: LinkDraft.Field, _ message: String, _ range: Range<Int>? = nil) {
        problems.append(LinkDraft.Problem(kind, field, message, range: range))
    }

    // MARK: URLs

    /// Parses a URL, ignoring surrounding spaces. Also returns nil, without a problem, if the text is empty.
    mutating func url(_ text: String, _ field: LinkDraft.Field) -> LinkURL? {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !Self.isBlank($0) }), let last = bytes.lastIndex(where: { !Self.isBlank($0) }) else {
            return nil
        }
        checkCharacters(text, field)
        let trimmed = String(decoding: bytes[first...last], as: UTF8.self)
        guard let url = LinkURL(trimmed) else {
            let refusal = LinkInspection.refusal(of: trimmed)
            add(.wrong, field, refusal.message, refusal.range.map { $0.lowerBound + first..<$0.upperBound + first })
            return nil
        }
        guard let scheme = url.scheme, !scheme.isEmpty else {
            add(.wrong, field, "There is no scheme, so nothing can open it: write all of the URL, as https://host/path or shop://item/7.")
            return nil
        }
        if url.isWeb, url.host?.isEmpty ?? true {
            add(.wrong, field, "There is no host: write the whole address, as \(scheme)://example.com/path.")
            return nil
        }
        return url
    }

    mutating func referer(name: String, url text: String) -> AppLinkBuilder.Referer? {
        checkCharacters(name, .refererName)
        let url = url(text, .refererURL)
        switch (name.isEmpty, Self.isBlank(text)) {
        case (true, true): return nil
        case (true, false):
            add(.missing, .refererName, "The referer needs a name too, for \"Touch to return to …\": without one there is no way back.")
            return nil
        case (false, true):
            add(.missing, .refererURL, "The referer needs an URL too, as shop://back: without one there is no way back.")
            return nil
        case (false, false): return url.map { AppLinkBuilder.Referer(appName: name, url: $0) }
        }
    }

    // MARK: Extras and data

    mutating func extras(_ extras: [LinkDraft.Extra]) -> JSONObject {
        var members = JSONObject()
        for (index, extra) in extras.enumerated() where !(extra.name.isEmpty && extra.value.isEmpty) {
            checkCharacters(extra.name, .extraName(index))
            checkCharacters(extra.value, .extraValue(index))
            guard !extra.name.isEmpty else {
                add(.missing, .extraName(index), "This value has no name: write one, or clear the value.")
                continue
            }
            guard members[extra.name] == nil else {
                let name = LinkInspection.shortened(extra.name)
                add(.wrong, .extraName(index), "There is an extra \(name) already, and a name counts once: take one of them away.")
                continue
            }
            let value = extra.isJSON ? json(extra.value, .extraValue(index), name: extra.name) : .string(extra.value)
            // An invalid name still occupies its place, so that a second one like it is reported too.
            members[extra.name] = value ?? .null
        }
        return members
    }

    mutating func object(_ text: String, _ field: LinkDraft.Field) -> JSONObject {
        guard !Self.isBlank(text) else { return [:] }
        checkCharacters(text, field)
        guard let value = json(text, field, name: "") else { return [:] }
        guard let object = value.objectValue else {
            let kind = LinkInspection.name(of: value.kind)
            add(.wrong, field, "The data is \(kind), but has to be an object: write {\"name\":value}.")
            return [:]
        }
        return object
    }

    /// Parses one JSON value (RFC 8259). An error inside a secret is reported without details, because they would reveal part of the
    /// secret.
    private mutating func json(_ text: String, _ field: LinkDraft.Field, name: String) -> JSONValue? {
        guard !Self.isBlank(text) else {
            add(.missing, field, "Write a JSON value, as 42, true, [1,2] or \"text\".")
            return nil
        }
        let document = JSONDocument(text)
        let trouble = document.findings.first { $0.isError } ?? document.findings.first { $0.code == .loneSurrogate }
        if let trouble {
            let isSecret = Secrets.isSecret(name: name) || !Secrets.ranges(in: document.source).isEmpty
            let detail = isSecret ? "look at what stands at byte \(trouble.offset)." : trouble.message
            add(.wrong, field, "Not a JSON value: \(detail)", trouble.range)
            return nil
        }
        guard document.isValid, let root = document.root else {
            add(.wrong, field, "This cannot be read as JSON.")
            return nil
        }
        if let twice = document.findings.first(where: { $0.code == .duplicateKey }) {
            add(.doubt, field, "A name stands twice, of which the last counts: \(Secrets.masked(twice.message))", twice.range)
        }
        return JSONValue(root)
    }

    // MARK: Characters

    /// Bytes that were not UTF-8 became U+FFFD earlier, without a message.
    mutating func checkCharacters(_ text: String, _ field: LinkDraft.Field) {
        guard let place = text.unicodeScalars.firstIndex(of: "\u{FFFD}") else { return }
        let start = text.utf8.distance(from: text.startIndex, to: place)
        add(.doubt, field, "There is U+FFFD, which stands for bytes that were no text: look at where this was copied.", start..<start + 3)
    }
}
