import Bytes

/// The contexts of a name, as rows of the table: an OAuth return, a link of Zoom. They decide whether the values of names such as `code`
/// are secrets.
package struct SecretContext: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    init(row: Int) { rawValue = 1 << UInt32(row) }

    /// All contexts.
    package static let any = SecretContext(rawValue: .max)
}

/// Recognizes contexts by the parameters and members beside a name, by words in the path before it, and by the host and scheme.
///
/// This is a class for the reason given at ``SecretShapes``.
final class ContextFinder: Sendable {
    /// What a text contains: the known parameters and members, each as a bit, and the contexts of its hosts, schemes and paths.
    struct Findings {
        fileprivate var parameters: [Int: UInt64] = [:]
        fileprivate var contexts: SecretContext = []
    }

    private typealias Host = (name: [UInt8], context: SecretContext)

    /// The contexts by their names in the table.
    private let names: [WordHash: SecretContext]
    /// Each known parameter, as a bit.
    private let parameters: [WordHash: UInt64]
    /// The parameters of each context. The context holds if one parameter of `any` or all parameters of `all` are beside the name.
    private let beside: [(any: UInt64, all: UInt64)]
    private let words: [WordHash: SecretContext]
    private let schemes: [WordHash: SecretContext]
    private let hosts: [Host]
    private let ownHosts: [Host]

