import Bytes

/// Searches a text for the names of secrets and for the end of each value. Where the end of a value is ambiguous, the search finds too much
/// rather than too little.
///
/// How a value ends depends on what surrounds it:
///
///    "name":"a\"b"           a quoted value ends at its quote, at any depth of escaping: \"name\":\"a\\\"b\"
///    "name":{…}              an object or array ends at its bracket
///    ?name=a,b;c&x           a query value ends at & or #, or at the quote around the URL
///    Authorization: a b, c   a header ends at the end of its line, or at the quote around it
///    ;S.name=a,b;end         an intent extra ends at ;
///    WIFI:S:x;P:a b\;c;;     a field of a QR code ends at ; without a backslash
///    {name=a, b}             anything else ends at a space, a quote, or , ; & # } ]
///    //user:a,b@host         the password of a URL ends at the last @ of its authority
///
/// Nearly every secret comes after an `=`, a `:` or a `/`. The search tests sixteen bytes at a time for these signs and looks closer only
/// around them. What is before a sign, such as the quotes that are open there, is read only if a secret depends on it. If a text has gaps
/// between words, the values of the options in a command, values after their names, codes in messages and the words of a wallet are searched
/// for as well.
struct SecretSearch {
    /// The secrets found, as ranges of the original text, and memory that one search hands on to the next.
    struct Memory {
        var secrets: [Range<Int>] = []
        /// Whether a search of a part of the text by itself may find another secret. In a part, a URL with an `@` may end elsewhere, an
        /// empty value may become longer, and a name may have spaces and brackets.
        var isUnsure = false
        /// The contexts of the members of JSON in the text: those of the link that carries the text.
        var carrier: SecretContext = []
        /// Whether the contexts of the carrier count for parameters, too: those of the links that redirected to the text.
        var isRedirected = false
        /// Whether a member was found that more contexts may make a secret.
        var asksForCarrier = false
        /// The secrets that are neither tokens nor passwords, as ranges of the original text, and what they hold.
        var contents: [(secret: Range<Int>, what: String)] = []
        /// The places of links whose escapes have hyphens, in the text that was searched last.
        var hyphenated: [Int] = []
        /// The places of links with asterisks, in the text that was searched last.
        var starred: [Int] = []
        /// The values that a context makes public, whatever their shape, as ranges of the text that was searched last.
        fileprivate var exempt: [Range<Int>] = []
        fileprivate var values: [Range<Int>] = []
        fileprivate var quotes = OpenQuotes()

        /// Adds a value that was found by its shape.
        ///
        /// - Parameter content: What the value holds, if that is neither a token nor a password.
        mutating func add(shape: Range<Int>, holding content: String? = nil, _ origins: Origins) {
            if exempt.contains(where: { $0.contains(shape.lowerBound) }) { return }
            secrets.append(origins.original(shape))
            if let content { contents.append((origins.original(shape), content)) }
        }
    }

    let bytes: ByteView
    let origins: Origins
    let knowledge: SecretKnowledge
    private var memory = Memory()
    /// What was read around names whose contexts matter.
    var around = Around()
    /// The same, with the whole text read as a single URL, in which spaces and quotes end nothing.
    var aroundURL = Around()
    /// Whether `around` is that of the whole text.
    var isURL = false

    /// Whether the text has bytes that may begin an escape.
    private var mayHaveEscapes = false
    /// Whether the text has bytes beyond ASCII, the `;` of an HTML reference, or control characters.
    private var mayLookOtherwise = false

    /// The end of the last value found. Signs before it belong to that value.
    private var resume = 0
    /// Whether the position `queryEnd` is in the name of a query item, which began at `?`, `&` or `#`.
    private var isInQueryName = false
    private var queryEnd = 0
    /// The position up to which the quotes were read.
    private var quotesEnd = 0
    /// The number of values before `quotesEnd`.
    private var valuesPassed = 0
    /// The place of the first `#Intent;`, or the end of the text.
    lazy var intentStart =
        (bytes.place(of: UInt8(ascii: "#"), from: 0, end: bytes.count)..<bytes.count).first { bytes.hasPrefix("#Intent;", at: $0) }
        ?? bytes.count

