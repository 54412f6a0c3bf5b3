package import AppLinks
import Bytes
import JSONDocument
import Secrets

/// An App Link as a person enters it. Any of the texts may be unfinished or wrong.
///
/// `linkscope build` and the inspector's form fill in a draft. ``built()`` builds the link or reports what is wrong and where.
package struct LinkDraft: Sendable, Hashable {
    /// The target URL.
    package var target = ""
    /// The URL that carries the data. If it is empty, the target URL carries the data.
    package var app = ""
    package var extras: [Extra] = []
    package var refererName = ""
    package var refererURL = ""
    /// The program that wrote the link. If this is empty, the program named in `data` is used, or else linkscope.
    package var userAgent = ""
    /// A JSON object with further App Link data.
    package var data = ""

    package init() {}

    /// One extra. An empty row is ignored.
    package struct Extra: Sendable, Hashable {
        package var name: String
        package var value: String
        /// Whether the value is written as JSON. Otherwise it is plain text.
        package var isJSON: Bool

        package init(name: String, value: String, isJSON: Bool = false) {
            self.name = name
            self.value = value
            self.isJSON = isJSON
        }
    }

    /// An input field. Extras are identified by their index.
    package enum Field: Sendable, Hashable {
        case target, app
        case extraName(Int), extraValue(Int)
        case refererName, refererURL, userAgent, data
    }

    /// A problem that prevents the link from being built, or that the author should know about.
    package struct Problem: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// Nothing is wrong yet, but the field must be filled in.
            case missing
            case wrong
            /// The link can be built anyway.
            case doubt
        }

        package var kind: Kind
        /// The field with the problem. Nil if the problem concerns the link as a whole.
        package var field: Field?
        /// One or two sentences: what is wrong, and what to do. Never contains a secret.
        package var message: String
        /// The byte range of the problem in the field's text. Nil if the problem concerns the whole text.
        package var range: Range<Int>?

        package init(_ kind: Kind, _ field: Field?, _ message: String, range: Range<Int>? = nil) {
            self.kind = kind
            self.field = field
            self.message = message
            self.range = range
        }
    }

    /// The result of building: the link if it could be built, and all problems.
    package struct Outcome: Sendable, Hashable {
        /// The link in printable ASCII. Nil if a problem is more than a doubt.
        package var link: String?
        /// The problems, in the order in which they were found.
        package var problems: [Problem] = []
        /// The findings from reading the built link. None of them is an error.
        package var findings: [Finding] = []

        package init() {}
    }
}

extension LinkDraft {
    /// The maximum number of extras the form can edit. Further extras stay in the JSON data.
    private static let mostExtras = 100

    /// Creates a draft with the content of an App Link, ready to be edited. Returns nil if the link is not an App Link. An unchanged draft
    /// builds an equivalent link.
    package init?(_ link: IncomingLink) {
        guard let builder = AppLinkBuilder(link) else { return nil }
        self.init()
        target = builder.target.absoluteString
        app = builder.app?.absoluteString ?? ""
        refererName = builder.referer?.appName ?? ""
        refererURL = builder.referer?.url.absoluteString ?? ""
        var rest = builder.data
        var others = JSONObject()
        for (name, value) in builder.extras {
            if name.isEmpty || extras.count == Self.mostExtras {
                others[name] = value
            } else if let text = value.stringValue {
                extras.append(Extra(name: name, value: text))
            } else {
                extras.append(Extra(name: name, value: value.description, isJSON: true))
            }
        }
        if !others.isEmpty { rest["extras"] = .object(others) }
        if let agent = builder.userAgent { rest["user_agent"] = .string(agent) }
        if let package = builder.referer?.androidPackage {
            var back = rest["referer_app_link"]?.objectValue ?? [:]
            back["package"] = .string(package)
            rest["referer_app_link"] = .object(back)
        }
        data = rest.isEmpty ? "" : rest.description
    }
}

extension LinkDraft.Extra {
    /// Parses `name=text` or `name:=JSON`, as on the command line. Returns nil if there is no `=`.
    package init?(argument: String) {
        guard let sign = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = argument.utf8[..<sign]
        let isJSON = name.last == UInt8(ascii: ":")
        let value = argument.utf8[argument.utf8.index(after: sign)...]
        self.init(
            name: String(decoding: isJSON ? name.dropLast() : name, as: UTF8.self), value: String(decoding: value, as: UTF8.self),
            isJSON: isJSON)
    }
}

