import Bytes

// Finds hidden characters that appear when a part of a link is decoded. Characters that are hidden in the link as written are
// reported once for the whole link, not again for each part.

extension HiddenCharacters {
    /// Returns whether an escape in `range` may decode to a hidden character. Returns `false` for nearly every part of a link.
    static func mayStandEscaped(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.contains { index in
            PercentCoding.escape(in: bytes.span, at: index, end: range.upperBound).map { $0 < 0x20 || $0 >= 0x7F } == true
        }
    }

    /// Surveys the hidden characters that were written as escapes, with their places in the decoded text.
    ///
    /// - Parameter isText: Whether line ends and tabs are normal in this part: true for a message, false for a host.
    static func survey(_ decoded: MappedText, isText: Bool) -> Survey {
        var result = Survey()
        // Another check reports escapes that do not decode to UTF-8.
        guard let text = String(validating: decoded.bytes, as: UTF8.self), !text.withBytes({ isPlain($0) }) else { return result }
        var offset = 0
        for scalar in text.unicodeScalars {
            let range = offset..<offset + UTF8.width(scalar)
            offset = range.upperBound
            if scalar.value >= 0x20, scalar.value < 0x7F { continue }
            if isText, isLineEnd(scalar) { continue }
            guard decoded.original(range).count > range.count else { continue }
            result.take(scalar, at: range.lowerBound)
        }
        return result
    }

    /// Returns the finding for hidden characters that are written as escapes in a part of a link or layer.
    static func finding(
        escapedIn range: Range<Int>, of edits: LayerEdits, _ what: @autoclosure () -> String, isText: Bool
    ) -> Finding? {
        let decoded = MappedText(edits.text.bytes).percentDecoded(range)
        let survey = survey(decoded, isText: isText)
        return survey.isEmpty ? nil : finding(survey, in: what(), at: edits.place(decoded.original(survey.range)))
    }

    static func finding(_ survey: Survey, in place: String, at range: Range<Int>) -> Finding {
        let code: FindingCode = survey.bidi + survey.hidden > 0 ? .hiddenCharacters : .controlCharacters
        let message = "\(place) contains \(survey.description): the text you see differs from the text in the link."
        return Finding(code, message, range: range)
    }
}
