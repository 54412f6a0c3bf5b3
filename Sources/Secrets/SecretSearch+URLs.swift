import Bytes

// Finds secrets in a text that is a single URL.

extension SecretSearch {
    /// Searches the text as a single URL, as programs that open links parse it. In such a URL, only `&` and `#` end a value of the query,
    /// while spaces and quotes do not.
    mutating func searchAsURL() {
        let head = bytes.skip(0) { !Self.endsHead($0) && Self.mayBeInHead($0) }
        guard Self.endsHead(bytes[head]) else { return }
        let slashes = bytes[head] == UInt8(ascii: ":") ? head + 1 : 0
        if bytes.hasPrefix("//", at: slashes) {
            let start = slashes + 2
            let authority = start..<bytes.skip(start, while: { !Self.endsHead($0) || $0 == UInt8(ascii: ":") })
            let isUser = slashes > 0 && knowledge.users.contains(before: head, in: bytes)
            if let password = isUser ? passwords.user(in: authority) : passwords.password(in: authority) { add(password) }
        }
        var end = bytes.firstPlace(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: head)
        while end < bytes.count, bytes[end] != UInt8(ascii: "#") {
            end = searchItem(from: end + 1, UInt8(ascii: "&"), or: UInt8(ascii: "#"))
        }
        guard end < bytes.count else { return }
        // The extras of an intent are separated by semicolons.
        let extras = (end..<bytes.count).last { bytes.hasPrefix("#Intent;", at: $0) } ?? bytes.count
        while end < extras { end = searchItem(from: end + 1, UInt8(ascii: "&"), or: UInt8(ascii: "&"), most: extras) }
        while end < bytes.count { end = searchItem(from: end + 1, UInt8(ascii: ";"), or: UInt8(ascii: ";")) }
    }

    /// Returns whether a text begins like a link: with a scheme.
    static func isLink(_ bytes: ByteView) -> Bool {
        guard ByteClass.isLetter(bytes[0]) else { return false }
        return bytes[bytes.skip(1, while: mayBeInScheme)] == UInt8(ascii: ":")
    }

    /// Returns whether a byte may be in the part of a link before its first delimiter. A link in brackets or quotes is in other text.
    private static func mayBeInHead(_ byte: UInt8) -> Bool { byte > 0x20 && !beforeLink.contains(byte) }

    private static let beforeLink = ByteSet("{[(<`\"'")

    /// Returns whether a scheme may have this byte. Some apps have schemes with `_`, which no standard allows.
    static func mayBeInScheme(_ byte: UInt8) -> Bool { isNameByte(byte) || byte == UInt8(ascii: "+") }

    /// Returns whether a byte ends the scheme of a URL, or its authority or path.
    private static func endsHead(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// Searches an item that ends at one of two signs. Returns the end.
    private mutating func searchItem(from start: Int, _ sign: UInt8, or other: UInt8, most: Int = .max) -> Int {
        let end = bytes.firstPlace(of: sign, or: other, from: start, end: min(most, bytes.count))
        let equals = bytes.place(of: UInt8(ascii: "="), from: start, end: end)
        let name = start..<equals
        if equals + 1 < end, mayBeSecret(name), isSecret(name, equals) { add(equals + 1..<end, named: name) }
        return end
    }

    /// Returns whether a key ends like the name of a secret, or in an escape or a byte beyond ASCII.
    private func mayBeSecret(_ key: Range<Int>) -> Bool {
        guard let last = key.last else { return false }
        return knowledge.names.mayEnd(with: bytes[last - 1], bytes[last])
            || last - 2 >= key.lowerBound && SecretNames.mayBeInEscape(bytes[last - 2])
    }

    private mutating func isSecret(_ key: Range<Int>, _ sign: Int) -> Bool {
        let rows = bytes.withSpan(key) { knowledge.names.rows(of: $0) }
        if rows.isEmpty { return false }
        if isSecret(rows, key, sign) { return true }
        // What follows a space belongs to the URL, too.
        guard !around.link.isEmpty, around.link.count < bytes.count else { return false }
        isURL = true
        swap(&around, &aroundURL)
        defer {
            swap(&around, &aroundURL)
            isURL = false
        }
        return isSecret(rows, key, sign)
    }
}