    /// Searches a text and adds the secrets to `memory`. Only a text as written can be a single URL. Decoded text mixes several levels.
    ///
    /// - Returns: Whether the text has bytes that may begin an escape, and whether people may see something else.
    static func search(
        _ bytes: ByteView, _ origins: Origins, isWritten: Bool, _ knowledge: SecretKnowledge, _ memory: inout Memory
    ) -> (mayHaveEscapes: Bool, mayLookOtherwise: Bool) {
        var search = SecretSearch(bytes, origins, knowledge)
        // The memory moves into the search and back: adding to an array with two owners copies it.
        swap(&search.memory, &memory)
        if !search.memory.exempt.isEmpty { search.memory.exempt.removeAll(keepingCapacity: true) }
        // A shape may begin with a scheme other than that of the web: `steam://connect/a.example/hunter2`.
        let mayBeWeb = bytes[0] | 0x20 == UInt8(ascii: "h")
        if isWritten, !mayBeWeb, bytes[bytes.skip(0, while: SecretShapes.isWord)] == UInt8(ascii: ":") { search.addShape(at: 0) }
        if search.run(), isWritten { search.searchAsURL() }
        swap(&search.memory, &memory)
        if !memory.values.isEmpty { memory.values.removeAll(keepingCapacity: true) }
        memory.quotes.removeAll()
        return (search.mayHaveEscapes, search.mayLookOtherwise)
    }

    private init(_ bytes: ByteView, _ origins: Origins, _ knowledge: SecretKnowledge) {
        self.bytes = bytes
        self.origins = origins
        self.knowledge = knowledge
    }

    /// Looks around each sign. Returns whether there is any.
    private mutating func run() -> Bool {
        let bytes = bytes
        var escapes = ByteBlock.Marks()
        var backslashes = ByteBlock.Marks()
        var letters = ByteBlock.Marks()
        var others = ByteBlock.Marks()
        var ats = ByteBlock.Marks()
        var gaps = ByteBlock.Marks()
        var hasSigns = false
        var place = 0
        while place < bytes.count {
            let block = ByteBlock(bytes, at: place)
            escapes = escapes | block.marks(of: PercentCoding.percent)
            backslashes = backslashes | block.marks(of: Self.backslash)
            letters = letters | block.marksBeyondASCII
            others = others | block.marks(of: UInt8(ascii: ";")) | block.marks(from: 0x01, to: 0x1F)
            ats = ats | block.marks(of: UInt8(ascii: "@"))
            gaps = gaps | Self.gaps(in: block)
            let signs = Self.signs(in: block)
            if !signs.isEmpty {
                hasSigns = true
                look(around: signs, from: place)
            }
            place &+= 16
        }
        mayHaveEscapes = !escapes.isEmpty || !backslashes.isEmpty
        mayLookOtherwise = !letters.isEmpty || !others.isEmpty || !backslashes.isEmpty
        if !ats.isEmpty {
            markUnsure()
            searchUsers()
        }
        // Texts without spaces are searched too, because Chinese and Japanese do not put spaces between words.
        if !gaps.isEmpty || !letters.isEmpty { searchWords() }
        lookForLink(at: 0)
        return hasSigns
    }

    /// Marks `=` and `:`, which end a name, and the `/` of a URL.
    @inline(__always)
    static func signs(in block: ByteBlock) -> ByteBlock.Marks {
        block.marks(of: UInt8(ascii: "=")) | block.marks(of: UInt8(ascii: ":")) | block.marks(of: UInt8(ascii: "/"))
    }

    /// Marks what may come between words, or between a name and its value.
    @inline(__always)
    static func gaps(in block: ByteBlock) -> ByteBlock.Marks {
        block.marks(from: 0x01, to: 0x20) | block.marks(of: UInt8(ascii: "+")) | block.marks(of: UInt8(ascii: ","))
            | block.marks(of: UInt8(ascii: ">"))
    }

    // Not inlined, so that the loop above is short.
    @inline(never)
    private mutating func look(around signs: ByteBlock.Marks, from place: Int) {
        var signs = signs
        while let offset = signs.popFirst() {
            let sign = place &+ offset
            // A slash matters only if another one follows.
            let isPath = bytes[sign] == UInt8(ascii: "/") && !Self.mayBeSlash(at: sign &+ 1, in: bytes)
            if sign >= resume, !isPath { look(around: sign) }
        }
    }