    init(_ table: FactTable) {
        let signs = Set(["names", "shapes", "segments", "users", "commands"].flatMap { table.rows(with: "\"\($0)\": [") })
        let rows = table.rows.indices.filter { !signs.contains($0) }
        let known = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, SecretContext(row: $0)) })
        names = Dictionary(uniqueKeysWithValues: known.map { (table.hash(table.name(of: $0)), $1) })
        func forEachWord(of key: String, _ body: (Range<Int>, SecretContext) -> Void) {
            table.forEachWord(of: key) { word in known[word.row].map { body(word.range, $0) } }
        }
        func contexts(of key: String) -> [WordHash: SecretContext] {
            var found: [WordHash: SecretContext] = [:]
            forEachWord(of: key) { found[table.hash($0), default: []].formUnion($1) }
            return found
        }
        func hosts(of key: String) -> [Host] {
            var found: [Host] = []
            forEachWord(of: key) { found.append((Array(table.text[$0]), $1)) }
            return found
        }
        var parameters: [WordHash: UInt64] = [:]
        func bits(of key: String) -> [SecretContext: UInt64] {
            var found: [SecretContext: UInt64] = [:]
            forEachWord(of: key) { name, context in
                let hash = table.hash(name, without: Self.isSeparator)
                let bit = parameters[hash] ?? 1 << UInt64(parameters.count)
                parameters[hash] = bit
                found[context, default: 0] |= bit
            }
            return found
        }
        let (any, all) = (bits(of: "beside"), bits(of: "together"))
        beside = rows.indices.map { (any[SecretContext(row: $0)] ?? 0, all[SecretContext(row: $0)] ?? 0) }
        self.parameters = parameters
        (words, schemes) = (contexts(of: "words"), contexts(of: "schemes"))
        (self.hosts, ownHosts) = (hosts(of: "hosts"), hosts(of: "own-hosts"))
    }

    /// Returns the context with this name in the table; none if there is no such row.
    func context(called name: WordHash) -> SecretContext { names[name] ?? [] }

    /// Returns the contexts of a parameter or member.
    ///
    /// - Parameter width: The width of its sign. Parameters of a nested link, whose signs are escaped more deeply, are not beside it. Nil
    ///   counts all.
    func contexts(_ findings: Findings, width: Int?) -> SecretContext {
        var found = findings.contexts
        let parameters = width.map { findings.parameters[$0] ?? 0 } ?? findings.parameters.values.reduce(0, |)
        for (row, names) in beside.enumerated() {
            if parameters & names.any != 0 || names.all != 0 && parameters & names.all == names.all {
                found.insert(SecretContext(row: row))
            }
        }
        return found
    }

    /// Returns the contexts that a link or document has at any depth of percent-encoding.
    ///
    /// - Parameter areOwn: Whether only the link's own parameters count, and not those of nested links.
    func contexts(of text: Span<UInt8>, areOwn: Bool = false) -> SecretContext {
        ByteView.with(text) { text in
            let written = contexts(ofLevel: text, Origins(), areOwn: areOwn)
            var decoded = DecodedLevel()
            guard decoded.decodeFully(text, Origins()) else { return written }
            return written.union(decoded.withBytes { contexts(ofLevel: $0, $1, areOwn: areOwn) })
        }
    }

    private func contexts(ofLevel text: ByteView, _ origins: Origins, areOwn: Bool) -> SecretContext {
        let path = 0..<min(text.firstPlace(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: 0), 4096)
        return contexts(read(0..<text.count, in: text, origins), width: areOwn ? 1 : nil)
            .union(path.upperBound < text.count ? contexts(ofPath: path, in: text) : [])
    }

    /// Reads a text: a link, the inside of a JSON object, or a part of either.
    func read(_ text: Range<Int>, in bytes: ByteView, _ origins: Origins) -> Findings {
        var findings = Findings()
        var index = text.lowerBound
        while index < text.upperBound {
            guard SecretSearch.isNameByte(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            var hash = WordHash()
            var hasDot = false
            while index < text.upperBound, SecretSearch.isNameByte(bytes[index]) {
                if !Self.isSeparator(bytes[index]) { hash.add(bytes[index]) }
                if bytes[index] == UInt8(ascii: ".") { hasDot = true }
                index += 1
            }
            if hasDot { findings.contexts.formUnion(contexts(of: hosts, start..<index, in: bytes)) }
            if bytes[index] == UInt8(ascii: ":") { findings.contexts.formUnion(schemes[bytes.hash(start..<index)] ?? []) }
            guard let bit = parameters[hash] else { continue }
            let sign = bytes.skip(index) { $0 == SecretSearch.backslash || SecretSearch.isQuote($0) || $0 == 0x20 }
            if bytes[sign] == UInt8(ascii: "=") || bytes[sign] == UInt8(ascii: ":"), !isPlace(after: sign, bytes) {
                findings.parameters[origins.depth(of: sign), default: 0] |= bit
            }
        }
        return findings
    }

    /// Returns the contexts of the words in a path, and of the hosts in it.
    func contexts(ofPath path: Range<Int>, in bytes: ByteView) -> SecretContext {
        var found: SecretContext = []
        // The path may have a link with a path of its own: view-source:https://a.example, https://archive.example/2026/https://a.example.
        for colon in path where bytes[colon] == UInt8(ascii: ":") && SecretSearch.isScheme(before: colon, in: bytes) {
            // JSON may have escaped the slashes.
            let host = bytes.skip(colon + 1) { $0 == UInt8(ascii: "/") || $0 == SecretSearch.backslash }
            found.formUnion(contexts(of: ownHosts, host..<bytes.skip(host, while: SecretSearch.isNameByte), in: bytes))
        }
        var index = path.lowerBound
        while index < path.upperBound {
            var hash = WordHash()
            let start = index
            while index < path.upperBound, ByteClass.isLetter(bytes[index]) {
                hash.add(bytes[index])
                index += 1
            }
            if index > start {
                // A scheme is no part of the path, and neither is a host with a dot.
                if bytes[index] == UInt8(ascii: ":") { continue }
                if let context = words[hash], !isHost(start, in: bytes) { found.formUnion(context) }
            } else {
                index += 1
            }
        }
        return found
    }

    // MARK: Parts

    private func contexts(of hosts: [Host], _ name: Range<Int>, in bytes: ByteView) -> SecretContext {
        var found: SecretContext = []
        for host in hosts where name.count >= host.name.count {
            let start = name.upperBound - host.name.count
            let isWhole = start == name.lowerBound || bytes[start - 1] == UInt8(ascii: ".")
            if isWhole, host.name.indices.allSatisfy({ ByteClass.lowered(bytes[start + $0]) == host.name[$0] }) {
                found.formUnion(host.context)
            }
        }
        return found
    }

    /// Returns whether a word is a part of a host with a dot, or of `x-callback-url`, to which no login returns.
    private func isHost(_ word: Int, in bytes: ByteView) -> Bool {
        let start = bytes.skipBack(word, while: SecretSearch.isNameByte)
        if bytes.hasPrefix("x-callback-url", at: start) { return true }
        guard bytes[start - 1] == UInt8(ascii: "/"), bytes[start - 2] == UInt8(ascii: "/") else { return false }
        return (start..<bytes.skip(start, while: SecretSearch.isNameByte)).contains { bytes[$0] == UInt8(ascii: ".") }
    }

    /// Returns whether a value looks like the name of a place: `state=NY`, `"state": "Texas"`. The `state` of a login does not.
    private func isPlace(after sign: Int, _ bytes: ByteView) -> Bool {
        let start = bytes.skip(sign + 1) { ByteClass.isJSONSpace($0) || SecretSearch.isQuote($0) || $0 == SecretSearch.backslash }
        let end = bytes.skip(start, while: ByteClass.isLetter)
        guard !SecretSearch.isNameByte(bytes[end]) else { return false }
        // Two letters, or a capital and then small letters.
        return end - start == 2 || end - start > 3 && bytes[start] & 0x20 == 0 && (start + 1..<end).allSatisfy { bytes[$0] & 0x20 != 0 }
    }

    /// Returns whether a byte is between the words of a name, and therefore not compared.
    static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }
}

