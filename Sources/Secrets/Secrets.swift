import Bytes

/// Finds secrets, which must not be shown: tokens, passwords, keys and codes, in any text and at any depth of encoding. The table
/// `Resources/services/secrets.json` says how they are recognized: by their name, by their name and what stands beside it, or by their form.
///
/// One rule serves links, JSON, events and log lines, because a secret rarely appears in plain text. It may be a JSON member in a
/// percent-encoded parameter, or a query item of a link inside that JSON. So the text is searched as written and again after each further
/// decoding. Every secret is mapped back to the bytes as written:
///
///    shop://?al_applink_data=%7B%22fb_access_token%22%3A%22abc%22%7D
///                            {  "  fb_access_token"  :  "abc"  }        ← found here
///                                                       ^^^            ← reported here
///
/// The search is lexical (`name`, then `=` or `:`, then a value; or a word such as `ghp_…`) and does not parse, so truncated or malformed data
/// cannot hide a secret.
package enum Secrets {
    /// Returns the byte ranges of the secrets in `bytes`, in order and without overlaps.
    ///
    /// - Parameters:
    ///   - carrier: The contexts of the link that carries the text. See ``contexts(of:)``.
    ///   - isRedirected: Whether these are the contexts of links that redirect to the text, so that they count for its parameters, too.
    package static func ranges(in bytes: [UInt8], carriedBy carrier: SecretContext = [], isRedirected: Bool = false) -> [Range<Int>] {
        ranges(in: bytes.span, carriedBy: carrier, isRedirected: isRedirected)
    }

    private static func ranges(
        in text: Span<UInt8>, carriedBy carrier: SecretContext = [], isRedirected: Bool = false
    ) -> [Range<Int>] {
        // Most texts need no memory for a search.
        guard ByteView.with(text, SecretFinder.mayHaveSecrets) else { return [] }
        var found: [Range<Int>] = []
        var finder = SecretFinder()
        finder.find(in: text, carriedBy: carrier, isRedirected: isRedirected, &found)
        return found
    }

    /// Returns the byte ranges of the secrets in a record, whose own contexts count for all parts of it.
    package static func ranges(inRecord bytes: [UInt8]) -> [Range<Int>] { ranges(in: bytes, carriedBy: contexts(of: bytes.span)) }

    /// Returns the byte ranges of the secrets in the value of a name. If the name makes the value a secret, this is the whole value.
    package static func ranges(
        inValue value: String, named name: String, carriedBy carrier: SecretContext = [], isRedirected: Bool = false
    ) -> [Range<Int>] {
        let bytes = Array(value.utf8)
        if !bytes.isEmpty, isSecret(value, name: name, in: carrier) { return [bytes.indices] }
        var found = ranges(in: bytes, carriedBy: carrier, isRedirected: isRedirected)
        let isJSON = bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{")
        // Some secrets show only together with the name: the strings in a list (`tokens=["a1b2"]`) and a password in an address without a
        // scheme (`u=ann:password@host`).
        guard !name.isEmpty, isJSON || bytes.contains(UInt8(ascii: "@")) else { return found }
        let named = Array((isJSON ? "{\"\(name)\":" : "\(name)=").utf8) + bytes
        let secrets = ranges(in: named, carriedBy: carrier, isRedirected: isRedirected)
        for secret in secrets.parts(in: named.count - bytes.count..<named.count) { found.insert(joining: secret) }
        return found
    }

    // MARK: Parts of a text

    /// Returns the contexts that a link or document has at any depth of percent-encoding. They decide whether the values of names such as
    /// `code` in its parts are secrets.
    package static func contexts(of text: Span<UInt8>) -> SecretContext { SecretKnowledge.embedded.surroundings.contexts(of: text) }

    /// Returns the contexts of links that redirect to each other. They count for the parameters of each of the links.
    package static func contexts(ofRedirects links: [String]) -> SecretContext {
        links.reduce(into: []) { found, link in link.withBytes { found.formUnion(contexts(of: $0)) } }
    }

    /// Returns what stands around the parameters of a link. The parameters of a nested link are not beside them.
    package static func contexts(ofParametersIn link: Span<UInt8>) -> SecretContext {
        SecretKnowledge.embedded.surroundings.contexts(of: link, areOwn: true)
    }

    /// Returns whether the value of a member or parameter with this name is a secret as a whole, whatever it is.
    package static func isSecret(name: String) -> Bool { name.withBytes { isSecret(name: $0) } }

    /// Returns whether the value of a member or parameter with this UTF-8 name is a secret as a whole, whatever it is.
    package static func isSecret(name: Span<UInt8>) -> Bool {
        SecretKnowledge.embedded.isLikely(SecretKnowledge.embedded.names.rows(of: name))
    }

    /// Returns whether a context makes the values with this name public, whatever their form: the key of Firebase in its own links.
    ///
    /// - Parameter contexts: What stands around the parameter. See ``contexts(ofParametersIn:)``.
    package static func isPublic(name: Span<UInt8>, in contexts: @autoclosure () -> SecretContext) -> Bool {
        let rows = SecretKnowledge.embedded.names.rows(of: name)
        // Most names belong to no row.
        return !rows.isEmpty && SecretKnowledge.embedded.isPublic(rows, in: contexts)
    }

    /// Returns whether the value with this name is a secret if the name in its pair says so: `"name":"X-Api-Key","value":"abc"`.
    package static func isValueOfPair(name: String) -> Bool {
        name.withBytes { !SecretKnowledge.embedded.names.rows(of: $0).isDisjoint(with: SecretKnowledge.embedded.headerValues) }
    }

    /// Returns whether the value with this name is the name in a pair.
    package static func isNameOfPair(name: String) -> Bool {
        name.withBytes { ByteView.with($0) { SecretSearch.isNameOfPair(0..<$0.count, in: $0) } }
    }

    /// Returns whether some values with this name are secrets.
    package static func mayBeSecret(name: Span<UInt8>) -> Bool { !SecretKnowledge.embedded.names.rows(of: name).isEmpty }

    /// Returns whether a value is a secret as a whole, by its name and its form.
    ///
    /// - Parameter contexts: What stands around the member or parameter. See ``contexts(of:)`` and ``contexts(ofParametersIn:)``.
    package static func isSecret(_ value: String, name: String, in contexts: @autoclosure () -> SecretContext = []) -> Bool {
        name.withBytes { name in value.withBytes { isSecret($0, name: name, in: contexts()) } }
    }

    /// Returns whether a UTF-8 value is a secret as a whole, by its name and its form.
    package static func isSecret(_ value: Span<UInt8>, name: Span<UInt8>, in contexts: @autoclosure () -> SecretContext = []) -> Bool {
        let knowledge = SecretKnowledge.embedded
        let rows = knowledge.names.rows(of: name)
        guard !rows.isEmpty, !Flag.isWhole(value, named: name) else { return false }
        return ByteView.with(value) { value in
            !Literal.isWhole(0..<value.count, in: value)
                && knowledge.isSecret(rows, ValueTraits(value, at: 0), isLoose: false, in: contexts)
        }
    }

    /// What stands for a secret. It has the same length for all secrets, because the length tells something about a secret.
    package static let mask = "••••••••"

    /// The number of characters of ``mask``.
    package static let maskLength = 8

    /// Returns the text with each secret replaced by ``mask``. A text without secrets is returned unchanged.
    package static func masked(_ text: String) -> String { masked(text, redirectedFrom: []) }

    /// Returns a text about a link with each secret replaced by ``mask``. A login answers with a redirect, and its code may stand in a link
    /// that does not show what the code is for.
    ///
    /// - Parameter contexts: The contexts of the links that redirected to the link. See ``contexts(of:)``.
    package static func masked(_ text: String, redirectedFrom contexts: SecretContext) -> String {
        let secrets = text.withBytes { ranges(in: $0, carriedBy: contexts, isRedirected: !contexts.isEmpty) }
        return secrets.isEmpty ? text : String(decoding: masked(Array(text.utf8), secrets), as: UTF8.self)
    }

    /// Returns the value of a name as it may be shown: ``mask`` if the name makes it a secret, and otherwise with its secrets masked.
    package static func masked(_ value: String, name: String, redirectedFrom contexts: SecretContext = []) -> String {
        let secrets = ranges(inValue: value, named: name, carriedBy: contexts, isRedirected: !contexts.isEmpty)
        return secrets.isEmpty ? value : String(decoding: masked(Array(value.utf8), secrets), as: UTF8.self)
    }

    /// Returns the bytes with each secret replaced by ``mask``. Other bytes are unchanged, even if they are not UTF-8.
    ///
    /// - Parameter carrier: The contexts of the link that carries the text. See ``contexts(of:)``.
    package static func masked(_ bytes: [UInt8], carriedBy carrier: SecretContext = []) -> [UInt8] {
        masked(bytes, ranges(in: bytes, carriedBy: carrier))
    }

    /// Masks a sentence that quotes masked text. A value that begins with a bullet is already masked, so it is not changed.
    package static func maskedAgain(_ sentence: String) -> String {
        let bytes = Array(sentence.utf8)
        let ranges = ranges(in: bytes).filter { !bytes[$0].starts(with: "•".utf8) }
        return ranges.isEmpty ? sentence : String(decoding: masked(bytes, ranges), as: UTF8.self)
    }

    /// Returns the bytes with each of these secrets replaced by a mask.
    package static func masked(_ bytes: [UInt8], _ ranges: [Range<Int>], mask: String = mask) -> [UInt8] {
        if ranges.isEmpty { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var shown = 0
        for range in ranges {
            result += bytes[shown..<range.lowerBound]
            result += mask.utf8
            shown = range.upperBound
        }
        return result + bytes[shown...]
    }

    /// Returns ``mask``, or nothing for an empty text.
    package static func mask(of text: String) -> String { text.isEmpty ? "" : mask }
}

// Ranges in order. Except in `joinOverlapping`, the ranges must be sorted and must not overlap.
extension Array<Range<Int>> {
    /// Returns whether one of these ranges has all of `range`.
    package func cover(_ range: Range<Int>) -> Bool {
        let next = first(after: range.lowerBound)
        return next > 0 && range.upperBound <= self[next - 1].upperBound
    }

    /// Returns whether one of these ranges has a byte of `range`.
    package func overlap(_ range: Range<Int>) -> Bool {
        let next = first(after: range.lowerBound)
        return next > 0 && self[next - 1].upperBound > range.lowerBound || next < count && self[next].lowerBound < range.upperBound
    }

    /// Returns whether these ranges have some bytes of `range`, and no range has all of them.
    package func isPartial(_ range: Range<Int>) -> Bool { overlap(range) && !cover(range) }

    /// Returns the ranges that have a byte of `range`.
    package func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
        let end = range.isEmpty ? 0 : first(after: range.upperBound - 1)
        var start = end
        while start > 0, self[start - 1].upperBound > range.lowerBound { start -= 1 }
        return self[start..<end]
    }

    /// Returns the ranges clipped to a section of a text, relative to the start of the section.
    package func parts(in part: Range<Int>) -> [Range<Int>] {
        // Most links have no secrets.
        if isEmpty { return [] }
        return overlapping(part).map {
            let own = $0.clamped(to: part)
            return own.lowerBound - part.lowerBound..<own.upperBound - part.lowerBound
        }
    }

    /// Returns the index of the first range that begins after a place.
    package func first(after place: Int) -> Int { endOfPrefix { $0.lowerBound <= place } }

    /// Adds a range, and joins it with those that it overlaps or touches.
    package mutating func insert(joining range: Range<Int>) {
        let near = endOfPrefix { $0.upperBound < range.lowerBound }..<endOfPrefix { $0.lowerBound <= range.upperBound }
        let start = Swift.min(range.lowerBound, near.isEmpty ? range.lowerBound : self[near.lowerBound].lowerBound)
        let end = Swift.max(range.upperBound, near.isEmpty ? range.upperBound : self[near.upperBound - 1].upperBound)
        replaceSubrange(near, with: CollectionOfOne(start..<end))
    }

    /// Sorts the ranges, and joins those that overlap or touch.
    package mutating func joinOverlapping() {
        if isEmpty { return }
        sort { $0.lowerBound < $1.lowerBound }
        var last = 0
        for range in self {
            if range.lowerBound <= self[last].upperBound {
                self[last] = self[last].lowerBound..<Swift.max(self[last].upperBound, range.upperBound)
            } else {
                last += 1
                self[last] = range
            }
        }
        removeSubrange((last + 1)...)
    }
}
