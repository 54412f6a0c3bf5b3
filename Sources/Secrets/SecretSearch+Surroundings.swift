import Bytes

// Finds the contexts of a name. They are read only for the few names that need them. The text of a link is read once for all of its names.

extension SecretSearch {
    /// What is known of the text around the last name whose contexts were read.
    struct Around {
        fileprivate var link = 0..<0
        fileprivate var findings = Surroundings.Findings()
        /// The last names in a query whose paths were read, one for each width of their signs, and the contexts of these paths.
        fileprivate var paths: [(width: Int, name: Int, contexts: SecretContext)] = []

        fileprivate func place(of width: Int) -> Int? { paths.firstIndex { $0.width == width } }
    }

    /// The number of widths for which the last name is kept. Few links are nested as deeply.
    private static let mostWidths = 8

    /// The number of bytes of an object that are read on each side of a member.
    private static let farthest = 1024

    /// Returns the contexts of the name at `place`, which ends at a sign.
    mutating func contexts(ofNameAt place: Int, sign: Int) -> SecretContext {
        let width = origins.width(of: sign)
        if bytes[sign] == UInt8(ascii: ":") {
            let findings = knowledge.surroundings.read(object(around: place), in: bytes, origins)
            return knowledge.surroundings.contexts(findings, width: width)
        }
        if !around.link.contains(place) {
            around.link = link(around: place)
            around.findings = knowledge.surroundings.read(around.link, in: bytes, origins)
        }
        let path = contexts(ofPathBefore: place, width)
        if let known = around.place(of: width) {
            around.paths[known] = (width, place, path)
        } else if around.paths.count < Self.mostWidths {
            around.paths.append((width, place, path))
        }
        return knowledge.surroundings.contexts(around.findings, width: width).union(path)
    }

    /// Returns the text around a place up to a space, a double quote or an angle bracket on each side.
    private func link(around place: Int) -> Range<Int> {
        var start = place
        while start > 0, !Self.endsLink(bytes[start - 1]) { start -= 1 }
        return start..<bytes.skip(place) { !Self.endsLink($0) }
    }

    private static func endsLink(_ byte: UInt8) -> Bool {
        ByteClass.isJSONSpace(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    /// Returns the inside of the object with a member.
    private func object(around place: Int) -> Range<Int> {
        var (start, end, depth) = (place, place, 0)
        while start > max(place - Self.farthest, 0) {
            if bytes[start - 1] == UInt8(ascii: "}") { depth += 1 }
            if bytes[start - 1] == UInt8(ascii: "{") { depth -= 1 }
            if depth < 0 { break }
            start -= 1
        }
        depth = 0
        while end < min(place + Self.farthest, bytes.count) {
            if bytes[end] == UInt8(ascii: "{") { depth += 1 }
            if bytes[end] == UInt8(ascii: "}") { depth -= 1 }
            if depth < 0 { break }
            end += 1
        }
        return start..<end
    }

    /// Returns the contexts of the path that the query or fragment with a name belongs to.
    private func contexts(ofPathBefore place: Int, _ width: Int) -> SecretContext {
        let known = around.place(of: width).map { around.paths[$0] }
        guard known != nil || around.paths.count < Self.mostWidths else { return [] }
        var end = place
        while true {
            end -= 1
            guard end >= 0, !Self.endsLink(bytes[end]) else { return [] }
            // No `?` or `#` of this width lies between the two names, so they have the same path.
            if let known, end == known.name { return known.contexts }
            let isQuery = bytes[end] == UInt8(ascii: "?") || bytes[end] == UInt8(ascii: "#")
            if isQuery, origins.width(of: end) == width { break }
        }
        var start = end
        while start > max(end - Self.farthest, 0), !Self.endsPath(bytes[start - 1]) { start -= 1 }
        return knowledge.surroundings.contexts(ofPath: start..<end, in: bytes)
    }

    private static func endsPath(_ byte: UInt8) -> Bool {
        endsLink(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