    /// Notes that a search of a part of the text may find another secret.
    mutating func markUnsure() { memory.isUnsure = true }

    /// Adds a value, unless it is a literal or a flag. A password of a URL has no name, and a field of a QR code has no literals.
    mutating func add(_ secret: Range<Int>, named name: Range<Int> = 0..<0, isField: Bool = false) {
        if !isField, Literal.isWhole(secret, in: bytes) || isFlag(secret, named: name) || isExpression(secret, named: name) {
            // In a part of the text, a longer value may end as a literal.
            markUnsure()
        } else {
            memory.secrets.append(origins.original(secret))
        }
    }

    private func isFlag(_ value: Range<Int>, named name: Range<Int>) -> Bool {
        bytes.withSpan(value) { value in bytes.withSpan(name) { Flag.isWhole(value, named: $0) } }
    }

    /// The words before the name of a variable in code.
    private static let keywords: [StaticString] = ["let", "var", "const", "val"]

    /// Returns whether a value is an expression in code, where a text would be in quotes: `let password = field.text`.
    private func isExpression(_ value: Range<Int>, named name: Range<Int>) -> Bool {
        guard bytes[name.lowerBound - 1] == 0x20, bytes[value.lowerBound - 1] == 0x20 else { return false }
        let word = bytes.skipBack(name.lowerBound - 1, while: ByteClass.isLetter)
        let isMember = bytes.hasPrefix("self.", at: name.lowerBound) || bytes.hasPrefix("this.", at: name.lowerBound)
        return (isMember || isOne(of: Self.keywords, word..<name.lowerBound - 1))
            && value.allSatisfy { ByteClass.isLetter(bytes[$0]) || ".()? ".utf8.contains(bytes[$0]) }
    }

    private mutating func look(around sign: Int) {
        switch bytes[sign] {
        case UInt8(ascii: "="), UInt8(ascii: ":"):
            let named = secretName(before: sign)
            if let (name, rows) = named, isSecret(rows, name, sign) {
                let value = value(of: name, sign, rows)
                if value.isEmpty { markUnsure() }
                add(value, named: name, isField: knowledge.end(rows, like: .field))
                if let content = knowledge.content(rows, in: { contexts(ofNameAt: name.lowerBound, sign: sign) }) {
                    memory.contents.append((origins.original(value), content))
                }
                memory.values.append(value)
                // Continue after the secret. Searching inside it again for each name could take quadratic time.
                resume = value.upperBound
                queryEnd = resume
                return
            }
            if let named {
                searchMembers(ofObjectAfter: sign, named.rows)
                if let phrase = walletWords(at: startOfValue(after: sign), named.rows) { add(phrase) }
            }
            if bytes[sign] == UInt8(ascii: ":") {
                if Self.mayBeSlash(at: sign &+ 1, in: bytes) {
                    if let password = passwords.password(after: sign) ?? passwords.passwordOfData(after: sign) { add(password) }
                    if let start = AsteriskLink.start(bytes, colon: sign) { memory.starred.append(start) }
                } else if bytes[sign &+ 1] == UInt8(ascii: "+") {
                    // A phone number: `tel:+1…`. It begins with no two letters, so the test for a shape would not find it.
                    addShape(at: sign &+ 1)
                } else if let password = passwords.passwordOfHost(around: sign) {
                    add(password)
                    resume = password.upperBound
                    return
                }
            }
            lookForShape(after: sign)
        case UInt8(ascii: "/"):
            if let password = passwords.passwordWithoutScheme(at: sign) { add(password) }
        default: break
        }
    }

    /// The number of bytes of an object whose strings may have the name of the object.
    private static let longestObject = 256

    /// Searches an object whose name is that of secrets: `"tokens":{"access":"a1b2c3"}`.
    private mutating func searchMembers(ofObjectAfter sign: Int, _ rows: NameRows) {
        let object = startOfValue(after: sign)
        guard bytes[object] == UInt8(ascii: "{") else { return }
        var place = object + 1
        while place < min(object + Self.longestObject, bytes.count), bytes[place] != UInt8(ascii: "{"), bytes[place] != UInt8(ascii: "}") {
            // Only a colon can be before a value, and what follows anything else may be long.
            let start = bytes[place] == UInt8(ascii: ":") ? startOfValue(after: place) : place
            guard start > place, Self.isQuote(bytes[start - 1]) else {
                place += 1
                continue
            }
            let end = bytes.skip(start) { !Self.isQuote($0) && $0 != Self.backslash }
            let form = ValueTraits(bytes, at: start)
            if isRandom(start..<end), knowledge.isSecret(rows, form, isLoose: true, in: { [] }) { add(start..<end) }
            place = end + 1
        }
    }

