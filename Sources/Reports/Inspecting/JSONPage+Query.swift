import AppLinks
import Bytes
import LinkLayers

extension JSONPage {
    /// Appends the query parameters of the input URL and of the target URL.
    mutating func appendParameters(_ link: AppLinkReading) {
        output.append(",\"inputQueryParameters\":{")
        let start = output.count
        let pathStart = paths.count
        let own = (data: link.data, isVisible: link.isVisible)
        append(link.query, "inputQueryParameters", of: link.text, own: own, known: secrets.query)
        let end = output.count
        output.append("},\"targetQueryParameters\":{")
        if let target = link.target {
            let isClean = secrets.hasNone(link.fields.target, of: link)
            link.withText(target.text) { secrets.find(in: $0, isClean: isClean) }
            let known = secrets.found.map { link.targetQuery.decoded.decoded($0) }
            append(link.targetQuery, "targetQueryParameters", of: link.withText(target.text) { $0.array }, known: known, isClean: isClean)
        } else if paths.count == pathStart {
            output.repeat(start..<end)
        } else {
            append(link.query, "targetQueryParameters", of: link.text, own: own, known: secrets.query)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// Appends the parameters of a query.
    ///
    /// - Parameters:
    ///   - link: The text of the link that the query belongs to.
    ///   - own: The data of the link that the query belongs to, and whether the link has only visible characters; nil for the query of its
    ///     target.
    ///   - known: The secrets of the decoded query.
    ///   - isClean: Whether the whole query is known to have no secret.
    private mutating func append(
        _ query: LinkQuery, _ path: StaticString, of link: @autoclosure () -> [UInt8], own: (data: Range<Int>?, isVisible: Bool)? = nil,
        known: [Range<Int>],
        isClean: Bool = false
    ) {
        let isOfLink = own != nil
        var count = 0
        for entry in query.parameters where entry.isThere {
            let position = count
            count += 1
            if position > 0 { output.append(UInt8(ascii: ",")) }
            output.append(Self.quote)
            let isSecret = query.decoded.withSpan(entry.name) { name in
                secrets.find(in: name, at: entry.name, among: known, isOfLink: isOfLink, isClean: isClean)
                output.append(name: name, masking: secrets.masked, at: position)
                guard let value = entry.value else { return false }
                return query.decoded.withSpan(value) { secrets.isSecret($0, at: value, among: known, name: name) }
            }
            output.append("\":")
            guard let value = entry.value else {
                output.append("null")
                continue
            }
            output.append(Self.quote)
            let isMasked = query.decoded.withSpan(value) { text in
                if isSecret { return output.appendBullets(for: text) }
                if let own, value == own.data { isDataPlain = own.isVisible || HiddenCharacters.isPlain(text) }
                secrets.find(in: text, at: value, among: known, isOfLink: isOfLink, isClean: isClean)
                // Few values look like secrets, so only those are checked for being public.
                let isPublic =
                    !secrets.found.isEmpty
                    && query.decoded.withSpan(entry.name) { secrets.isPublic(at: value, among: known, name: $0, in: link()) }
                return output.appendMasked(text, isPublic ? [] : secrets.found)
            }
            output.append(Self.quote)
            if isMasked {
                query.decoded.withSpan(entry.name) { name in
                    secrets.find(in: name, at: entry.name, among: known, isOfLink: isOfLink, isClean: isClean)
                    beginPath()
                    paths.append(Self.quote)
                    paths.append(path)
                    appendName(name, at: position)
                    paths.append(Self.quote)
                }
            }
        }
    }
}
