import AppLinks
import Bytes
import LinkLayers

extension JSONPage {
    /// Appends the query parameters of the input URL and of the target URL.
    mutating func appendParameters(_ link: LinkReading) {
        output.append(",\"inputQueryParameters\":{")
        let start = output.count
        let pathStart = paths.count
        append(link.query, "inputQueryParameters", of: link)
        let end = output.count
        output.append("},\"targetQueryParameters\":{")
        if link.target != nil {
            append(link.targetQuery, "targetQueryParameters", isClean: secrets.hasNone(link.fields.target, of: link))
        } else if paths.count == pathStart {
            output.repeat(start..<end)
        } else {
            append(link.query, "targetQueryParameters", of: link)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// Appends the parameters of a query.
    ///
    /// - Parameters:
    ///   - link: The link that the query belongs to; nil for the query of its target.
    ///   - isClean: Whether the whole query is known to have no secret.
    private mutating func append(_ query: LinkQuery, _ path: StaticString, of link: LinkReading? = nil, isClean: Bool = false) {
        var isFirst = true
        for entry in query.parameters where entry.isThere {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            output.append(Self.quote)
            let isSecret = query.decoded.withSpan(entry.name) { name in
                secrets.find(in: name, at: entry.name, isOfLink: link != nil, isClean: isClean)
                _ = output.appendMasked(name, secrets.found)
                guard let value = entry.value else { return false }
                return query.decoded.withSpan(value) { secrets.isSecret($0, name: name) }
            }
            output.append("\":")
            guard let value = entry.value else {
                output.append("null")
                continue
            }
            output.append(Self.quote)
            let isMasked = query.decoded.withSpan(value) { text in
                if isSecret { return output.appendBullets(for: text) }
                if let link, value == link.data { isDataPlain = link.isVisible || HiddenCharacters.isPlain(text) }
                secrets.find(in: text, at: value, isOfLink: link != nil, isClean: isClean)
                return output.appendMasked(text, secrets.found)
            }
            output.append(Self.quote)
            if isMasked {
                query.decoded.withSpan(entry.name) { name in
                    beginPath()
                    paths.append(Self.quote)
                    paths.append(path)
                    appendName(name)
                    paths.append(Self.quote)
                }
            }
        }
    }
}