    /// Returns whether the value after a sign is a secret, by its name, its form and its surroundings.
    mutating func isSecret(_ rows: NameRows, _ name: Range<Int>, _ sign: Int) -> Bool {
        // A URL follows a scheme, not a name: onepassword://add. The method of an identifier is no name: did:key:z6Mk….
        guard !Self.isScheme(before: sign, in: bytes), !bytes.hasPrefix("did:", at: name.lowerBound - 4) else { return false }
        if knowledge.isCertain(rows) { return true }
        let isMember = bytes[sign] == UInt8(ascii: ":")
        let start = startOfValue(after: sign)
        let form = ValueTraits(bytes, at: start)
        if !rows.isDisjoint(with: knowledge.headerValues) {
            let named = isMember ? rowsOfHeader(around: name) : rowsOfElement(around: sign)
            let header = named.subtracting(knowledge.headerValues)
            let pairs = knowledge.isSecret(rows.intersection(knowledge.headerValues), form, isLoose: false, in: { .any })
            if !header.isEmpty { return pairs && isSecret(header, name, sign) }
            if rows.isSubset(of: knowledge.headerValues) { return false }
        }
        let isLoose = isMember && !Self.isQuote(bytes[name.upperBound]) && !Self.isQuote(bytes[start - 1])
        var known: SecretContext?
        func contexts() -> SecretContext {
            if let known { return known }
            let found = self.contexts(ofNameAt: name.lowerBound, sign: sign)
            known = found
            return found
        }
        if knowledge.isSecret(rows, form, isLoose: isLoose, in: contexts) { return true }
        if isMember || memory.isRedirected, let own = known {
            memory.asksForCarrier = true
            // The carrier may make a value secret, but not public.
            let all = own.union(memory.carrier.subtracting(knowledge.publicContexts))
            if all != own, knowledge.isSecret(rows, form, isLoose: isLoose, in: { all }) { return true }
        }
        if !isURL, knowledge.isPublic(rows, in: contexts) { memory.exempt.append(start..<start + form.count) }
        return false
    }

    /// The number of bytes of an element of XML that are read on each side of a value.
    private static let longestElement = 1024

    /// Returns the rows of the name beside a value in an element of XML: `<input value="abc" name="password">`.
    private func rowsOfElement(around sign: Int) -> NameRows {
        guard Self.isQuote(bytes[startOfValue(after: sign) - 1]) else { return [] }
        let first = (max(sign - Self.longestElement, 0)..<sign).last { Self.brackets.contains(bytes[$0]) }
        let end = bytes.place(of: UInt8(ascii: ">"), from: sign, end: min(sign + Self.longestElement, bytes.count))
        guard let first, bytes[first] == UInt8(ascii: "<"), bytes[end] == UInt8(ascii: ">") else { return [] }
        return (first..<end).reduce(into: []) { rows, place in
            guard Self.namesInElements.contains(where: { bytes.hasPrefix($0, at: place) }) else { return }
            let name = startOfValue(after: bytes.place(of: UInt8(ascii: "="), from: place, end: end))
            rows.formUnion(knowledge.names.rows(name..<bytes.skip(name, while: Self.isNameByte), in: bytes))
        }
    }

    private static let namesInElements: [StaticString] = ["name=", "key=", "type="]
    private static let brackets = ByteSet("<>")

    /// Returns where the text of a value begins: after spaces, the bracket of a list in JSON and quotes.
    private func startOfValue(after sign: Int) -> Int {
        let first = skipWrappers(from: skipSpaces(after: sign))
        let start = bytes.skip(first) { ByteClass.isJSONSpace($0) || $0 == Self.backslash || $0 == UInt8(ascii: "[") }
        return Self.isQuote(bytes[start]) ? start + 1 : start
    }

