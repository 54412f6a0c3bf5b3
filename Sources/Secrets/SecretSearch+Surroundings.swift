import Bytes

// Finds the contexts of a name. They are read only for the few names that need them. The text of a link is read once for all of its names.

extension SecretSearch {
    /// What is known of the text around the last name whose contexts were read.
    struct Around {
        fileprivate(set) var link = 0..<0
        fileprivate var findings = Surroundings.Findings()
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
        let width = origins.width(of: sign)
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
        return knowledge.surroundings.contexts(around.findings, width: width).union(path.contexts)
    }

    /// Returns the text around a place up to a space, a double quote or an angle bracket on each side. In a single URL, these end nothing.
    private func link(around place: Int) -> Range<Int> {
        var start = place
        while start > 0, !endsLink(bytes[start - 1]) { start -= 1 }
        return start..<bytes.skip(place) { !endsLink($0) }
    }

    private func endsLink(_ byte: UInt8) -> Bool {
        if isURL { return false }
        return ByteClass.isJSONSpace(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
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

    /// Returns the contexts of the path before a name and, if the name is in a fragment, also those of the path of its link.
    ///
    ///    https://a.example/callback?x=1#code=abc     the path of the link
    ///    https://a.example/callback#/done?code=abc   the route in the fragment, and the path of the link
    private func path(before place: Int, _ width: Int) -> (contexts: SecretContext, isInFragment: Bool) {
        let known = around.place(of: width).map { around.paths[$0] }
        guard known != nil || around.paths.count < Self.mostWidths else { return ([], false) }
        var nearest: Int?
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
                let its = origins.width(of: end)
                if nearest != nil, its < width { break search }
                if its == width {
                    if nearest == nil { nearest = end }
                    first = end
                    if bytes[end] == UInt8(ascii: "#") { isInFragment = true }
                }
            case UInt8(ascii: "&"), UInt8(ascii: "="):
                // A nested link begins after a sign of the link around it.
                if nearest != nil, width > 1, origins.width(of: end) < width { break search }
            default: break
            }
            end -= 1
        }
        guard let nearest else { return ([], false) }
        let found = contexts(ofPathAt: nearest)
        guard isInFragment, first < nearest else { return (found, isInFragment) }
        // The path of the link may make a value in its fragment secret, but not public.
        return (found.union(contexts(ofPathAt: first).subtracting(knowledge.publicContexts)), true)
    }

    /// Returns the contexts of the path before a `?` or `#`.
    private func contexts(ofPathAt end: Int) -> SecretContext {
        var start = end
        while start > max(end - Self.farthest, 0), !endsPath(bytes[start - 1]) { start -= 1 }
        return knowledge.surroundings.contexts(ofPath: start..<end, in: bytes)
    }

    private func endsPath(_ byte: UInt8) -> Bool {
        endsLink(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
