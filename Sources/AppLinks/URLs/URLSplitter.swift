package import Bytes

/// Splits text into the components of RFC 3986 in one pass over its bytes.
///
/// The steps follow appendix B of the RFC: the scheme up to the first `:` (unless another delimiter comes before it), an authority after
/// `//`, the path up to `?` or `#`, the query up to `#`, the fragment. The same pass records whether a character needs encoding. Most URLs
/// need no encoding and keep their text unchanged.
package enum URLSplitter {
    /// The components of a URL, and what a reader needs to know about its characters.
    package struct Split: Sendable {
        package fileprivate(set) var components = LinkURL.Components()
        /// Whether some component holds a byte that must be encoded.
        package fileprivate(set) var needsEncoding = false
        /// Whether the host has non-ASCII letters. IDNA defines the ASCII spelling of such a host.
        package fileprivate(set) var hasInternationalHost = false
        /// The kinds of escapes in the text, and of delimiters.
        package fileprivate(set) var escapes: EscapeKinds = []

        package init() {}
    }

    /// Splits a text. Returns nil if it is not a URL.
    package static func split(_ bytes: Span<UInt8>) -> Split? {
        var (output, receiver) = (NoOutput(), NoReceiver())
        return split(bytes, &output, &receiver)
    }

    /// Splits a text, and gives every byte of it to an output, and the places of the query's components to a receiver.
    static func split<Output: URLOutput, Receiver: URLReceiver>(
        _ bytes: Span<UInt8>, _ output: inout Output, _ receiver: inout Receiver
    ) -> Split? {
        let end = bytes.count
        guard end > 0, end < Int(Int32.max) else { return nil }
        var split = Split()
        split.components.end = UInt32(end)
        var index = 0
        guard splitScheme(bytes, &split, &index) else { return nil }
        if index + 1 < end, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") {
            index += 2
            guard splitAuthority(bytes, &split, &index) else { return nil }
        }
        // A copy that no other code can change stays in registers.
        var decoded = output
        var place = 0
        while place < index {
            let start = place
            let byte = PercentCoding.next(in: bytes, at: &place, end: index)
            if place > start + 1 { decoded.putEscape(byte) } else { decoded.put(byte) }
        }
        splitRest(bytes, &split, index, &decoded, &receiver)
        output = decoded
        return split
    }

    /// Splits off the scheme: everything before a `:` that precedes every other delimiter. As in Foundation, the scheme may be empty.
    private static func splitScheme(_ bytes: Span<UInt8>, _ split: inout Split, _ index: inout Int) -> Bool {
        let delimiters = ByteSet.otherDelimiters
        var isScheme = true
        for position in 0..<bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: ":") {
                guard isScheme else { return false }
                split.components.schemeEnd = UInt32(position)
                index = position + 1
                return true
            }
            if delimiters.contains(byte) { return true }
            if position == 0 ? !ByteClass.isLetter(byte) : !ByteClass.isSchemeTail(byte) { isScheme = false }
        }
        return true
    }

    /// Splits `user:password@host:port` up to the path. An empty authority has no host but counts as present: `demo://`.
    private static func splitAuthority(_ bytes: Span<UInt8>, _ split: inout Split, _ index: inout Int) -> Bool {
        let start = index
        var end = start
        var at: Int? = nil
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { break }
            if byte == UInt8(ascii: "@") { at = end }
            // An escape in the authority is rare, so all kinds are assumed.
            if byte == PercentCoding.percent { split.escapes = .all }
            end += 1
        }
        index = end
        split.components.authorityStart = UInt32(start)
        split.components.pathStart = UInt32(end)
        guard start < end else { return true }

        var hostStart = start
        if let at {
            checkUserInfo(bytes, start..<at, &split)
            hostStart = at + 1
        }
        return splitHost(bytes, hostStart..<end, &split)
    }

    private static func checkUserInfo(_ bytes: Span<UInt8>, _ range: Range<Int>, _ split: inout Split) {
        var allowed = ByteSet.host
        for index in range {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") {
                allowed = .hostOrColon
            } else if !isInPlace(bytes, index, end: range.upperBound, allowed) {
                split.needsEncoding = true
            }
        }
    }

    private static func splitHost(_ bytes: Span<UInt8>, _ range: Range<Int>, _ split: inout Split) -> Bool {
        guard range.isEmpty || bytes[range.lowerBound] != UInt8(ascii: "[") else { return splitBracketedHost(bytes, range, &split) }
        var hostEnd = range.lowerBound
        let allowed = ByteSet.host
        while hostEnd < range.upperBound, bytes[hostEnd] != UInt8(ascii: ":") {
            let byte = bytes[hostEnd]
            if byte >= 0x80 {
                split.hasInternationalHost = true
                split.needsEncoding = true
            } else if !isInPlace(bytes, hostEnd, end: range.upperBound, allowed) {
                return false
            }
            hostEnd += 1
        }
        split.components.hostStart = UInt32(range.lowerBound)
        split.components.hostEnd = UInt32(hostEnd)
        return splitPort(bytes, hostEnd..<range.upperBound, &split)
    }

    /// Splits a host in brackets: an IPv6 address with an optional zone, or an address of a future version.
    private static func splitBracketedHost(_ bytes: Span<UInt8>, _ range: Range<Int>, _ split: inout Split) -> Bool {
        var close = range.lowerBound + 1
        let allowed = ByteSet.hostOrColon
        while close < range.upperBound, bytes[close] != UInt8(ascii: "]") {
            if !isInPlace(bytes, close, end: range.upperBound, allowed) {
                guard bytes[close] == PercentCoding.percent else { return false }
                split.needsEncoding = true
            }
            close += 1
        }
        guard close < range.upperBound else { return false }
        split.components.isBracketed = true
        split.components.hostStart = UInt32(range.lowerBound + 1)
        split.components.hostEnd = UInt32(close)
        return splitPort(bytes, close + 1..<range.upperBound, &split)
    }

    private static func splitPort(_ bytes: Span<UInt8>, _ range: Range<Int>, _ split: inout Split) -> Bool {
        guard !range.isEmpty else { return true }
        guard bytes[range.lowerBound] == UInt8(ascii: ":") else { return false }
        for index in range.dropFirst() where bytes[index] &- 0x30 > 9 { return false }
        split.components.portStart = UInt32(range.lowerBound + 1)
        return true
    }

    /// Splits path, query and fragment. These parts may contain any character; characters that are not allowed are encoded later. This loop
    /// is optimized, because most bytes of a URL are in these parts.
    @inline(__always)
    private static func splitRest<Output: URLOutput, Receiver: URLReceiver>(
        _ bytes: Span<UInt8>, _ split: inout Split, _ start: Int, _ output: inout Output, _ receiver: inout Receiver
    ) {
        let end = bytes.count
        split.components.pathStart = UInt32(start)
        ByteView.with(bytes) { bytes in
            // Here, too, copies stay in registers.
            var (kinds, needsEncoding) = (split.escapes.rawValue, split.needsEncoding)
            var decoded = output
            var part = Part.path
            var place = start
            while true {
                var byte = bytes[place]
                // Most bytes stand for themselves. `ByteView` has zeros after the end, and a zero does not.
                while ByteTable.rest(byte) == UInt8(ascii: ".") {
                    decoded.put(byte)
                    place &+= 1
                    byte = bytes[place]
                }
                switch ByteTable.rest(byte) {
                case UInt8(ascii: "%"):
                    // The zeros after the end are no hex digits.
                    let high = ByteTable.hex(bytes[place &+ 1])
                    let low = ByteTable.hex(bytes[place &+ 2])
                    if high | low < 16 {
                        let byte = high << 4 | low
                        kinds |= ByteTable.kinds(byte).rawValue
                        decoded.putEscape(byte)
                        place &+= 3
                        continue
                    }
                    needsEncoding = true
                case UInt8(ascii: "&"), UInt8(ascii: "="):
                    if part == .query {
                        receiver.delimiter(byte, at: place, decoded.count)
                    } else if part == .path, byte == UInt8(ascii: "&") {
                        kinds |= EscapeKinds.ampersandInPath.rawValue
                    }
                case UInt8(ascii: "?"):
                    if part == .path {
                        split.components.queryStart = UInt32(truncatingIfNeeded: place &+ 1)
                        part = .query
                        receiver.beginQuery(at: place &+ 1, decoded.count &+ 1)
                    } else if part == .query {
                        kinds |= EscapeKinds.secondQuestionMark.rawValue
                    }
                case UInt8(ascii: "#"):
                    if part == .fragment {
                        needsEncoding = true
                    } else {
                        if part == .query { receiver.endQuery(at: place, decoded.count) }
                        split.components.fragmentStart = UInt32(truncatingIfNeeded: place &+ 1)
                        part = .fragment
                    }
                case UInt8(ascii: "+"): kinds |= EscapeKinds.plus.rawValue
                case UInt8(ascii: ";"): kinds |= EscapeKinds.semicolon.rawValue
                default:
                    guard place < end else {
                        if part == .query { receiver.endQuery(at: end, decoded.count) }
                        split.escapes = EscapeKinds(rawValue: kinds)
                        split.needsEncoding = needsEncoding
                        output = decoded
                        return
                    }
                    needsEncoding = true
                }
                decoded.put(byte)
                place &+= 1
            }
        }
    }

    private enum Part { case path, query, fragment }

    /// Returns whether the byte at `index` needs no encoding: it is allowed, or it starts an escape.
    @inline(__always)
    static func isInPlace(_ bytes: Span<UInt8>, _ index: Int, end: Int, _ allowed: ByteSet) -> Bool {
        allowed.contains(bytes[index]) || PercentCoding.escape(in: bytes, at: index, end: end) != nil
    }
}