    /// Finds a shape right after a sign. Shapes that are too short to be found as a run of letters are recognized only here.
    private mutating func lookForShape(after sign: Int) {
        var start = sign &+ 1
        // The source of an email writes each `=` as `=3D`.
        if bytes[start] == UInt8(ascii: "3"), bytes[start &+ 1] == UInt8(ascii: "D"), bytes[sign] == UInt8(ascii: "=") { start &+= 2 }
        while start < sign &+ 4, Self.isQuote(bytes[start]) || bytes[start] == 0x20 || bytes[start] == Self.backslash { start &+= 1 }
        lookForLink(at: start)
        guard knowledge.shapes.mayBegin(withLetters: bytes[start], bytes[start &+ 1]) else { return }
        addShape(at: start)
    }

    private mutating func addShape(at start: Int) {
        if let found = knowledge.shapes.match(bytes, at: start) {
            memory.add(shape: found.secret, holding: found.content, origins)
        }
    }

    /// Notes a link whose escapes have hyphens.
    @inline(__always)
    private mutating func lookForLink(at place: Int) {
        if HyphenatedLink.begins(bytes, at: place) { memory.hyphenated.append(place) }
    }

    @inline(__always)
    private mutating func secretName(before sign: Int) -> (name: Range<Int>, rows: NameRows)? {
        var end = endOfName(before: sign)
        var found = secretName(endingAt: end)
        // The name of a list comes before brackets: tokens[0], tokens['access'].
        var closing = bytes.skip(end, while: Self.isQuote)
        while bytes[closing] == UInt8(ascii: "]"), closing < sign, let outer = SecretNames.outer(of: resume..<closing + 1, in: bytes) {
            closing = outer.upperBound - 1
            end = endOfName(before: outer.upperBound)
            if let list = secretName(endingAt: end) { found = (list.name, list.rows.union(found?.rows ?? [])) }
        }
        return found
    }

    /// Returns where the name before a place ends. In a log of Swift, a key may be in a call: `AnyHashable("name"): …`.
    @inline(__always)
    private func endOfName(before place: Int) -> Int {
        var end = place
        if bytes[place] == UInt8(ascii: ":"), bytes[end - 1] == UInt8(ascii: ")"), Self.isQuote(bytes[end - 2]) { end -= 1 }
        return bytes.skipBack(end, atMost: end - resume, while: Self.mayFollowName)
    }

    @inline(__always)
    private mutating func secretName(endingAt end: Int) -> (name: Range<Int>, rows: NameRows)? {
        // Few names end like the name of a secret, so where the name begins is seldom of interest.
        guard end > resume, knowledge.names.mayEnd(with: bytes[end - 2], bytes[end - 1]) else { return nil }
        let known = knowledge.names.rows(max(resume, end - SecretNames.longest)..<end, in: bytes)
        if known.isEmpty { return nil }
        // Names in other languages have non-ASCII letters, so such bytes also belong to the name.
        let start = bytes.skipBack(end, atMost: end - resume) { Self.isNameByte($0) || $0 >= 0x80 }
        let rows = knowledge.names.rows(start..<end, in: bytes)
        if !rows.isEmpty { return SecretNames.mayBeName(start..<end, in: bytes) ? (start..<end, rows) : nil }
        // In a part that is a single URL, a name may have spaces and brackets.
        markUnsure()
        return nil
    }

    var passwords: AuthorityPasswords { AuthorityPasswords(bytes: bytes, knowledge: knowledge) }

