import Bytes

// Finds secrets in text that people write.

extension SecretSearch {
    /// Searches for a value that follows a name without a sign, or a name of several words. Returns where the search goes on.
    ///
    ///    password Zomer2026, password is Zomer2026, API key: abc123     a word that mixes letters and digits
    ///    password -> abc123
    ///    ["X-Api-Key","abc123"], <password>abc123</password>, <password kind="x">abc123</password>
    mutating func searchLabel(from word: Range<Int>) -> Int {
        let start = word.lowerBound
        let end = bytes.skip(word.upperBound) { SecretShapes.isWord($0) && $0 != UInt8(ascii: "-") }
        guard knowledge.names.mayEnd(with: bytes[end - 2], bytes[end - 1]), Self.afterName.contains(bytes[end]) else { return end }
        let sign = bytes[bytes.skip(end, while: Self.mayFollowName)]
        let hasSign = sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":")
        let name = hasSign ? bytes.skipBack(start, while: Self.isNameByte) : start
        // The search around the sign knows a name of one word.
        if hasSign, bytes[name - 1] != 0x20 { return end }
        let first = SecretShapes.isLineEnd(before: start, in: bytes) ? start : max(end - SecretNames.longest, 0)
        var rows = knowledge.names.rows(first..<end, in: bytes)
        if hasSign { rows.subtract(knowledge.names.rows(name..<end, in: bytes)) }
        if rows.isEmpty { return end }
        let tag = endOfTag(named: start..<end)
        let value = labelledValue(after: tag, hasSign)
        let phrase = value.flatMap { walletWords(at: $0.lowerBound, rows) } ?? passwordInStatement(after: end, rows)
        let content = content(ofElement: start, after: tag)
        guard let secret = phrase ?? content ?? value, phrase != nil || isLabelled(secret, rows, isElement: content != nil) else {
            // In a part of the text, a value may end earlier.
            markUnsure()
            return end
        }
        // The words of a wallet may begin in the value.
        add(secret)
        return end
    }

    /// Returns the words of a wallet at the beginning of a value, if its name says that it has them.
    func walletWords(at start: Int, _ rows: NameRows) -> Range<Int>? {
        knowledge.end(rows, like: .words) ? SeedPhrase.named(at: start, in: bytes) : nil
    }

    /// The bytes that may come right after a name.
    private static let afterName = ByteSet(" \t=:,<>|+\\\"'[](")

    private static let statements: [StaticString] = ["create", "alter", "set"]
    /// The words after them. A sentence has others: "set a new password".
    private static let objects: [StaticString] = ["user", "role", "login", "group", "password", "server", "database", "public", "or"]
    private static let sortsOfPassword: [StaticString] = ["password", "random", "values"]

    /// Returns the password that a statement of SQL gives to a user: `CREATE USER nina IDENTIFIED BY 'abc'`, `ALTER ROLE nina PASSWORD 'abc'`,
    /// `SET PASSWORD FOR nina = PASSWORD('abc')`. In quotes, it may read like a word.
    private func passwordInStatement(after end: Int, _ rows: NameRows) -> Range<Int>? {
        guard !rows.isDisjoint(with: knowledge.statements) else { return nil }
        let words = (max(end - Self.longestStatement, 0)..<end).split { !Self.isNameByte(bytes[$0]) }
        let begins = zip(words, words.dropFirst()).contains { isOne(of: Self.statements, $0) && isOne(of: Self.objects, $1) }
        guard begins || words.contains(where: { isOne(of: ["grant"], $0) }) else { return nil }
        let isSet = isOne(of: ["set"], words.dropLast().last)
        let start = isSet ? bytes.place(of: UInt8(ascii: "="), from: end, end: min(end + Self.longestGap, bytes.count)) + 1 : end
        let place = bytes.skip(start) { ByteClass.isJSONSpace($0) || $0 == UInt8(ascii: "(") }
        if Self.isQuote(bytes[bytes.skip(place) { $0 == Self.backslash }]) { return word(at: place) }
        // CREATE USER nina IDENTIFIED BY abc, CREATE DATABASE LINK db CONNECT TO nina IDENTIFIED BY abc
        let isBare = isOne(of: ["user"], words.dropLast(3).last) || isOne(of: ["connect"], words.dropLast(4).last)
        guard bytes[end - 1] | 0x20 == UInt8(ascii: "y"), isBare else { return nil }
        let value = place..<endOfLabelled(from: place)
        return value.isEmpty || isOne(of: Self.sortsOfPassword, value) ? nil : value
    }

    /// The number of bytes before a password in which its statement begins.
    private static let longestStatement = 160

    /// Returns the content of an element of XML: `<password>a b</password>`, `<wsse:Password>a b</wsse:Password>`,
    /// `<password><![CDATA[a b]]></password>`.
    private func content(ofElement name: Int, after tag: Int) -> Range<Int>? {
        guard bytes[tag] == UInt8(ascii: ">"), isInTag(name) else { return nil }
        let start = bytes.hasPrefix("<![CDATA[", at: tag + 1) ? tag + 10 : tag + 1
        let end = bytes.place(of: UInt8(ascii: "<"), from: start, end: min(tag + Self.longestValue, bytes.count))
        let last = bytes.hasPrefix("]]>", at: end - 3) ? end - 3 : end
        return start < last && bytes.hasPrefix("</", at: end) ? start..<last : nil
    }

    /// Returns whether a name is that of an element of XML, perhaps with a prefix.
    private func isInTag(_ name: Int) -> Bool {
        let before = bytes[name - 1] == UInt8(ascii: ":") ? bytes.skipBack(name - 1, atMost: 16, while: ByteClass.isLetterOrDigit) : name
        return bytes[before - 1] == UInt8(ascii: "<")
    }

    private func isLabelled(_ value: Range<Int>, _ rows: NameRows, isElement: Bool) -> Bool {
        let form = ValueTraits(bytes, at: value.lowerBound)
        let isCode = knowledge.isTold(rows, digits: .max) && form.passes(Self.code)
        return (isElement || isRandom(value)) && (isCode || knowledge.isSecret(rows, form, isLoose: true, in: { [] }))
    }

    /// A code with letters. Coupons have fewer changes.
    private static let code = ValueTest(changes: 3)

    /// The words that may come between a name and its value.
    private static let links: [StaticString] = [
        "is", "ist", "est", "es", "é", "è", "as", "to", "lautet", "luidt", "value", "string_value", "v", "string",
    ]

    /// The maximum number of bytes between a name and its value, and of the value.
    private static let longestGap = 64
    static let longestValue = 512
    /// The most words between a name and the one that links it to its value: `password for the account is`.
    private static let mostOthers = 4

    /// Returns the end of a name or, if it is that of an element of XML with attributes, the end of its tag.
    private func endOfTag(named name: Range<Int>) -> Int {
        guard bytes[name.upperBound] == 0x20, isInTag(name.lowerBound) else { return name.upperBound }
        let most = min(name.upperBound + Self.longestGap, bytes.count)
        let end = bytes.place(of: UInt8(ascii: ">"), from: name.upperBound, end: most)
        return bytes[end] == UInt8(ascii: ">") && bytes[end - 1] != UInt8(ascii: "/") ? end : name.upperBound
    }

    private func labelledValue(after end: Int, _ hasSign: Bool) -> Range<Int>? {
        var place = end
        var (hasLink, others) = (hasSign, 0)
        let most = min(end + Self.longestGap, bytes.count)
        scan: while place < most {
            switch bytes[place] {
            case UInt8(ascii: "<"):
                let tag = (place..<most).first { bytes[$0] == UInt8(ascii: ">") || bytes[$0] == 0x20 } ?? place
                let isTag = bytes[tag] == UInt8(ascii: ">") && !(place..<tag).contains { ByteClass.isDigit(bytes[$0]) }
                place = isTag ? tag : place + 1
            case 0x20, 0x09, UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ">"), UInt8(ascii: "|"): place += 1
            case UInt8(ascii: "(") where place == end + 1, UInt8(ascii: "[") where place == end + 1: place += 1
            // The elements of a property list are on lines of their own, and in a form an empty line is between a name and its value.
            case let byte where ByteClass.isLineEnd(byte):
                let before = bytes[place - 1]
                let isBetween = before == UInt8(ascii: ">") || ByteClass.isLineEnd(before) || bytes.hasPrefix("\r\n\r\n", at: place)
                if isBetween { place += 1 } else { break scan }
            case UInt8(ascii: "-") where bytes[place + 1] == UInt8(ascii: ">"): (hasLink, place) = (true, place + 1)
            case Self.backslash where Self.isQuote(bytes[place + 1]) || bytes[place + 1] == Self.backslash: place += 1
            case UInt8(ascii: ":"), UInt8(ascii: "="): if hasLink { place += 1 } else { break scan }
            case let byte where Self.isQuote(byte): place += 1
            default:
                let word = place..<bytes.skip(place, while: SecretShapes.isWord)
                if hasLink || word.isEmpty { break scan }
                hasLink = isOne(of: Self.links, word)
                // Without a word that links them, the value follows the name. Quotes are around a value.
                let isPlain = bytes[place - 1] == 0x20 && !word.contains { ByteClass.isDigit(bytes[$0]) }
                if !hasLink, !isPlain || others == Self.mostOthers { break scan }
                others += hasLink ? 0 : 1
                place = word.upperBound
            }
        }
        guard place > end, hasLink || others == 0 else { return nil }
        let opening = bytes[place - 1]
        if Self.isQuote(opening) || opening == UInt8(ascii: "<") {
            let closing = opening == UInt8(ascii: "<") ? UInt8(ascii: ">") : opening
            // What a colon follows is a name.
            guard let close = (place..<min(place + Self.longestValue, bytes.count)).first(where: { bytes[$0] == closing }),
                bytes[close + 1] != UInt8(ascii: ":")
            else { return nil }
            return place..<max(place, close - bytes.backslashes(before: close))
        }
        var last = endOfLabelled(from: place)
        if AuthorizationScheme.isWhole(place..<last, in: bytes) { last = endOfLabelled(from: last + 1) }
        // What a colon follows is a name, unless it mixes letters and digits like a code: `token a1B2c3: expired`.
        guard bytes[last - 1] == UInt8(ascii: ":") else { return place..<last }
        return ValueTraits(bytes, at: place).passes(Self.code) ? place..<last - 1 : nil
    }

    private func endOfLabelled(from start: Int) -> Int {
        var end = start
        let most = min(start + Self.longestValue, bytes.count)
        while end < most, !Self.labelledEnds.contains(bytes[end]), Escape.read(bytes, at: end).length != 3 { end += 1 }
        // A dot or a bracket at the end belongs to the sentence around the value.
        return bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "]") ? end - 1 : end
    }

    private static let labelledEnds = ByteSet(" \t\n\r\"'<>,;&()|\\")

    /// Returns whether a value mixes letters and digits as passwords and keys do. Links, hosts, addresses, variables, versions and dates do
    /// not count.
    func isRandom(_ value: Range<Int>) -> Bool {
        guard value.count >= 6, ByteClass.isLetterOrDigit(bytes[value.lowerBound]) else { return false }
        let (digits, letters) = (value.count { ByteClass.isDigit(bytes[$0]) }, value.count { ByteClass.isLetter(bytes[$0]) })
        let isDate = bytes[value.lowerBound + 4] == UInt8(ascii: "-") && value.prefix(4).allSatisfy { ByteClass.isDigit(bytes[$0]) }
        let hasDot = value.contains { bytes[$0] == UInt8(ascii: ".") }
        let isAddress = hasDot && value.contains { bytes[$0] == UInt8(ascii: "@") || bytes[$0] == UInt8(ascii: ":") }
        let isLink = value.contains { bytes.hasPrefix("://", at: $0) }
        return digits > 0 && letters > (hasDot ? 1 : 0) && !isDate && !isAddress && !isLink && !isVersion(value)
    }

    private static let stages: [StaticString] = ["alpha", "beta", "rc"]

    /// Returns whether a value is a version: `v2beta1`.
    private func isVersion(_ value: Range<Int>) -> Bool {
        let start = value.lowerBound
        let number = bytes.skip(start + 1, while: ByteClass.isDigit)
        let stage = bytes.skip(number, while: ByteClass.isLetter)
        return bytes[start] == UInt8(ascii: "v") && number > start + 1 && (stage == number || isOne(of: Self.stages, number..<stage))
            && bytes.skip(stage, while: ByteClass.isDigit) == value.upperBound
    }

    // MARK: Codes in messages

    /// Searches for a code of four to eight digits that a message tells. Returns where the search goes on.
    ///
    ///    Your code is 482913, login code: 123-456      the name comes first
    ///    G-482913 is your verification code            the name comes after it
    ///    Use 482913 to log in
    ///    验证码：482913                                  in languages without spaces
    ///    @shop.example #482913                         for a browser that fills it in
    mutating func searchCode(at start: Int) -> Int {
        var end = bytes.skip(start, while: ByteClass.isDigit)
        var digits = end - start
        let group = bytes.skip(end + 1, while: ByteClass.isDigit)
        if digits == 3, group - end == 4, bytes[end] == UInt8(ascii: "-") || bytes[end] == 0x20 { (end, digits) = (group, 6) }
        guard (4...8).contains(digits), !Self.isNameByte(bytes[end]) || Self.endsSentence(end, in: bytes),
            let before = startOfCode(start), tellsCode(from: before, to: end, digits: digits)
        else { return end }
        add(start..<end)
        return end
    }

    /// Returns the place of what comes before a code, without letters such as `G-`. Returns nil if the digits are a part of something else.
    private func startOfCode(_ start: Int) -> Int? {
        var place = start
        if bytes[place - 1] == UInt8(ascii: "-") {
            place = bytes.skipBack(place - 1, atMost: 3) { $0 &- UInt8(ascii: "A") < 26 }
            if start - place < 2 { return nil }
        }
        return place == 0 || bytes[place - 1] >= 0x80 || Self.beforeCode.contains(bytes[place - 1]) ? place : nil
    }

    private static let beforeCode = ByteSet(" \t\n\r+=:?&,;\"'([{*#>")
    private static let owners: [StaticString] = ["your", "je", "jouw", "uw", "dein", "ihr", "votre", "ton", "tu", "su", "seu", "tuo"]
    private static let commands: [StaticString] = ["use", "enter", "type", "gebruik", "verwende"]
    private static let purposes: [StaticString] = ["log", "login", "sign", "verify", "confirm", "authenticate", "reset", "access"]

    private static func endsSentence(_ place: Int, in bytes: ByteView) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "."): !ByteClass.isLetterOrDigit(bytes[place + 1])
        case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "&"): true
        default: ByteClass.isLineEnd(bytes[place])
        }
    }

    private func tellsCode(from start: Int, to end: Int, digits: Int) -> Bool {
        if bytes[start - 1] == UInt8(ascii: "#"), bytes[start - 2] == 0x20 {
            let host = bytes.skipBack(start - 2, atMost: SecretNames.longest - 2, while: Self.isNameByte)
            return bytes[host - 1] == UInt8(ascii: "@") && (host == 1 || ByteClass.isJSONSpace(bytes[host - 2]))
        }
        let (first, last) = (sentence(before: start), sentence(after: end))
        if digits <= 6, hasPhrase(first) || hasPhrase(last) { return true }
        let before = Array(words(in: first).reversed())
        let after = words(in: last).prefix(Self.mostWords)
        if isOne(of: Self.commands, before.first), isOne(of: ["to"], after.first) {
            return isOne(of: Self.purposes, after.dropFirst().first)
        }
        func names(_ word: Range<Int>) -> Bool {
            let rows = knowledge.names.rows(max(word.upperBound - SecretNames.longest, 0)..<word.upperBound, in: bytes)
            guard knowledge.isTold(rows, digits: .max) else { return false }
            return digits <= 6 && knowledge.isTold(rows, digits: digits) || (before + after).contains { isOne(of: Self.owners, $0) }
        }
        let isLinked = before.first.map { bytes[$0.upperBound] == UInt8(ascii: ":") } == true || isOne(of: Self.links, before.first)
        if before.prefix(isLinked ? Self.mostWords : 1).contains(where: names) { return true }
        return isOne(of: Self.links, after.first) && after.contains(where: names)
    }

    /// The most words of a sentence that are read on each side of a code.
    private static let mostWords = 8

    /// Returns whether a word is one of these, ignoring case.
    func isOne(of words: [StaticString], _ word: Range<Int>?) -> Bool {
        bytes.withSpan(word ?? 0..<0) { words.contain($0, 0..<$0.count) }
    }

    /// The names of codes in languages that put no spaces between words or have many forms of a word. The first letter of some is left out,
    /// because it may be a capital.
    private static let phrases: [StaticString] = [
        "验证码", "驗證碼", "校验码", "动态码", "认证码", "認証コード", "確認コード", "認証番号", "ワンタイムパスワード", "인증번호", "인증 번호", "인증코드",
        "од подтверждения", "од підтвердження", "од для входа", "од входа", "од доступа", "од авторизации", "од проверки", "роверочный код",
        "дноразовый код", "дноразовый пароль", "аш код",
    ]

    private func hasPhrase(_ sentence: Range<Int>) -> Bool {
        sentence.contains { place in bytes[place] >= 0x80 && Self.phrases.contains { bytes.hasPrefix($0, at: place) } }
    }

    /// Returns the sentence before a place.
    private func sentence(before end: Int) -> Range<Int> {
        let first = max(end - Self.longestGap, 0)
        return ((first..<end).last { Self.endsSentence($0, in: bytes) }.map { $0 + 1 } ?? first)..<end
    }

    /// Returns the sentence after a place.
    private func sentence(after start: Int) -> Range<Int> {
        let most = min(start + Self.longestGap, bytes.count)
        return start..<((start..<most).first { Self.endsSentence($0, in: bytes) } ?? most)
    }

    /// Returns the words of a sentence, without tags such as `<b>`.
    private func words(in sentence: Range<Int>) -> [Range<Int>] {
        sentence.split { !SecretShapes.isWord(bytes[$0]) && bytes[$0] < 0x80 }
            .filter { bytes[$0.upperBound] != UInt8(ascii: ">") }
    }
}
