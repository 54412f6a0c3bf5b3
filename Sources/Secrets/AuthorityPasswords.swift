import Bytes

/// Finds passwords in the authorities of URLs.
///
///    https://user:a%22b@host/        the user name has no delimiter that ends an authority, literal or escaped; the password may have
///                                    escaped delimiters
///    %22https://host%22,%22a%22:1    the URL ends where the quote before it occurs again
///    https://host:80,b:me@host       a port, followed by unrelated text
///    https://user:passwo             truncated: the end of a value is in the place of a port but is not a number
///    https://user:a/b#c@host         the same, with delimiters before the @ that should have been escaped
///    https:/user:abc@host            browsers accept any number of slashes and backslashes after http: and https:
///    https//user:abc@host            the colon is missing
///    android-app://com.a/https/user:abc@host    the data of an intent, whose scheme and authority are parts of the path
///    android:host="user:abc@host"    a setting for a host, or an associated domain: applinks:user:abc@host
///
/// Browsers accept `https:user:abc@host` too. In a log, other text has this form: `http:timeout:retry@10s`.
struct AuthorityPasswords {
    let bytes: ByteView
    let knowledge: SecretKnowledge

    /// Returns the password of `scheme://user:password@host`, or of `trojan://password@host`. `colon` is the colon before the slashes, which
    /// JSON may have escaped.
    func password(after colon: Int) -> Range<Int>? {
        let isUser = knowledge.users.contains(before: colon, in: bytes)
        guard let authority = authority(from: colon + 1, mayHaveNoColon: isUser) else { return nil }
        let whole = authority.lowerBound..<end(of: authority, closing: openingQuote(beforeScheme: colon))
        return isUser ? user(in: whole) : password(in: whole, behind: colon)
    }

    /// Returns the password of `android-app://package/scheme/user:password@host`. `colon` is the colon before the slashes.
    func passwordOfData(after colon: Int) -> Range<Int>? {
        guard bytes[colon - 1] | 0x20 == UInt8(ascii: "p"),
            bytes.withSpan(max(colon - 11, 0)..<colon, { $0.isWord("android-app", in: 0..<$0.count) })
        else { return nil }
        var start = colon + 1
        var scheme = colon
        for _ in 0..<4 {
            // The package and the scheme end before the third and the fourth slash.
            scheme = bytes.skip(start) { !Self.authorityEnds.contains($0) }
            start = bytes.skip(scheme) { $0 == SecretSearch.backslash }
            guard bytes[start] == UInt8(ascii: "/") else { return nil }
            start += 1
        }
        let authority = start..<bytes.skip(start) { !Self.authorityEnds.contains($0) }
        // The data of an app may have a colon that belongs to no user: android-app://com.a/music/track:7x.
        return isWeb(before: scheme) || authority.contains { bytes[$0] == UInt8(ascii: "@") } ? password(in: authority) : nil
    }

    /// Returns the password after a name, if the name is the user of `scheme://user:password@host`.
    func password(ofUser name: Range<Int>) -> Range<Int>? { colon(before: name.lowerBound).flatMap(password) }

