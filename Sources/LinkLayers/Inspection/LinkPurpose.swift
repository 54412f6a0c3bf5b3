import AppLinks
import Bytes
import JSONDocument
import Secrets

/// The purpose of a link of any service, read from the names of its parameters, the words of its path and the kind of file that it names.
///
///     https://id.shop.example/oauth2/authorize?client_id=a&redirect_uri=…   a login request
///     https://shop.example/users/password/edit?reset_password_token=a       a link to reset a password
///     https://shop.example/tickets/7.pkpass                                 a link to a pass for Wallet
///     https://shop.example/#/verify-email?token=a                           a link to verify an email address
///     shop://product/7                                                      a link to a product
///
/// Sources: RFC 6749, sections 4.1.1 to 4.2.2 (OAuth 2.0); RFC 9207; OpenID Connect Core 1.0, section 3.2.2.5, and RP-Initiated Logout 1.0;
/// OAuth Core 1.0a, section 6.2.3; OpenID Authentication 2.0, sections 9.1 and 10.1; SAML 2.0 Bindings, section 3.4; WS-Federation 1.2,
/// section 13.2; the CAS Protocol 3.0, sections 2.1 and 2.2; RFC 8628, section 3.3.1; x-callback-url 1.0. RFC 8252, section 7.1, Spring
/// Security, ASP.NET Core and Google's guides have the paths to which logins return.
enum LinkPurpose {
    /// A message of a protocol: `login request`.
    case message(String)
    /// What the link is to do: `reset a password`.
    case action(String)
    /// What the link leads to: `a pass for Wallet`.
    case thing(String)
    /// What the site of the link is about, or this part of it: `a blog`.
    case topic(String)

    /// Reads the purpose of a link. Returns nil if nothing in the link shows it.
    init?(_ reading: AppLinkReading) {
        let parts = Parts(reading)
        let content = Self.action(parts).map(Self.action) ?? Self.thing(parts).map(Self.thing)
        guard let purpose = Self.protocolMessage(parts) ?? content ?? parts.topic.map(Self.topic) else { return nil }
        self = purpose
    }

    // MARK: Parts of a link

    /// The names and the words of a link. A fragment that is a route or a query counts, too.
    private struct Parts {
        private(set) var parameters: [(name: String, value: ArraySlice<UInt8>)] = []
        /// The segments of the path in lowercase, with `-` for `_` and without the `.php` of a program. In links of apps, the host is a
        /// segment.
        private(set) var segments: [String] = []
        /// Whether the last segment has the `.php` of a program. So it names no file: `https://a.example/7.pdf.html`.
        private(set) var isProgram = false
        /// What the site or this part of it is, if its pages only describe something: `https://docs.shop.example/login`.
        private(set) var topic: String?
        let isWeb: Bool
        /// Whether the link only opens an app: `shop://`.
        private(set) var isLaunch = false

        init(_ reading: AppLinkReading) {
            let (text, components) = (reading.text, reading.components)
            let host = components.host.map { text[$0] } ?? []
            let scheme = components.scheme ?? 0..<0
            isWeb = SchemeName.isWeb(text, scheme)
            if !isWeb { addPath(host) }
            addPath(text[components.path])
            let site = isWeb ? String(decoding: host.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) : ""
            topic = ([site] + segments).firstResult { LinkPurpose.telling[$0] }
            if let query = components.query { addQuery(text[query]) }
            let owner = KnownSchemes.embedded.facts(text.span, scheme)?.owner
            isLaunch = segments.isEmpty && parameters.isEmpty && components.fragment == nil && (owner == nil || owner == .vendor)
            guard let fragment = components.fragment.map({ text[$0] }) else { return }
            let isRoute = fragment.starts(with: "/".utf8) || fragment.starts(with: "!/".utf8)
            let mark = isRoute ? fragment.firstIndex(of: UInt8(ascii: "?")) : nil
            if isRoute { addPath(fragment[..<(mark ?? fragment.endIndex)].drop { $0 != UInt8(ascii: "/") }) }
            if !isRoute || mark != nil { addQuery(fragment[(mark.map { $0 + 1 } ?? fragment.startIndex)...]) }
        }