    /// Returns the value of `name = value`, `"name" : "value"` or `\"name\":\"value\"` without its quotes.
    private mutating func value(of name: Range<Int>, _ sign: Int, _ rows: NameRows) -> Range<Int> {
        let isAssigned = bytes[sign] == UInt8(ascii: "=")
        if isAssigned, bytes[name.lowerBound - 1] == UInt8(ascii: ";"), knowledge.end(rows, like: .path) {
            return (sign + 1)..<endOfPathValue(after: sign)
        }
        // The user of a URL may have the name of a secret: https://x-access-token:abc@host/path.
        if !isAssigned, let password = passwords.password(ofUser: name) { return password }
        if !isAssigned, !Self.isQuote(bytes[sign - 1]), knowledge.end(rows, like: .field) {
            passQuotes(upTo: name.lowerBound)
            return (sign + 1)..<endOfField(after: sign, rows)
        }
        readQueryName(upTo: name.lowerBound)
        if isAssigned, isInQueryName {
            passQuotes(upTo: name.lowerBound)
            return (sign + 1)..<endOfQueryValue(after: sign)
        }
        if isAssigned, isIntentExtra(name) {
            passQuotes(upTo: name.lowerBound)
            return (sign + 1)..<endOfIntentExtra(after: sign)
        }
        let start = skipWrappers(from: skipSpaces(after: sign))
        let index = bytes.skip(start, while: { $0 == Self.backslash })
        guard index < bytes.count else { return start..<index }
        switch bytes[index] {
        case let quote where Self.isQuote(quote):
            return (index + 1)..<endOfQuoted(by: index, backslashes: index - start)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return index..<endOfBrackets(from: index)
        case _ where !isAssigned && isHeader(name, rows):
            passQuotes(upTo: name.lowerBound)
            let isParameter = bytes[name.lowerBound - 1] == UInt8(ascii: "=")
            let isQuoted = bytes[name.lowerBound - 1] == UInt8(ascii: "'")
            return start..<endOfLine(from: start, width: origins.width(of: sign) - (isParameter ? 0 : 1), isQuoted)
        default:
            let width = origins.width(of: sign)
            let isFirst = isAssigned && name.lowerBound == 0
            // The last of the words of a wallet may be the beginning of a longer one.
            let end = endOfWord(from: walletWords(at: start, rows)?.upperBound ?? start, width, isFirst)
            // The value of `authorization=Bearer abc` continues after the space.
            let isScheme = AuthorizationScheme.isWhole(start..<end, in: bytes)
            let all = isScheme ? endOfWord(from: bytes.skip(end, while: ByteClass.isJSONSpace), width, isFirst) : end
            return start..<(isAssigned ? endOfSetting(from: all, named: name, width) ?? all : all)
        }
    }

    /// Returns where the spaces after a sign end. In JSON that was encoded as HTML forms are, `{"a":+"b"}`, each plus is a space: after the
    /// quote of a name or before the quote of a value, it can be nothing else.
    private func skipSpaces(after sign: Int) -> Int {
        // Some languages have a longer sign: "name" => "value", name == value.
        let isDouble = bytes[sign] == UInt8(ascii: "=") && (bytes[sign + 1] == UInt8(ascii: ">") || bytes[sign + 1] == UInt8(ascii: "="))
        let isLonger = isDouble && (Self.isQuote(bytes[sign + 2]) || bytes[sign + 2] == 0x20)
        // In Markdown, a bold name ends after its colon: **password:** abc.
        let bold = bytes[sign] == UInt8(ascii: ":") ? bytes.skip(sign + 1) { $0 == UInt8(ascii: "*") } : sign + 1
        let first = isLonger ? sign + 2 : bytes[bold] == 0x20 ? bold : sign + 1
        let end = bytes.skip(first, while: ByteClass.isJSONSpace)
        guard bytes[end] == UInt8(ascii: "+"), bytes[sign] == UInt8(ascii: ":") else { return end }
        let spaces = bytes.skip(end) { ByteClass.isJSONSpace($0) || $0 == UInt8(ascii: "+") }
        return endsName(at: sign) || Self.isQuote(bytes[bytes.skip(spaces) { $0 == Self.backslash }]) ? spaces : end
    }

    /// What languages write before the quote of a string: Optional("…"), Some("…"), u'…', N'…', @"…". The last two are from Swift's `dump`.
    private static let wrappers: [StaticString] = [
        "Optional(", "Some(", "u", "b", "r", "f", "N", "E", "@", "Optional<String>", "- some : ",
    ]

    /// Skips what a language writes before a string, such as `Optional(`. Returns the place of the quote, or `start` if no quote follows.
    private func skipWrappers(from start: Int) -> Int {
        var end = start
        while let wrapper = Self.wrappers.first(where: { bytes.hasPrefix($0, at: end) }) {
            end = bytes.skip(end + wrapper.utf8CodeUnitCount, while: ByteClass.isJSONSpace)
        }
        return Self.isQuote(bytes[bytes.skip(end) { $0 == Self.backslash }]) ? end : start
    }