    /// Returns the user before an `@` if it looks like a token and has no real password: `https://a1B2c3D4e5F6g7H8i9J0k1:x@host`. The key in
    /// an address of Sentry is public, because it can only add reports. Its form tells it on servers with other names, such as those of
    /// GlitchTip: 32 hexadecimal digits, and a number as the whole path (docs.sentry.io/concepts/key-terms/dsn-explainer). That of a node of
    /// Ethereum names the node: `enode://6f8a…@10.0.0.6`.
    func token(before at: Int) -> Range<Int>? {
        let filler = Self.fillers.first { bytes.hasPrefix($0, at: at - $0.utf8CodeUnitCount) }
        let end = at - (filler?.utf8CodeUnitCount ?? 0)
        let user = bytes.skipBack(end, atMost: Self.longestAuthority, while: ByteClass.isUnreserved)..<end
        guard let colon = colon(before: user.lowerBound), !bytes.hasPrefix("enode", at: colon - 5),
            ValueTraits(bytes, at: user.lowerBound, end: end).passes(Self.token)
        else { return nil }
        let host = at..<bytes.skip(at + 1) { SecretSearch.isNameByte($0) || $0 == UInt8(ascii: ":") }
        let number = host.upperBound + 1..<max(bytes.skip(host.upperBound + 1, while: ByteClass.isDigit), host.upperBound + 1)
        let isSentry =
            user.count == 32 && user.allSatisfy { ByteClass.hexadecimal(bytes[$0]) != nil } && bytes[host.upperBound] == UInt8(ascii: "/")
            && !number.isEmpty && !ByteClass.isUnreserved(bytes[number.upperBound]) && bytes[number.upperBound] != UInt8(ascii: "/")
        return isSentry || host.contains { bytes.hasPrefix("sentry.", at: $0) && "@.".utf8.contains(bytes[$0 - 1]) } ? nil : user
    }

    /// What services take beside a token, because clients ask for a password.
    private static let fillers: [StaticString] = [":", ":x", ":X", ":x-oauth-basic"]
    private static let token = ValueTest(least: 20, changes: 3, isRandom: true)

    /// Returns the colon before two slashes that end at a place.
    private func colon(before end: Int) -> Int? {
        var start = end
        for _ in 0..<2 {
            guard bytes[start - 1] == UInt8(ascii: "/") else { return nil }
            start -= 1
            start -= bytes.backslashes(before: start)
        }
        return bytes[start - 1] == UInt8(ascii: ":") ? start - 1 : nil
    }

    /// Returns the password of `//user:password@host` at the start of a value or after `https`. `slash` is the first slash.
    func passwordWithoutScheme(at slash: Int) -> Range<Int>? {
        let before = slash - bytes.backslashes(before: slash)
        let escape = escape(endingAt: before)
        guard before == 0 || Self.beforeURL.contains(bytes[before - 1]) || isWeb(before: before) || escape != nil,
            let authority = authority(from: slash, mayHaveNoColon: false)
        else { return nil }
        let password = password(in: authority.lowerBound..<end(of: authority, closing: escape.flatMap(quote)))
        // In https//:host, the colon is in the wrong place.
        return password.map { bytes[$0.upperBound] != UInt8(ascii: "@") } == true && bytes[authority.lowerBound] == UInt8(ascii: ":")
            && isWeb(before: before)
            ? nil : password
    }

