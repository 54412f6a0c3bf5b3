import Bytes
import LinkLayers
import Secrets

// Writes the layers, findings and repairs of a link. All ranges refer to the link as received, in which the secrets are already known.

extension LinkPage {
    /// Discards the paths of the previous link.
    mutating func begin() {
        paths.removeAll()
        pathStarts.removeAll(keepingCapacity: true)
    }

    /// Appends the paths of the masked values, and closes the object.
    mutating func end() {
        output.append(",\"masked\":[")
        paths.withSpan { output.append($0) }
        output.append("]}")
    }

    /// Appends `layers`. Each layer has its kind, its path, the wrapping that it was taken from, its text, and its range in the link.
    mutating func append(_ peeled: PeeledLink) {
        output.append(",\"layers\":[")
        for (index, layer) in peeled.layers.enumerated() {
            let isSecret = inputSecrets.cover(layer.range)
            output.append(index == 0 ? "{\"kind\":\"" : ",{\"kind\":\"")
            output.append(string: layer.kind.rawValue)
            output.append("\",\"path\":")
            if append(outside: layer.path) { appendPath("layers[", index, "].path") }
            output.append(",\"from\":")
            if append(outside: peeled.from(layer), isSecret: isSecret && !layer.wrapsLink) { appendPath("layers[", index, "].from") }
            output.append(",\"to\":")
            if append(outside: layer.text.bytes, isSecret: isSecret) { appendPath("layers[", index, "].to") }
            output.append(",\"range\":")
            append(layer.range)
            output.append(UInt8(ascii: "}"))
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Appends `findings`.
    mutating func append(_ findings: [Finding]) {
        output.append(",\"findings\":[")
        for (index, finding) in findings.enumerated() {
            output.append(index == 0 ? "{\"code\":\"" : ",{\"code\":\"")
            output.append(string: finding.code.rawValue)
            output.append("\",\"severity\":\"")
            output.append(string: finding.severity.rawValue)
            output.append("\",\"message\":")
            if appendMessage(finding) { appendPath("findings[", index, "].message") }
            output.append(",\"range\":")
            if let range = finding.range { append(range) } else { output.append("null") }
            if let repair = finding.repair { append(repair, ofFinding: index) }
            output.append(UInt8(ascii: "}"))
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Appends a message in quotes. Returns whether a part of it was masked.
    private mutating func appendMessage(_ finding: Finding) -> Bool {
        if let written = messages.first(where: { $0.message == finding.message }) {
            output.append(written.json.span)
            return written.isMasked
        }
        let start = output.count
        let isMasked = append(outside: finding.message)
        if messages.count < Self.mostMessages, output.count - start <= Self.longestMessage {
            let json = output.withSpan(start..<output.count) { $0.array }
            messages.append(WrittenMessage(message: finding.message, json: json, isMasked: isMasked))
        }
        return isMasked
    }

    /// The maximum number of remembered messages. Most links need only a few.
    private static let mostMessages = 8
    private static let longestMessage = 300

    /// Appends `repair`: its summary, and its edits of the bytes of the link.
    private mutating func append(_ repair: Repair, ofFinding finding: Int) {
        output.append(",\"repair\":{\"summary\":")
        appendOwn(repair.summary)
        output.append(",\"edits\":[")
        for (index, edit) in repair.edits.enumerated() {
            output.append(index == 0 ? "{\"range\":" : ",{\"range\":")
            append(edit.range)
            output.append(",\"text\":")
            // The text of an edit does not contain the name that marks a value as secret. So if the edited bytes are secret, the whole text
            // is masked.
            let isSecret = !edit.range.isEmpty && inputSecrets.cover(edit.range)
            if append(outside: edit.replacement, isSecret: isSecret) {
                appendPath {
                    $0.append("findings[")
                    $0.append(decimal: finding)
                    $0.append("].repair.edits[")
                    $0.append(decimal: index)
                    $0.append("].text")
                }
            }
            output.append(UInt8(ascii: "}"))
        }
        output.append("]}")
    }

    /// Appends `repaired` for a link that was repaired.
    mutating func append(repaired text: String?) {
        output.append(",\"repaired\":")
        guard let text else { return output.append("null") }
        if append(outside: text) { appendPath("repaired") }
    }

    // MARK: Values

    /// Appends linkscope's own text in quotes. Such a text contains no secret.
    private mutating func appendOwn(_ text: String) {
        output.append(Self.quote)
        text.withBytes { output.appendEscaped($0) }
        output.append(Self.quote)
    }

    /// Appends a text in quotes. Returns whether a part of it was masked.
    mutating func append(outside text: String) -> Bool {
        output.append(Self.quote)
        let isMasked = text.withBytes { Self.append($0, showsSecrets, false, to: &output, &secrets) }
        output.append(Self.quote)
        return isMasked
    }

    /// Appends bytes as text in quotes. The bytes need not be UTF-8. If `isSecret` is true, the whole text is masked, otherwise only the
    /// secrets in it.
    private mutating func append(outside bytes: [UInt8], isSecret: Bool) -> Bool {
        if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
            return append(outside: Array(String(decoding: bytes, as: UTF8.self).utf8), isSecret: isSecret)
        }
        output.append(Self.quote)
        var isMasked = isSecret && !showsSecrets
        if isMasked {
            output.appendBullets(Secrets.bulletCount(for: bytes.span))
        } else {
            isMasked = Self.append(bytes.span, showsSecrets, false, to: &output, &secrets)
        }
        output.append(Self.quote)
        return isMasked
    }

    private mutating func append(_ range: Range<Int>) {
        output.append(UInt8(ascii: "["))
        output.append(decimal: range.lowerBound)
        output.append(UInt8(ascii: ","))
        output.append(decimal: range.upperBound)
        output.append(UInt8(ascii: "]"))
    }

    /// Appends a path that contains a number.
    private mutating func appendPath(_ beginning: StaticString, _ number: Int, _ end: StaticString) {
        appendPath {
            $0.append(beginning)
            $0.append(decimal: number)
            $0.append(end)
        }
    }

    /// Appends the paths of values that were masked by other code.
    mutating func append(paths others: [String]) {
        for path in others {
            beginPath()
            paths.append(Self.quote)
            path.withBytes { paths.appendEscaped($0) }
            paths.append(Self.quote)
        }
    }
}