    /// Returns whether the name before a colon is in quotes.
    private func endsName(at colon: Int) -> Bool {
        Self.isQuote(bytes[bytes.skipBack(colon) { $0 == UInt8(ascii: "+") || ByteClass.isJSONSpace($0) } - 1])
    }

    // MARK: What is before a name

    private static let othersInQueryName = ByteSet("[]%+")

    /// Updates `isInQueryName` and `queryEnd` for a position.
    private mutating func readQueryName(upTo end: Int) {
        let index = bytes.skipBack(end, atMost: end - queryEnd) { Self.isNameByte($0) || Self.othersInQueryName.contains($0) }
        if index > queryEnd {
            let before = bytes[index - 1]
            isInQueryName = before == UInt8(ascii: "?") || before == UInt8(ascii: "&") || before == UInt8(ascii: "#")
        }
        queryEnd = end
    }

    /// Reads the quotes before a position. Quotes in the values that were found do not count.
    private mutating func passQuotes(upTo end: Int) {
        while quotesEnd < end {
            let isValueNext = valuesPassed < memory.values.count && memory.values[valuesPassed].lowerBound < end
            let stop = isValueNext ? memory.values[valuesPassed].lowerBound : end
            for index in quotesEnd..<max(quotesEnd, stop) where bytes[index] == UInt8(ascii: "\"") { memory.quotes.pass(quote(at: index)) }
            quotesEnd = isValueNext ? memory.values[valuesPassed].upperBound : end
            if isValueNext { valuesPassed += 1 }
        }
    }

    var hasOpenQuotes: Bool { !memory.quotes.isEmpty }

    func quote(at index: Int) -> OpenQuotes.Quote {
        OpenQuotes.Quote(backslashes: bytes.backslashes(before: index), width: origins.width(of: index))
    }

    /// Returns where the quoted text ends if the quote at `index` closes an open quote.
    func endOfOpenQuote(at index: Int) -> Int? {
        memory.quotes.backslashes(closing: quote(at: index)).map { index - $0 }
    }

    /// Returns whether this is the typed name of an extra in an `intent:` URI: `;S.name`.
    private func isIntentExtra(_ name: Range<Int>) -> Bool {
        name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ";") && name.count > 2
            && bytes[name.lowerBound + 1] == UInt8(ascii: ".") && "SBbcdfils".utf8.contains(bytes[name.lowerBound])
    }

    /// Returns whether this is the name of a header: without quotes, and at the start of a line or well known.
    private func isHeader(_ name: Range<Int>, _ rows: NameRows) -> Bool {
        if Self.isQuote(bytes[name.upperBound]) || bytes[name.upperBound] == Self.backslash { return false }
        return name.lowerBound == 0 || ByteClass.isLineEnd(bytes[name.lowerBound - 1])
            || knowledge.end(rows, like: .line)
    }

    // MARK: Bytes

    static let backslash = UInt8(ascii: "\\")

    /// Returns whether a slash is at an index, perhaps escaped by JSON.
    @inline(__always)
    private static func mayBeSlash(at index: Int, in bytes: ByteView) -> Bool {
        bytes[index] == UInt8(ascii: "/") || bytes[index] == backslash
    }

    /// Returns whether two slashes follow a colon, each perhaps escaped by JSON.
    static func isScheme(before sign: Int, in bytes: ByteView) -> Bool {
        guard bytes[sign] == UInt8(ascii: ":"), mayBeSlash(at: sign &+ 1, in: bytes) else { return false }
        let first = bytes.skip(sign + 1) { $0 == backslash }
        return bytes[first] == UInt8(ascii: "/") && bytes[bytes.skip(first + 1) { $0 == backslash }] == UInt8(ascii: "/")
    }

    static func isNameByte(_ byte: UInt8) -> Bool { ByteClass.isUnreserved(byte) && byte != UInt8(ascii: "~") }

    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Returns whether a byte may stand between a name and its `=` or `:`. Such bytes are quotes, the backslashes that escape them, spaces,
    /// also as HTML forms write them, and the brackets of `user[password]`.
    static func mayFollowName(_ byte: UInt8) -> Bool {
        switch byte {
        case backslash, UInt8(ascii: "+"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: isQuote(byte) || ByteClass.isJSONSpace(byte)
        }
    }
}