    /// Returns the password of a host without slashes, where a host is expected: after a name that ends in `host` or means a user or a
    /// database, after the service of an associated domain, and after `http:` and `https:`, which need no slashes in browsers.
    func passwordOfHost(around colon: Int) -> Range<Int>? {
        let start = bytes.skipBack(colon, atMost: Self.longestScheme, while: SecretSearch.isNameByte)
        guard start < colon else { return nil }
        let end = bytes.skipBack(start, atMost: 8) {
            Self.beforeURL.contains($0) || $0 == UInt8(ascii: ":") || $0 == SecretSearch.backslash
        }
        let name = bytes.skipBack(end, atMost: Self.longestScheme - (start - end), while: SecretSearch.isNameByte)
        let isSetting = bytes.withSpan(name..<end) { name in
            Self.settings.contains {
                $0.utf8CodeUnitCount > 3 ? name.hasLetters($0, at: name.count - $0.utf8CodeUnitCount) : name.isWord($0, in: 0..<name.count)
            }
        }
        // A user with a mixed password, and a host with a path or a port, need no name before them: nina:herne88@db:5432.
        let isBare = start == 0 || ByteClass.isJSONSpace(bytes[start - 1]) || SecretSearch.isQuote(bytes[start - 1])
        guard isSetting || isBare || isWeb(before: end) && bytes[start - 1] == UInt8(ascii: ":") else { return nil }
        let most = min(start + Self.longestAuthority, bytes.count)
        let authority = start..<((start..<most).first { Self.authorityEnds.contains(bytes[$0]) } ?? most)
        guard let at = authority.last(where: { bytes[$0] == UInt8(ascii: "@") }),
            // An address with a scheme, as in user=mailto:me@a.example, has no password.
            bytes.withSpan(start..<colon, { KnownSchemes.embedded.facts($0, 0..<$0.count) == nil })
        else { return nil }
        let isLink = !ByteClass.isJSONSpace(bytes[name - 1]) || bytes[authority.upperBound] == UInt8(ascii: "/")
        if !isSetting, isBare {
            let hasPort = (at..<authority.upperBound).contains { bytes[$0] == UInt8(ascii: ":") }
            let isLong = hasPort || bytes[authority.upperBound] == UInt8(ascii: "/")
            let form = ValueTraits(bytes, at: colon + 1)
            let isMixed = form.count > 5 && form.digits > 0 && form.letters > 0
            return isLong && isMixed && !(colon + 1..<at).contains { bytes[$0] == UInt8(ascii: ":") } ? password(in: authority) : nil
        }
        return isSetting || isLink || (at..<authority.upperBound).contains { bytes[$0] == UInt8(ascii: ".") }
            ? password(in: authority) : nil
    }

    /// The maximum length of an authority without slashes.
    private static let longestAuthority = 256

    /// How the names of settings with hosts, users or databases end, the services of associated domains, and the schemes of databases. Names
    /// of up to three letters are whole names.
    private static let settings: [StaticString] = [
        "host", "hosts", "applinks", "appclips", "webcredentials", "activitycontinuation", "u", "user", "username", "login", "account",
        "userinfo", "dsn", "db", "database", "server", "proxy", "remote", "url", "uri", "ftp", "ssh", "sip", "sips", "postgres",
        "postgresql", "mysql", "redis", "mongodb", "amqp",
    ]

    /// Returns the authority after the two slashes at an index, or nil if there are no slashes, or no colon after them where one is needed.
    private func authority(from index: Int, mayHaveNoColon: Bool) -> Range<Int>? {
        var start = index
        if bytes[index - 1] == UInt8(ascii: ":"), isWeb(before: index - 1) {
            start = bytes.skip(index) { $0 == UInt8(ascii: "/") || $0 == SecretSearch.backslash }
            if start == index { return nil }
        } else {
            for _ in 0..<2 {
                while bytes[start] == SecretSearch.backslash { start += 1 }
                guard bytes[start] == UInt8(ascii: "/") else { return nil }
                start += 1
            }
        }
        if mayHaveNoColon { return start..<bytes.skip(start) { !Self.authorityEnds.contains($0) } }
        // The authority ends before the next slash, so it has no colon if the slash comes first.
        let colon = bytes.firstPlace(of: UInt8(ascii: ":"), or: UInt8(ascii: "/"), from: start)
        guard bytes[colon] == UInt8(ascii: ":") else { return nil }
        let end = bytes.skip(start) { !Self.authorityEnds.contains($0) }
        return colon < end ? start..<end : nil
    }

    /// Returns whether `http` or `https` ends at an index.
    private func isWeb(before end: Int) -> Bool {
        let isSecure = bytes[end - 1] | 0x20 == UInt8(ascii: "s")
        return bytes.withSpan(max(end - (isSecure ? 5 : 4), 0)..<end) { $0.isWord(isSecure ? "https" : "http", in: 0..<$0.count) }
    }

    private func end(of authority: Range<Int>, closing quote: Range<Int>?) -> Int {
        guard let quote else { return authority.upperBound }
        return authority.first { bytes.isEqual($0..<$0 + quote.count, to: bytes, quote) } ?? authority.upperBound
    }

    // MARK: The quote before a URL

    private static let longestScheme = 64

