import Bytes
import LinkLayers
import Secrets

// Writes the layers, findings and repairs of a link. All ranges refer to the link as received, in which the secrets are already known.

extension JSONPage {
    /// Appends `layers`. Each layer has its kind, the service that wrapped it, its path, the app that an intent names, the text that it was
    /// taken from, its own text, and its range in the link.
    mutating func append(layersOf inspection: LinkInspection) {
        let layers = inspection.layers
        output.append(",\"layers\":[")
        for index in layers.indices {
            let layer = layers[index]
            let isSecret = !secrets.areShown && inspection.isSecret(layer)
            output.append(index == 0 ? "{\"kind\":\"" : ",{\"kind\":\"")
            output.append(string: layer.kind.rawValue)
            if let service = layer.service {
                output.append("\",\"service\":\"")
                service.name.withBytes { output.appendEscaped($0) }
            }
            output.append("\",\"path\":")
            if append(outside: layer.path) { appendPath("layers[", index, "].path") }
            if let package = layer.package {
                output.append(",\"package\":")
                if append(outside: package) { appendPath("layers[", index, "].package") }
            }
            let outer = inspection.outerText(of: layer)
            let hasNone = secrets.hasNone(in: layer)
            output.append(",\"from\":")
            let known = layer.outer.map { layers[$0].secrets } ?? secrets.input
            let isFromMasked =
                if !layer.wrapsLink {
                    append(
                        outer.span, layer.outerRange, among: known, isSecret: isSecret,
                        isClean: hasNone && !Secrets.mayEndInPassword(outer.span.extracting(layer.outerRange), isDecoded: true))
                } else if let place = layer.outer {
                    append(outer.span, outer.indices, among: known, isSecret: false, isClean: secrets.hasNone(in: layers[place]))
                } else {
                    appendMaskedInput(outer.span)
                }
            if isFromMasked { appendPath("layers[", index, "].from") }
            output.append(",\"to\":")
            let text = layer.text.bytes
            if append(text.span, text.indices, among: layer.secrets, isSecret: isSecret, isClean: hasNone) {
                appendPath("layers[", index, "].to")
            }
            output.append(",\"range\":")
            append(layer.range)
            output.append(UInt8(ascii: "}"))
        }
        output.append(UInt8(ascii: "]"))
        append(parametersOf: inspection)
    }

    /// Appends `services` if the link has parameters of attribution services or stores: what each of them does.
    private mutating func append(parametersOf inspection: LinkInspection) {
        guard !inspection.parameters.isEmpty else { return }
        output.append(",\"services\":[")
        for (index, parameter) in inspection.parameters.enumerated() {
            output.append(index == 0 ? "{\"service\":" : ",{\"service\":")
            appendOwn(parameter.owner.name)
            output.append(",\"parameter\":")
            appendOwn(parameter.rule.name.text)
            output.append(",\"role\":")
            appendOwn(parameter.rule.role.rawValue)
            output.append(",\"meaning\":")
            appendOwn(parameter.rule.meaning)
            output.append(",\"range\":")
            append(parameter.range(in: inspection.layers))
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
        if let written = messages.find(finding.message) {
            output.append(written.bytes.span)
            return written.isMasked
        }
        let start = output.count
        let isMasked = append(outside: finding.message)
        messages.keep(finding.message, from: start, of: output, isMasked: isMasked)
        return isMasked
    }

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
            let isSecret = !edit.range.isEmpty && secrets.input.cover(edit.range)
            if append(edit.replacement.span, isSecret: isSecret) {
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
        let isMasked = text.withBytes { append($0) }
        output.append(Self.quote)
        return isMasked
    }

    /// Appends a part of a text in quotes, with the secrets masked that it shows by itself or that are known from the whole text.
    private mutating func append(
        _ text: Span<UInt8>, _ part: Range<Int>, among known: [Range<Int>], isSecret: Bool, isClean: Bool
    ) -> Bool {
        let bytes = text.extracting(part)
        if isSecret || secrets.areShown || !known.overlap(part) { return append(bytes, isSecret: isSecret, isClean: isClean) }
        guard bytes.isUTF8 else {
            // The characters that replace other bytes move the secrets.
            let masked = LinkSecrets.masked(text, part, among: known)
            _ = append(masked.span, isSecret: false)
            return true
        }
        output.append(Self.quote)
        secrets.find(in: bytes, at: part, among: known, isClean: false)
        let isMasked = output.appendMasked(bytes, secrets.found)
        output.append(Self.quote)
        return isMasked
    }

    /// Appends bytes as text in quotes. The bytes need not be UTF-8. If `isSecret` is true, the whole text is masked, otherwise only the
    /// secrets in it.
    private mutating func append(_ bytes: Span<UInt8>, isSecret: Bool, isClean: Bool = false) -> Bool {
        if !bytes.isUTF8 { return append(Array(bytes.string.utf8).span, isSecret: isSecret) }
        output.append(Self.quote)
        var isMasked = isSecret
        if isMasked {
            _ = output.appendMask(of: bytes)
        } else {
            isMasked = append(bytes, isClean: isClean)
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