extension LinkDraft {
    /// The maximum size of a link that linkscope reads, in bytes.
    private static let longest = 1 << 20

    /// Builds the link if no problem prevents it. Then parses the link again, to check that linkscope finds no error in it.
    package func built() -> Outcome {
        var reader = DraftReader()
        let builder = builder(&reader)
        var outcome = Outcome()
        if let builder {
            do throws(AppLinkBuildingError) {
                let link = try builder.url()
                reader.problems += doubts(builder)
                inspect(link.absoluteString, &outcome, &reader.problems)
            } catch {
                reader.problems.append(Problem(.wrong, field(of: error), error.description))
            }
        }
        outcome.problems = reader.problems
        return outcome
    }

    /// Creates the builder, or returns nil if a problem prevents the link from being built.
    private func builder(_ reader: inout DraftReader) -> AppLinkBuilder? {
        if DraftReader.isBlank(target) {
            reader.problems.append(Problem(.missing, .target, "Write what the link is about: a URL such as https://example.com/p/42."))
        }
        let targetURL = reader.url(target, .target)
        let appURL = reader.url(app, .app)
        let members = reader.extras(extras)
        let referer = reader.referer(name: refererName, url: refererURL)
        reader.checkCharacters(userAgent, .userAgent)
        let own = reader.object(data, .data)
        if let carrier = appURL ?? targetURL, carrier.dataParameter != nil {
            let message =
                "The URL already has App Link data (al_applink_data), and a link can have it only once. Remove it from the URL, and "
                + "give its extras, its referer and its other fields separately."
            reader.problems.append(Problem(.wrong, appURL == nil ? .target : .app, message))
        }
        guard let targetURL, reader.isFine else { return nil }
        return AppLinkBuilder(
            target: targetURL, app: appURL, extras: members, referer: referer, userAgent: userAgent.isEmpty ? nil : userAgent, data: own)
    }

    private func inspect(_ link: String, _ outcome: inout Outcome, _ problems: inout [Problem]) {
        guard link.utf8.count <= Self.longest else {
            problems.append(Problem(.wrong, nil, "The link is longer than 1 MiB, more than linkscope reads. Shorten it."))
            return
        }
        let inspection = LinkInspection(Array(link.utf8))
        let errors = inspection.findings.filter { $0.severity == .error }
        guard errors.isEmpty else {
            problems += errors.map { Problem(.wrong, nil, $0.message) }
            return
        }
        outcome.link = link
        outcome.findings = inspection.findings
    }

    /// Returns problems for text that can be built as written but probably does not mean what the user wants.
    private func doubts(_ builder: AppLinkBuilder) -> [Problem] {
        var doubts: [Problem] = []
        let carrier: Field = builder.app == nil ? .target : .app
        let url = builder.app ?? builder.target
        if !url.isWeb, !url.text.dropFirst((url.scheme?.count ?? 0) + 1).hasPrefix("//") {
            let message =
                "Without // after the scheme, older readers on iOS see no query and therefore no App Link. Write \(url.scheme ?? "")://…"
            doubts.append(Problem(.doubt, carrier, message))
        }
        if builder.target.queryParameters["al_applink_data"] != nil {
            let message =
                "The target already contains al_applink_data: the app that receives the target finds an App Link inside the App Link."
            doubts.append(Problem(.doubt, .target, message))
        }
        if builder.data["target_url"] != nil {
            doubts.append(Problem(.doubt, .data, "target_url in the data is ignored: the separate target is used."))
        }
        let twice = builder.extras.keys.first { builder.data["extras"]?[$0] != nil }
        if let twice {
            let name = Quote.shortened(twice)
            doubts.append(
                Problem(.doubt, .data, "The extra \(name) in the data is ignored, because a separate extra has the same name."))
        }
        return doubts
    }

    private func field(of error: AppLinkBuildingError) -> Field? {
        switch error.part {
        case .target: .target
        case .app: .app
        case .referer: .refererURL
        case .data: .data
        case .extras:
            extras.firstIndex { extra in
                let place = "extras." + extra.name
                return error.path == place || error.path.hasPrefix(place + ".") || error.path.hasPrefix(place + "[")
            }.map { .extraValue($0) }
        }
    }
}

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
