import Bytes

/// A pattern for hosts of a service.
///
///    l.facebook.com              this host only
///    *.app.link                  the hosts below app.link, at any depth, but not app.link itself
///    url.*.m.mimecastprotect.com   anything but a dot in place of the star
///    *.google.<tld>              google.com, google.nl, google.co.uk, …
///    *                           every host
package struct HostPattern: Sendable, Hashable {
    package let text: String
    /// The pattern without `<tld>`.
    private let bytes: [UInt8]
    private let isOfAllCountries: Bool
    /// Whether the pattern matches every host.
    let isAny: Bool

    private static let country = ".<tld>"

    init(_ text: String) {
        self.text = text
        isAny = text == "*"
        isOfAllCountries = text.hasSuffix(Self.country)
        bytes = Array((isOfAllCountries ? text.dropLast(Self.country.count) : text[...]).utf8)
    }

    /// Returns how hosts that match a pattern are found: by the hash of the labels after the last one with a star or, for hosts of all
    /// countries, of the one label before the domain of a country. See ``HostHashes``. The weight is the number of literal bytes. If several
    /// patterns match, the heaviest one wins.
    static func key(of pattern: Range<Int>, in text: [UInt8]) -> (hash: WordHash, weight: Int) {
        let isOfAllCountries = text[pattern.upperBound - 1] == UInt8(ascii: ">")
        var hash = isOfAllCountries ? HostHashes.country : WordHash()
        var (exact, isExact, weight) = (hash, true, 0)
        for index in (pattern.lowerBound..<pattern.upperBound - (isOfAllCountries ? country.utf8.count : 0)).reversed() {
            if text[index] == UInt8(ascii: "*") { isExact = false } else { weight += 1 }
            if isExact, text[index] == UInt8(ascii: ".") { (exact, isExact) = (hash, !isOfAllCountries) }
            if isExact { hash.add(text[index]) }
        }
        return (isExact ? hash : exact, weight)
    }

    package func matches(_ text: [UInt8], _ host: Range<Int>) -> Bool {
        guard isOfAllCountries else { return matches(text, whole: host) }
        return HostHashes.countryDot(text, host).map { matches(text, whole: host.lowerBound..<$0) } ?? false
    }

    private func matches(_ text: [UInt8], whole host: Range<Int>) -> Bool {
        if isAny { return true }
        // Compared from the end, because hosts of one service differ at the beginning.
        var (end, index) = (host.upperBound, bytes.count)
        while index > 0 {
            let byte = bytes[index - 1]
            if byte == UInt8(ascii: "*") {
                // The star at the beginning stands for all labels before the rest, and any other star for a part of one label.
                if index == 1 { return end > host.lowerBound && isRest(text, host.lowerBound..<end) }
                let start = text[host.lowerBound..<end].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? host.lowerBound
                let label = bytes[..<(index - 1)].lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
                let beginning = bytes[label..<(index - 1)]
                guard end - start > beginning.count, text[start..<start + beginning.count].elementsEqual(beginning, by: isSame) else {
                    return false
                }
                (end, index) = (start, label)
            } else {
                guard end > host.lowerBound, isSame(text[end - 1], byte) else { return false }
                end -= 1
                index -= 1
            }
        }
        return end == host.lowerBound
    }

    /// Returns whether the first star of the pattern stands for this text: any labels if a dot follows the star, else a part of one label.
    private func isRest(_ text: [UInt8], _ rest: Range<Int>) -> Bool {
        bytes.count > 1 && bytes[1] == UInt8(ascii: ".") || !text[rest].contains(UInt8(ascii: "."))
    }

    private func isSame(_ byte: UInt8, _ lowered: UInt8) -> Bool { ByteClass.lowered(byte) == lowered }
}

/// The hashes of the ends of a host: `com`, `example.com`, `www.example.com`. They are computed from the last byte to the first.
enum HostHashes {
    /// The hash that stands for the domain of any country.
    static let country = WordHash("<tld>".utf8)

