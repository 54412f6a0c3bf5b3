import AppLinks
import Bytes
import LinkLayers
import Secrets

extension LinkPage {
    /// Appends the query parameters of the input URL and of the target URL.
    mutating func appendParameters(_ link: LinkReading) {
        isDataSurveyed = false
        isDataPlain = false
        output.append(",\"inputQueryParameters\":{")
        let start = output.count
        let pathStart = paths.count
        append(link.query, "inputQueryParameters", data: link.data, escapes: link.split.escapes)
        let end = output.count
        output.append("},\"targetQueryParameters\":{")
        if link.target != nil {
            append(link.targetQuery, "targetQueryParameters", data: nil, escapes: link.split.escapes)
        } else if paths.count == pathStart {
            output.repeat(start..<end)
        } else {
            append(link.query, "targetQueryParameters", data: nil, escapes: link.split.escapes)
        }
        output.append(UInt8(ascii: "}"))
    }

    private mutating func append(_ query: LinkQuery, _ path: StaticString, data: Range<Int>?, escapes: EscapeKinds) {
        var isFirst = true
        for entry in query.parameters where entry.isThere {
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            output.append(Self.quote)
            let isSecret = query.decoded.withSpan(entry.name) { name in
                _ = Self.append(name, showsSecrets, isHarmless, to: &output, &secrets)
                return !showsSecrets && Secrets.isSecret(name: name)
            }
            output.append("\":")
            guard let value = entry.value else {
                output.append("null")
                continue
            }
            output.append(Self.quote)
            let isMasked = query.decoded.withSpan(value) { text in
                if isSecret { return output.appendBullets(for: text) }
                guard value == data else { return Self.append(text, showsSecrets, isHarmless, to: &output, &secrets) }
                return appendData(text, escapes)
            }
            output.append(Self.quote)
            if isMasked {
                query.decoded.withSpan(entry.name) { name in
                    appendPath {
                        $0.append(path)
                        Self.appendName(name, to: &$0)
                    }
                }
            }
        }
    }

    /// Appends the data as text, and records whether it is plain and was searched for secrets. Returns whether a part of it was masked.
    private mutating func appendData(_ text: Span<UInt8>, _ escapes: EscapeKinds) -> Bool {
        isDataPlain = !escapes.isBeyondASCII && escapes.isWithoutControl && isHarmless || LinkInspection.isPlain(text)
        if showsSecrets {
            output.appendEscaped(text)
            return false
        }
        isDataSurveyed = Secrets.find(in: text, isHarmless: isHarmless, &secrets)
        return output.appendMasked(text, secrets)
    }
}
