import Screen

extension FuzzTarget {
    /// Sanitized text has nothing that a terminal would interpret or hide, and is as wide as it claims.
    static func sanitiserProblem(_ bytes: [UInt8]) -> String? {
        for (encoding, joiners) in [(Sanitizer.Encoding.utf8, Sanitizer.Joiners.sign), (.utf8, .escape), (.ascii, .sign)] {
            let sanitizer = Sanitizer(encoding, joiners: joiners)
            if let problem = textProblem(bytes, sanitizer) ?? linesProblem(bytes, sanitizer) { return "in \(encoding), \(problem)" }
        }
        return nil
    }

    private static func textProblem(_ bytes: [UInt8], _ sanitizer: Sanitizer) -> String? {
        let text = sanitizer.text(bytes)
        let shown = text.description
        if let scalar = shown.unicodeScalars.first(where: { !SafeScalars.contain($0, isASCII: sanitizer.encoding == .ascii) }) {
            return "U+\(String(scalar.value, radix: 16)) came through"
        }
        guard text.source == 0..<bytes.count, !text.isCut else { return "only \(text.source) of \(bytes.count) bytes are shown" }
        guard sanitizer.text(shown).description.unicodeScalars.elementsEqual(shown.unicodeScalars) else {
            return "what is shown is shown otherwise: \(shown)"
        }
        var frame = Frame(Size(columns: text.columns + 1, rows: 1))
        let columns = frame.put(text, at: .zero)
        if columns != text.columns { return "\(columns) columns are drawn of \(text.columns)" }
        let limit = Int(bytes.first ?? 0) % 20
        let cut = sanitizer.text(bytes, columns: limit)
        return cut.columns <= limit ? nil : "\(cut.columns) columns where \(limit) were asked for"
    }

    private static func linesProblem(_ bytes: [UInt8], _ sanitizer: Sanitizer) -> String? {
        let lines = sanitizer.lines(bytes, width: 13, limit: .max)
        if let line = lines.first(where: { $0.columns > 13 }) { return "a line of 13 columns has \(line.columns)" }
        guard lines.first?.source.lowerBound == 0, lines.last?.source.upperBound == bytes.count else {
            return "the lines are not all of it"
        }
        guard zip(lines, lines.dropFirst()).allSatisfy({ $0.source.upperBound == $1.source.lowerBound }) else {
            return "the lines leave something out: \(lines.map(\.source))"
        }
        return nil
    }
}