/// Receives the bytes of a URL from the splitter, decoded once, in order.
protocol URLOutput {
    /// The number of bytes so far.
    var count: Int { get }
    /// Receives a byte that is written as itself.
    mutating func put(_ byte: UInt8)
    /// Receives a byte that is written as an escape.
    mutating func putEscape(_ byte: UInt8)
}

extension DecodedText.Writer: URLOutput {}

/// Receives the places in the query of a URL from the splitter: in the text, and in the decoded text.
protocol URLReceiver {
    /// Receives the place where the query begins.
    mutating func beginQuery(at place: Int, _ decoded: Int)
    /// Receives the place of a `&` or `=` in the query.
    mutating func delimiter(_ byte: UInt8, at place: Int, _ decoded: Int)
    /// Receives the place where the query ends.
    mutating func endQuery(at place: Int, _ decoded: Int)
}

/// Receives nothing, for a URL that is only split.
private struct NoOutput: URLOutput {
    var count: Int { 0 }
    @inline(__always) mutating func put(_ byte: UInt8) {}
    @inline(__always) mutating func putEscape(_ byte: UInt8) {}
}

private struct NoReceiver: URLReceiver {
    @inline(__always) mutating func beginQuery(at place: Int, _ decoded: Int) {}
    @inline(__always) mutating func delimiter(_ byte: UInt8, at place: Int, _ decoded: Int) {}
    @inline(__always) mutating func endQuery(at place: Int, _ decoded: Int) {}
}