    /// Returns the escaped quote right before the scheme that ends at this colon. The URL ends where that quote occurs again.
    private func openingQuote(beforeScheme colon: Int) -> Range<Int>? {
        let start = bytes.skipBack(colon, atMost: Self.longestScheme, while: SecretSearch.mayBeInScheme)
        // The digits of the escape look like letters of the scheme.
        return bytes[start - 1] == PercentCoding.percent ? quote(EscapeChain(bytes, at: start - 1)) : nil
    }

    /// Returns the escape that ends before an index.
    private func escape(endingAt end: Int) -> EscapeChain? {
        guard ByteClass.hexadecimal(bytes[end - 1]) != nil, ByteClass.hexadecimal(bytes[end - 2]) != nil else { return nil }
        var start = end - 2
        while bytes[start - 1] == UInt8(ascii: "5"), bytes[start - 2] == UInt8(ascii: "2") { start -= 2 }
        return bytes[start - 1] == PercentCoding.percent ? EscapeChain(bytes, at: start - 1) : nil
    }

    private func quote(_ escape: EscapeChain) -> Range<Int>? {
        escape.byte.map(SecretSearch.isQuote) == true ? escape.range : nil
    }

    private static let beforeURL = ByteSet("=<>([{,;&?#\"' \t\n\r")

    // MARK: Names and passwords

    /// Returns the user part of an authority. If it has no `@`, it was cut off, and all of it may be the user.
    func user(in authority: Range<Int>) -> Range<Int>? {
        let end = authority.last { bytes[$0] == UInt8(ascii: "@") } ?? authority.upperBound
        return authority.lowerBound < end ? authority.lowerBound..<end : nil
    }

    /// Returns the password in an authority.
    ///
    /// - Parameter colon: The colon of a scheme. If the scheme is one of servers, the password may go on after the authority, up to an `@`.
    func password(in authority: Range<Int>, behind colon: Int? = nil) -> Range<Int>? {
        let at = authority.last { bytes[$0] == UInt8(ascii: "@") }
        let end = at ?? authority.upperBound
        guard let separator = (authority.lowerBound..<end).first(where: { bytes[$0] == UInt8(ascii: ":") }),
            // The name has no delimiter that ends an authority, literal or escaped.
            !(authority.lowerBound..<separator).contains(where: isEnd)
        else { return nil }
        let rest = separator + 1..<end
        if let at {
            // The digest of an image follows its tag: docker://nginx:1.25@sha256:9f3ab1c2.
            return isBehindHost(separator, authority.lowerBound, rest) || bytes.hasPrefix("@sha256:", at: at) ? nil : rest
        }
        guard isNoPort(rest, of: authority) else { return nil }
        if let colon, isOfServers(before: colon), let end = endOfUnescaped(from: authority.upperBound) { return separator + 1..<end }
        // The end of the text, or of a parameter or string in it.
        return authority.upperBound == bytes.count || Self.valueEnds.contains(bytes[authority.upperBound]) ? rest : nil
    }

    /// Returns where a password ends that goes on with a delimiter: at the last `@` of what may be the authority.
    private func endOfUnescaped(from delimiter: Int) -> Int? {
        let most = min(delimiter + Self.longestAuthority, bytes.count)
        guard let at = (delimiter..<most).first(where: { Self.unescapedEnds.contains(bytes[$0]) }), bytes[at] == UInt8(ascii: "@") else {
            return nil
        }
        return (at..<bytes.skip(at) { !Self.authorityEnds.contains($0) }).last { bytes[$0] == UInt8(ascii: "@") }
    }

    /// Returns whether a scheme is one of servers. Links of apps may have a colon without a port: `shop://user:nina/?mail=nina@a.example`.
    private func isOfServers(before colon: Int) -> Bool {
        let scheme = bytes.skipBack(colon, atMost: Self.longestScheme, while: SecretSearch.mayBeInScheme)..<colon
        let owner = bytes.withSpan(scheme) { KnownSchemes.embedded.facts($0, 0..<$0.count)?.owner }
        return owner == .web || owner == .network || owner == .standard
    }