extension Origins {
    /// Returns how deep a sign is nested, as the number of bytes of a percent escape. A JSON escape, `\u003d`, adds no depth.
    fileprivate func depth(of index: Int) -> Int {
        let width = width(of: index)
        return width > 5 && width.isMultiple(of: 2) ? width - 5 : width
    }
}

// Finds the contexts of a name. They are read only for the few names that need them. The text of a link is read once for all of its names.

extension SecretSearch {
    /// What is known of the text around the last name whose contexts were read.
    struct Around {
        fileprivate(set) var link = 0..<0
        fileprivate var findings = ContextFinder.Findings()
        /// The last names in a query or fragment whose paths were read, one for each width of their signs, and the contexts of these paths.
        fileprivate var paths: [(width: Int, name: Int, contexts: SecretContext, isInFragment: Bool)] = []

        fileprivate func place(of width: Int) -> Int? { paths.firstIndex { $0.width == width } }
    }

    /// The number of widths for which the last name is kept. Few links are nested as deeply.
    private static let mostWidths = 8

    /// The number of bytes of an object that are read on each side of a member.
    private static let farthest = 1024

    /// Returns the contexts of the name at `place`, which ends at a sign.
    mutating func contexts(ofNameAt place: Int, sign: Int) -> SecretContext {
        let width = origins.depth(of: sign)
        if bytes[sign] == UInt8(ascii: ":") {
            let findings = knowledge.surroundings.read(object(around: place), in: bytes, origins)
            return knowledge.surroundings.contexts(findings, width: width)
        }
        if !around.link.contains(place) {
            around.link = link(around: place)
            around.paths.removeAll(keepingCapacity: true)
            around.findings = knowledge.surroundings.read(around.link, in: bytes, origins)
        }
        let path = path(before: place, width)
        if let known = around.place(of: width) {
            around.paths[known] = (width, place, path.contexts, path.isInFragment)
        } else if around.paths.count < Self.mostWidths {
            around.paths.append((width, place, path.contexts, path.isInFragment))
        }
        return knowledge.surroundings.contexts(around.findings, width: width).union(path.contexts).union(linkContexts(before: place, width))
    }

    /// Returns the contexts of the link before a parameter whose sign is not escaped like the one before its name:
    /// `https://a.example/%23json=abc`, `https://a.example/#json%3Dabc`. They may make the value secret, but not public.
    private func linkContexts(before name: Int, _ width: Int) -> SecretContext {
        let sign = name - 1
        guard bytes[sign] == UInt8(ascii: "?") || bytes[sign] == UInt8(ascii: "#"), origins.depth(of: sign) != width else { return [] }
        return contexts(ofPathAt: sign).subtracting(knowledge.publicContexts)
    }

    /// Returns the rows of the name of the header or parameter whose value has a name: `{"name":"X-Api-Key","value":"abc"}`.
    func rowsOfHeader(around value: Range<Int>) -> NameRows {
        let object = object(around: value.lowerBound)
        // In YAML, the name may be on the line before, without quotes.
        let line = bytes.skipBack(value.lowerBound, atMost: Self.farthest) { !ByteClass.isLineEnd($0) }
        let lineBefore = bytes.skipBack(max(line - 1, 0), atMost: Self.farthest) { !ByteClass.isLineEnd($0) }
        var rows: NameRows = []
        var place = object.lowerBound
        while place < object.upperBound {
            let start = bytes.skip(place) { !Self.isNameByte($0) }
            let end = bytes.skip(start, while: Self.isNameByte)
            place = end + 1
            guard start != value.lowerBound, Self.isNameOfPair(start..<end, in: bytes) else { continue }
            let isNear = lineBefore <= start && start < value.lowerBound
            guard let name = stringValue(after: end, mayBePlain: isNear) else { continue }
            rows.formUnion(bytes.withSpan(name) { knowledge.names.rows(of: $0) })
        }
        return rows
    }

    /// The last words of the names of members whose value is a name, too.
    private static let namesOfPairs: [StaticString] = [
        "name", "key", "header", "field", "n", "param", "parameter", "property", "attribute", "variable", "env", "option", "setting",
        "type", "id", "k", "attr", "prop", "var", "arg", "argument", "column", "claim",
    ]

    /// Returns whether the value of this member is the name in a pair: `"name":"X-Api-Key"`, `"headerName":"X-Api-Key"`.
    static func isNameOfPair(_ name: Range<Int>, in bytes: ByteView) -> Bool {
        let word = name.last { SecretNames.beginsWord($0, in: bytes) } ?? name.lowerBound
        return bytes.withSpan(word..<name.upperBound) { namesOfPairs.contain($0, 0..<$0.count) }
    }

