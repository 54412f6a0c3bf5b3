import AppLinks
import Bytes
import JSONDocument
import Secrets

/// Parses the texts of a draft and collects the problems.
struct DraftReader {
    var problems: [LinkDraft.Problem] = []

    /// Whether no problem found so far prevents the link from being built.
    var isFine: Bool { problems.allSatisfy { $0.kind == .doubt } }

    static func isBlank(_ text: String) -> Bool { text.utf8.allSatisfy(ByteClass.isBlank) }

    private mutating func add(_ kind: LinkDraft.Problem.Kind, _ field: LinkDraft.Field, _ message: String, _ range: Range<Int>? = nil) {
        problems.append(LinkDraft.Problem(kind, field, message, range: range))
    }

    // MARK: URLs

    /// Parses a URL, ignoring surrounding spaces. Returns nil and adds a problem if the URL is invalid. Returns nil without a problem if
    /// the text is blank.
    mutating func url(_ text: String, _ field: LinkDraft.Field) -> LinkURL? {
        let bytes = Array(text.utf8)
        let range = bytes.span.linkRange
        guard !range.isEmpty else { return nil }
        checkCharacters(text, field)
        let trimmed = String(decoding: bytes[range], as: UTF8.self)
        guard let url = LinkURL(trimmed) else {
            let refusal = LinkInspection.refusal(of: trimmed)
            let first = range.lowerBound
            add(.wrong, field, refusal.message, refusal.range.map { $0.lowerBound + first..<$0.upperBound + first })
            return nil
        }
        guard let scheme = url.scheme, !scheme.isEmpty else {
            add(
                .wrong, field,
                "The URL has no scheme, so nothing can open it. Write it in full, such as https://host/path or shop://item/7.")
            return nil
        }
        if url.isWeb, url.host?.isEmpty ?? true {
            add(.wrong, field, "The host is empty, so nothing can open it. Write the URL in full, such as \(scheme)://example.com/path.")
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
            add(
                .missing, .refererName,
                "The referer has no name, so no banner (\"Touch to return to …\") would be shown. Add the name, or remove the URL.")
            return nil
        case (false, true):
            add(
                .missing, .refererURL,
                "The referer has no URL, so there is nothing to return to. Add a URL such as shop://back, or remove the name.")
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
                add(.missing, .extraName(index), "This value has no name. Add one, or remove the value.")
                continue
            }
            guard members[extra.name] == nil else {
                let name = Quote.shortened(extra.name)
                add(.wrong, .extraName(index), "The extra \(name) already exists. Remove one of the two.")
                continue
            }
            let value = extra.isJSON ? json(extra.value, .extraValue(index), name: extra.name) : .string(extra.value)
            // A name with an invalid value is recorded too, so that a second extra of the same name is reported.
            members[extra.name] = value ?? .null
        }
        return members
    }

    mutating func object(_ text: String, _ field: LinkDraft.Field) -> JSONObject {
        guard !Self.isBlank(text) else { return [:] }
        checkCharacters(text, field)
        guard let value = json(text, field, name: "") else { return [:] }
        guard let object = value.objectValue else {
            let kind = value.kind.withArticle
            add(.wrong, field, "The data is \(kind), but must be an object, such as {\"name\":value}.")
            return [:]
        }
        return object
    }

    /// Parses one JSON value (RFC 8259). If the text contains a secret, an error is reported without details, because the details would
    /// reveal part of the secret.
    private mutating func json(_ text: String, _ field: LinkDraft.Field, name: String) -> JSONValue? {
        guard !Self.isBlank(text) else {
            add(.missing, field, "Write a JSON value, such as 42, true, [1,2] or \"text\".")
            return nil
        }
        let document = JSONDocument(text)
        let secrets = Secrets.isSecret(text, name: name) ? [0..<document.source.count] : Secrets.ranges(in: document.source)
        let trouble = document.findings.first { $0.isError } ?? document.findings.first { $0.code == .loneSurrogate }
        if let trouble {
            let detail = secrets.isEmpty ? trouble.message : "check byte \(trouble.offset + 1)."
            add(.wrong, field, "Not a JSON value: \(detail)", trouble.range)
            return nil
        }
        guard document.isValid, let root = document.root else {
            add(.wrong, field, "This is not valid JSON.")
            return nil
        }
        if let twice = document.findings.first(where: { $0.code == .duplicateKey }) {
            add(.doubt, field, "In the JSON, \(Finding.words(of: twice, at: twice.range, secrets)).", twice.range)
        }
        return JSONValue(root)
    }

    // MARK: Characters

    /// Reports U+FFFD characters. Such characters replaced bytes that are not UTF-8 when the text was read, without a message.
    mutating func checkCharacters(_ text: String, _ field: LinkDraft.Field) {
        guard let place = text.unicodeScalars.firstIndex(of: "\u{FFFD}") else { return }
        let start = text.utf8.distance(from: text.startIndex, to: place)
        add(.doubt, field, "U+FFFD stands for bytes that are not UTF-8. Check how this text was copied.", start..<start + 3)
    }
}