    /// Returns whether the end of an authority is in the place of a port but is not a number, and so is a part of a password.
    private func isNoPort(_ rest: Range<Int>, of authority: Range<Int>) -> Bool {
        // A program fills in a port: `%s://%s:%i`, `http://localhost:$PORT`.
        let isFormat = rest.count == 2 && bytes[rest.lowerBound] == PercentCoding.percent && ByteClass.isLetter(bytes[rest.lowerBound + 1])
        guard bytes[authority.lowerBound] != UInt8(ascii: "["), !isFormat, !Literal.isPlaceholder(rest, in: bytes) else { return false }
        let end = endOfDigits(rest)
        return end < rest.upperBound && !(end > rest.lowerBound && isEnd(at: end)) || end - rest.lowerBound > 5
    }

    /// Returns whether the rest is only a port and text after the URL: digits and then a space, comma, quote or closing bracket, after
    /// something that looks like a host. In any other case, the rest may be the beginning of a password.
    private func isBehindHost(_ separator: Int, _ start: Int, _ rest: Range<Int>) -> Bool {
        let end = endOfDigits(rest)
        guard end > rest.lowerBound, end < rest.upperBound, let sign = sign(at: end) else { return false }
        let endsURL = ByteClass.isJSONSpace(sign) || SecretSearch.isQuote(sign) || ",}]>".utf8.contains(sign)
        let host = start..<separator
        return endsURL && host.contains { bytes[$0] == UInt8(ascii: ".") } && host.allSatisfy { SecretSearch.isNameByte(bytes[$0]) }
    }

    private func endOfDigits(_ range: Range<Int>) -> Int {
        range.first { !ByteClass.isDigit(bytes[$0]) } ?? range.upperBound
    }

    /// Returns whether a delimiter that ends an authority is at an index, literal or escaped.
    private func isEnd(at index: Int) -> Bool {
        guard let sign = sign(at: index) else { return false }
        return sign < 0x20 || sign == UInt8(ascii: ",") || Self.authorityEnds.contains(sign)
    }

    /// Returns the byte at an index after full decoding, or nil for a percent sign without digits.
    private func sign(at index: Int) -> UInt8? {
        bytes[index] == PercentCoding.percent ? EscapeChain(bytes, at: index).byte : bytes[index]
    }

    private static let valueEnds = ByteSet("&#\"'\\")
    private static let unescapedEnds = ByteSet("@<>{}\"' \t\n\r,;&|%")
    private static let authorityEnds = ByteSet("/?#&\\<>{}\"' \t\n\r")
}

/// The schemes whose links have a secret in the place of the user: `trojan://secret@host`.
struct UserSchemes: Sendable {
    private var schemes: Set<WordHash> = []
    /// The last two letters of the schemes.
    private var lastPairs = BytePairs()

    init(_ table: FactTable) {
        table.forEachWord(of: "users") { word in
            schemes.insert(table.hash(word.range))
            lastPairs.insert(table.text[word.range.upperBound - 2], table.text[word.range.upperBound - 1])
        }
    }

    /// Returns whether the scheme that ends at a colon is one of them.
    @inline(__always)
    func contains(before colon: Int, in bytes: ByteView) -> Bool {
        // Few schemes end like one of them.
        lastPairs.mayContain(bytes[colon &- 2] | 0x20, bytes[colon &- 1] | 0x20) && isWhole(before: colon, in: bytes)
    }

    @inline(never)
    private func isWhole(before colon: Int, in bytes: ByteView) -> Bool {
        let start = bytes.skipBack(colon, atMost: Self.longest, while: SecretShapes.isWord)
        return schemes.contains(bytes.hash(start..<colon))
    }

    private static let longest = 16
}