    /// Returns the string that is the value of the member whose name ends at a place.
    ///
    /// - Parameter mayBePlain: Whether the string may have no quotes.
    private func stringValue(after end: Int, mayBePlain: Bool) -> Range<Int>? {
        let colon = bytes.skip(end) { ByteClass.isJSONSpace($0) || Self.isQuote($0) || $0 == Self.backslash }
        guard bytes[colon] == UInt8(ascii: ":") else { return nil }
        let quote = bytes.skip(colon + 1) { ByteClass.isJSONSpace($0) || $0 == Self.backslash || $0 == UInt8(ascii: "+") }
        guard Self.isQuote(bytes[quote]) || mayBePlain else { return nil }
        let start = Self.isQuote(bytes[quote]) ? quote + 1 : quote
        return start..<bytes.skip(start, while: Self.isNameByte)
    }

    /// Returns the text around a place up to a space, a double quote or an angle bracket on each side. In a single URL, these end nothing.
    private func link(around place: Int) -> Range<Int> {
        bytes.skipBack(place) { !endsLink($0) }..<bytes.skip(place) { !endsLink($0) }
    }

    private func endsLink(_ byte: UInt8) -> Bool {
        if isURL { return false }
        return ByteClass.isJSONSpace(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    /// Returns the inside of the object with a member.
    private func object(around place: Int) -> Range<Int> {
        func isInside(_ byte: UInt8, _ opening: UInt8, _ closing: UInt8) -> Bool {
            if byte == opening { depth += 1 } else if byte == closing { depth -= 1 }
            return depth >= 0
        }
        var depth = 0
        let start = bytes.skipBack(place, atMost: Self.farthest) { isInside($0, UInt8(ascii: "}"), UInt8(ascii: "{")) }
        depth = 0
        let most = min(place + Self.farthest, bytes.count)
        let end = (place..<most).first { !isInside(bytes[$0], UInt8(ascii: "{"), UInt8(ascii: "}")) } ?? most
        return start..<end
    }

    /// Returns the contexts of the path before a name and, if the name is in a fragment, also those of the path of its link.
    ///
    ///    https://a.example/callback?x=1#code=abc     the path of the link
    ///    https://a.example/callback#/done?code=abc   the route in the fragment, and the path of the link
    private func path(before place: Int, _ width: Int) -> (contexts: SecretContext, isInFragment: Bool) {
        let known = around.place(of: width).map { around.paths[$0] }
        guard known != nil || around.paths.count < Self.mostWidths else { return ([], false) }
        var nearest: Int?
        // In a link without `?`, the first `&` begins the query: shop://verify&code=123.
        var ampersand: Int?
        var isOutside = false
        var first = place
        var isInFragment = false
        var end = place - 1
        search: while end >= 0, !endsLink(bytes[end]) {
            if let known, end == known.name {
                // No `?` or `#` of this width lies between the two names, so they have the same path.
                guard let nearest else { return (known.contexts, known.isInFragment) }
                guard isInFragment || known.isInFragment else { break search }
                return (contexts(ofPathAt: nearest).union(known.contexts.subtracting(knowledge.publicContexts)), true)
            }
            switch bytes[end] {
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                let its = origins.depth(of: end)
                if nearest != nil, its < width { break search }
                if its == width {
                    if nearest == nil { nearest = end }
                    first = end
                    if bytes[end] == UInt8(ascii: "#") { isInFragment = true }
                }
            case UInt8(ascii: "&"), UInt8(ascii: "="):
                let its = origins.depth(of: end)
                // A nested link begins after a sign of the link around it. If it has shown no `?` or `#`, the sign may also be one of its own,
                // which was escaped too seldom.
                if its < width {
                    if nearest != nil, width > 1 { break search }
                    isOutside = true
                } else if its == width, !isOutside {
                    ampersand = bytes[end] == UInt8(ascii: "&") ? end : nil
                }
            default: break
            }
            end -= 1
        }
        guard let nearest = nearest ?? ampersand else { return ([], false) }
        let found = contexts(ofPathAt: nearest)
        guard isInFragment, first < nearest else { return (found, isInFragment) }
        // The path of the link may make a value in its fragment secret, but not public.
        return (found.union(contexts(ofPathAt: first).subtracting(knowledge.publicContexts)), true)
    }

    /// Returns the contexts of the path before a `?` or `#`.
    private func contexts(ofPathAt end: Int) -> SecretContext {
        let start = bytes.skipBack(end, atMost: Self.farthest) { !endsLink($0) && !Self.beforePath.contains($0) }
        return knowledge.surroundings.contexts(ofPath: start..<end, in: bytes)
    }

    private static let beforePath = ByteSet("=&?#")
}