    /// Calls `body` with each hash until it returns a value. The longest end comes last.
    @inline(__always)
    static func last<Answer>(of text: [UInt8], _ host: Range<Int>, _ body: (WordHash) -> Answer?) -> Answer? {
        var answer: Answer?
        var hash = WordHash()
        var index = host.upperBound
        while index > host.lowerBound {
            index -= 1
            if text[index] == UInt8(ascii: "."), index + 1 < host.upperBound { answer = body(hash) ?? answer }
            hash.add(text[index])
        }
        return body(hash) ?? answer
    }

    /// Returns the hash of the one label before the domain of a country; nil if the host has no such domain.
    static func ofCountry(_ text: [UInt8], _ host: Range<Int>) -> WordHash? {
        guard var index = countryDot(text, host) else { return nil }
        var hash = country
        while index > host.lowerBound, text[index - 1] != UInt8(ascii: ".") {
            index -= 1
            hash.add(text[index])
        }
        return hash
    }

    /// Returns where the domain of a country begins, with its dot: `.com`, `.nl`, `.co.uk`, `.com.br`. Returns nil if the host has none.
    static func countryDot(_ text: [UInt8], _ host: Range<Int>) -> Int? {
        guard let dot = text[host].lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let last = dot + 1..<host.upperBound
        if text.isWord("com", in: last) { return dot }
        guard last.count == 2, ByteClass.isLetter(text[last.lowerBound]), ByteClass.isLetter(text[last.lowerBound + 1]) else { return nil }
        guard let second = text[host.lowerBound..<dot].lastIndex(of: UInt8(ascii: ".")) else { return dot }
        let middle = second + 1..<dot
        return text.isWord("co", in: middle) || text.isWord("com", in: middle) ? second : dot
    }
}

/// The beginning of a path.
///
///    /url        /url and everything below it, but not /urls
///    /web/*      everything that begins with /web/
///    /*/app      the same as /app, after any one segment; /*/*/app after any two
///    /f/a/*~~/x  any segment that ends with ~~ in place of the star
struct PathPattern: Sendable, Hashable {
    let text: String
    private let bytes: [UInt8]
    private let isOpen: Bool
    /// The number of segments that the pattern covers.
    let segments: Int

    init(_ text: String) {
        self.text = text
        isOpen = text.hasSuffix("*")
        bytes = Array((isOpen ? text.dropLast() : text[...]).utf8)
        segments = text.utf8.count { $0 == UInt8(ascii: "/") }
    }

    /// Returns the hash of the first segment of a path or a pattern.
    static func key(of path: Range<Int>, in text: [UInt8]) -> WordHash {
        WordHash(text[path].dropFirst().prefix { $0 != UInt8(ascii: "/") })
    }

    func matches(_ text: [UInt8], _ path: Range<Int>) -> Bool {
        var place = path.lowerBound
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "*") {
                // The star stands for the segment up to the text that follows the star in the pattern.
                let rest = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "/") }.count
                let end = text[place..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
                guard end - place >= rest else { return false }
                place = end - rest
            } else {
                guard place < path.upperBound, ByteClass.lowered(text[place]) == ByteClass.lowered(bytes[index]) else { return false }
                place += 1
            }
        }
        if isOpen { return place < path.upperBound }
        return place == path.upperBound || text[place] == UInt8(ascii: "/")
    }
}

/// The name of a parameter, or its beginning: `utm_*`.
package struct NamePattern: Sendable, Hashable {
    package let text: String
    private let bytes: [UInt8]
    private let isBeginning: Bool

    init(_ text: String) {
        self.text = text
        isBeginning = text.hasSuffix("*")
        bytes = Array((isBeginning ? text.dropLast() : text[...]).utf8).map(ByteClass.lowered)
    }

    /// Whether the pattern matches every name.
    package var isAny: Bool { isBeginning && bytes.isEmpty }

    /// Returns whether the name at `range` matches. The beginning alone does not match.
    package func matches(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard isBeginning ? range.count > bytes.count : range.count == bytes.count else { return false }
        for index in bytes.indices where ByteClass.lowered(text[range.lowerBound + index]) != bytes[index] { return false }
        return true
    }
}