        private mutating func addPath(_ path: ArraySlice<UInt8>) {
            for segment in path.split(separator: UInt8(ascii: "/")) {
                let word = segment.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : ByteClass.lowered($0) }
                let program = [".php", ".aspx", ".html", ".jsp"].first { word.suffix($0.utf8.count).elementsEqual($0.utf8) }
                isProgram = program != nil
                segments.append(String(decoding: word.dropLast(program?.utf8.count ?? 0), as: UTF8.self))
            }
        }

        private mutating func addQuery(_ query: ArraySlice<UInt8>) {
            for field in query.split(separator: UInt8(ascii: "&")) {
                let name = field.prefix { $0 != UInt8(ascii: "=") }
                parameters.append((String(decoding: name, as: UTF8.self), field.dropFirst(name.count + 1)))
            }
        }

        func has(_ names: String...) -> Bool { names.allSatisfy { name in parameters.contains { $0.name == name } } }

        func hasAny(_ names: [String]) -> Bool { parameters.contains { names.contains($0.name) } }

        /// Whether there is the ticket of a login with CAS. The ticket of a project may begin like it, but has no second hyphen: `ST-123`.
        var hasTicketOfCAS: Bool {
            parameters.contains {
                $0.name == "ticket" && $0.value.starts(with: "ST-".utf8) && $0.value.dropFirst(3).contains(UInt8(ascii: "-"))
            }
        }

        func value(of name: String, startsWith text: String) -> Bool {
            parameters.contains { $0.name == name && $0.value.starts(with: text.utf8) }
        }
    }

    /// Labels of hosts, and segments of paths, of documentation, blogs and help.
    private static let telling = table("about")

    /// Returns a table of `Resources/words/purposes.json`: what each word means.
    private static func table(_ name: String) -> [String: String] { tables[name] ?? [:] }

    private static let tables: [String: [String: String]] = {
        var tables: [String: [String: String]] = [:]
        guard let file = ResourceFile("words/purposes.json"), let root = JSONDocument(file.bytes).root else { return tables }
        for table in root.members {
            for meaning in table.value.members {
                let words = (meaning.value.stringValue ?? "").split(separator: " ")
                for word in words { tables[table.key.stringValue ?? "", default: [:]][String(word)] = meaning.key.stringValue }
            }
        }
        return tables
    }()

    // MARK: Logins

    private static func protocolMessage(_ parts: Parts) -> LinkPurpose? {
        let answer = ["state", "iss", "session_state", "token_type", "expires_in", "error_description"]
        if parts.hasAny(["code", "access_token", "id_token", "error"]), parts.hasAny(answer) { return .message("login answer") }
        if parts.has("oauth_token", "oauth_verifier") || parts.has("openid.mode", "openid.sig") { return .message("login answer") }
        if parts.hasTicketOfCAS { return .message("login answer") }
        if parts.has("SAMLResponse") { return .message("SAML answer") }
        if parts.has("SAMLRequest") { return .message("SAML request") }
        if parts.has("post_logout_redirect_uri") || parts.value(of: "wa", startsWith: "wsignout") { return .message("logout request") }
        // A program sends the secret when it asks for a token. A browser never has the secret.
        let isForToken = parts.hasAny(["client_secret", "grant_type"])
        let isLogout = parts.segments.last.map { logout[$0] != nil } ?? false
        let asks = ["redirect_uri", "response_type", "request_uri", "code_challenge"]
        if parts.has("client_id"), parts.hasAny(asks), !isForToken, !isLogout { return .message("login request") }
        // On other pages, a client and a scope may be those of any program.
        if parts.topic == nil, !isForToken, let last = parts.segments.last, last == "authorize" || last == "auth" {
            let isServer = parts.segments.dropLast().contains { authorization[$0] != nil }
            if isServer || parts.has("client_id", "scope") { return .message("login request") }
        }
        let isCAS = parts.has("service") && parts.segments.suffix(2) == ["cas", "login"]
        return isCAS || parts.has("wa", "wtrealm") || parts.has("openid.mode", "openid.return_to") ? .message("login request") : nil
    }

    private static let logout = table("logout"), authorization = table("authorization")

    // MARK: Actions

    private static func action(_ parts: Parts) -> String? {
        if parts.topic != nil { return nil }
        if parts.isLaunch { return launch }
        if !parts.isWeb, let action = parts.segments.first.flatMap({ hosts[$0] }) { return action }
        if let action = parts.parameters.lazy.compactMap({ tokens[$0.name] }).first { return action }
        guard let last = parts.segments.last else { return nil }
        let before = parts.segments.dropLast().last ?? ""
        // The last segment may be a token.
        let pair = parts.segments.dropLast().suffix(2).joined(separator: "/")
        if let action = paths[last] ?? paths["\(before)/\(last)"] ?? paths[before] ?? paths[pair] { return action }
        if let action = logout[last] ?? pages[last] { return action }
        if parts.hasAny(["token", "code", "t", "key"]), let action = sent[last] { return action }
        if parts.hasAny(["q", "query", "keyword", "url", "u", "text", "share_url"]), let action = asked[last] { return action }
        if !parts.isWeb, parts.segments.count == 1, let action = apps[last] { return action }
        // The pages of an inviting user, such as `/invite/contacts`, have no digits.
        let isCode = last.count >= 6 && last.contains { $0.isNumber }
        return isCode && (before == "invite" || before == "invitation") ? "accept an invitation" : nil
    }

    /// The action of a link that names nothing but an app.
    static let launch = "open the app"

    /// Hosts that have this meaning in links of apps. On the web, a page may have the same name.
    private static let hosts = table("hosts")
    /// Parameters that occur only in links for an action.
    private static let tokens = table("parameters")
    /// Segments, and pairs of them, that occur only in links for an action.
    private static let paths = table("paths")
    /// Pages with an action, as the last segment of a path.
    private static let pages = table("pages")
    /// Pages with an action if the link also has a token or a code.
    private static let sent = table("sent")
    /// Pages with an action if the link also has a text or a link for it.
    private static let asked = table("asked")
    /// Actions of apps, as the host.
    private static let apps = table("apps")

    // MARK: Things

    private static func thing(_ parts: Parts) -> String? {
        // A page that shows something may end with what it does: `/video/7/view`.
        let isShown = parts.segments.count > 2 && parts.segments.last.flatMap { shows[$0] } != nil
        let segments = parts.segments.dropLast(isShown ? 1 : 0)
        guard let last = segments.last else { return parts.isWeb && parts.parameters.isEmpty ? "the start page" : nil }
        if let file = files[last] { return file }
        if !parts.isProgram, let dot = last.lastIndex(of: ".") {
            let kind = String(last[last.index(after: dot)...])
            if kind == "bundle" ? parts.has("platform") : kinds[kind] != nil { return kinds[kind] }
        }
        if parts.topic != nil { return nil }
        if segments.count == 1 { return last.hasPrefix("@") && last.count > 1 ? "a profile" : parts.isProgram ? nil : fixed[last] }
        let kind = segments[segments.count - 2]
        if people[kind] != nil, isID(last) || last.allSatisfy({ $0.isLetter || $0.isNumber }) && others[last] == nil { return "a profile" }
        return isID(last) ? named[kind] : nil
    }

    /// Returns whether a segment identifies one thing. A year and words such as `page-2` and `top-100` select several.
    private static func isID(_ segment: String) -> Bool {
        guard segment.allSatisfy(\.isNumber) else {
            return segment.count >= 6 && segment.contains(where: \.isNumber)
                && !["page", "top", "best", "last", "new", "week"].contains(where: segment.hasPrefix)
        }
        return segment.count != 4 || !segment.hasPrefix("19") && !segment.hasPrefix("20")
    }

    /// Words for what the next segment identifies: `/product/7`, `/videos/12`.
    private static let named = table("named")
    /// Words that the name or the ID of a person follows, words that follow them and are no names, and words that end any path.
    private static let people = table("people"), others = table("others"), shows = table("shows")
    /// Pages that are alone in the path.
    private static let fixed = table("fixed")
    /// Files with a fixed name, and kinds of files by the end of their names.
    private static let files = table("files"), kinds = table("kinds")
}
