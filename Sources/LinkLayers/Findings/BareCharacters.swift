import AppLinks
import Bytes
import JSONDocument

/// Finds characters that must be escaped in a link: a space, a `%` that does not begin an escape, characters beyond ASCII, and signs such as
/// `|`.
enum BareCharacters {
    /// - Parameters:
    ///   - isField: Whether the link is the whole text of a field of App Link data.
    ///   - told: Values that another finding already reports, in source order.
    static func examine(
        _ edits: LayerEdits, _ url: SplitLink, isOutermost: Bool, isField: Bool, apartFrom told: [Range<Int>], _ sink: inout FindingList
    ) {
        guard url.needsEncoding, let scheme = url.components.scheme, !scheme.isEmpty else { return }
        let bytes = edits.text.bytes
        // A link with a dangerous scheme, such as `javascript:`, contains no address.
        guard SchemeName.danger(bytes, scheme) == nil else { return }
        // A space in a parameter may come from an escape in the nested link, which was decoded together with the parameter.
        let tellsBlanks = isOutermost || isField
        var blanks: [LinkRepair.Edit] = []
        var signs: [LinkRepair.Edit] = []
        var scripts: [LinkRepair.Edit] = []
        var letters: [LinkRepair.Edit] = []
        var bare: [LinkRepair.Edit] = []
        var backslashes: [LinkRepair.Edit] = []
        var hasBraces = false
        // Only Android reads an intent, and it accepts all characters.
        let tellsLetters = tellsBlanks && !SchemeName.isIntent(bytes, scheme)
        // The letters of a host have findings of their own.
        let path = url.components.path.lowerBound
        // In a web link without a host, the backslashes have a finding of their own.
        let tellsBackslashes = tellsLetters && (!url.isWeb || url.components.host != nil)
        // Spaces at the end of a link in a field have no meaning.
        let end = isField ? (bytes.lastIndex { $0 != 0x20 } ?? -1) + 1 : bytes.count
        // In a telephone number, a space has no meaning.
        let number = PhoneFindings.isNumber(bytes, scheme) ? url.components.path : 0..<0
        var left = told[...]
        var index = scheme.upperBound
        while index < bytes.count {
            if let range = left.first, index >= range.lowerBound {
                index = max(index, range.upperBound)
                left.removeFirst()
                continue
            }
            if bytes[index] == 0x20, tellsBlanks {
                blanks.append(LinkRepair.Edit(index..<index + 1, index < end && !number.contains(index) ? LinkRepair.Edit.space : []))
            } else if bytes[index] == UInt8(ascii: "%"), PercentCoding.escape(in: bytes.span, at: index, end: bytes.count) == nil {
                if let edit = scriptEscape(bytes, at: index) {
                    scripts.append(edit)
                    index = edit.place.upperBound
                    continue
                }
                signs.append(LinkRepair.Edit(index..<index + 1, LinkRepair.Edit.percent))
            } else if tellsLetters, index >= path, isBare(bytes[index], isInPath: index < url.components.path.upperBound) {
                bare.append(LinkRepair.Edit(index..<index + 1, PercentCoding.encoded([bytes[index]])))
            } else if bytes[index] == UInt8(ascii: "\\"), tellsBackslashes, index >= path, jsonEscape(bytes, at: index)?.length ?? 0 < 6 {
                backslashes.append(LinkRepair.Edit(index..<index + 1, meaning(ofBackslashAt: index, url)))
            } else if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "}") {
                hasBraces = true
            } else if bytes[index] >= 0x80, tellsLetters, index >= path {
                let start = index
                while index + 1 < bytes.count, bytes[index + 1] >= 0x80 { index += 1 }
                letters.append(LinkRepair.Edit(start..<index + 1, PercentCoding.encoded(bytes[start...index])))
            }
            index += 1
        }
        // In a link of Microsoft Office, `|` comes between the command and the address: `ms-word:ofe|u|https://…`.
        if bytes.has("|u|", at: scheme.upperBound + 4, before: bytes.count) { bare.removeAll { bytes[$0.place].elementsEqual("|".utf8) } }
        let isRemoval = !number.isEmpty && blanks.allSatisfy(\.replacement.isEmpty)
        edits.tell(
            .unescapedBlank, "This space is not escaped: many apps reject the link or truncate it here.",
            isRemoval ? "Remove the spaces." : "Write spaces as %20.", blanks, &sink)
        // Hidden characters have a finding of their own, and their repair removes them.
        let hasHidden = !(letters.isEmpty && bare.isEmpty && backslashes.isEmpty) && !HiddenCharacters.survey(bytes.span.string).isEmpty
        if !hasHidden {
            let message =
                "Characters beyond ASCII are not escaped here: browsers escape them, but on iOS before 17, URL(string:) returns nil."
            edits.tell(.unescapedUnicode, message, "Percent-encode as UTF-8.", letters, &sink)
        }
        // Braces are those of JSON or a template, which have findings of their own.
        if let first = bare.first?.place, !hasHidden, !hasBraces {
            let sign = String(UnicodeScalar(bytes[first.lowerBound]))
            let message = "This \(sign) is not escaped: browsers accept that, but on iOS before 17, URL(string:) returns nil."
            edits.tell(.unescapedSign, message, "Percent-encode these characters.", bare, &sink)
        }
        if !hasHidden, !hasBraces {
            let message = "This \\ is not escaped: browsers read it as a / or keep it, but on iOS before 17, URL(string:) returns nil."
            edits.tell(.unescapedSign, message, summary(of: backslashes), backslashes, &sink)
        }
        let message =
            "JavaScript's escape() wrote this, but URLs have no such escape: some apps reject the link or show the escape as it is."
        edits.tell(.badEscape, message, "Write the characters as UTF-8 escapes.", scripts, &sink)
        if let first = signs.first?.place { tell(first, signs, edits, &sink) }
    }

    /// Reports the `%` that start no escape.
    private static func tell(_ first: Range<Int>, _ signs: [LinkRepair.Edit], _ edits: LayerEdits, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        let message =
            "This % is not followed by two hexadecimal digits, so it is not an escape: some apps reject the link or drop the parameter."
        let place = edits.place(first.lowerBound..<digitsEnd(bytes, first.upperBound))
        guard let broken = signs.first(where: { endsInCharacter(bytes, $0.place.lowerBound) }).map({ edits.place($0.place) }) else {
            sink.found(Finding(.badEscape, message, range: place, repair: edits.repair("Write the % as %25.", signs)))
            return
        }
        // The rest of the character is missing, so what is before it is not UTF-8 either. No repair restores it.
        sink.found(cause: Finding(.badEscape, message, range: place)) { finding in
            guard finding.code == .undecodableParameter || finding.code == .undecodableText, let range = finding.range else { return false }
            return range.lowerBound < broken.lowerBound && broken.lowerBound <= range.upperBound
        }
    }

    /// Returns whether the text before `end` is the beginning of a character of several bytes, each of them escaped: `%E0%A4`.
    private static func endsInCharacter(_ bytes: [UInt8], _ end: Int) -> Bool {
        var start = end
        while start >= 3, let byte = PercentCoding.escape(in: bytes.span, at: start - 3, end: start), byte >= 0x80 { start -= 3 }
        guard start < end else { return false }
        do {
            _ = try UTF8Span(validating: PercentCoding.decoded(bytes.span, start..<end).span)
            return false
        } catch {
            return error.kind == .truncatedScalar
        }
    }

    /// Returns an edit that replaces an escape of JavaScript's `escape()`, such as `%u00e4`. Returns nil if there is no such escape at the
    /// index.
    private static func scriptEscape(_ bytes: [UInt8], at index: Int) -> LinkRepair.Edit? {
        guard bytes.has("%u", at: index, before: bytes.count) else { return nil }
        // JSON has the same escapes after another sign.
        let text = bytes[index...].prefix(12).map { $0 == PercentCoding.percent ? UInt8(ascii: "\\") : $0 }
        guard let escape = jsonEscape(text, at: 0), !escape.isLoneSurrogate else { return nil }
        return LinkRepair.Edit(index..<index + escape.length, PercentCoding.encoded(Array(String(escape.scalar).utf8)))
    }

    private static func jsonEscape(_ bytes: [UInt8], at index: Int) -> JSONEscape? {
        ByteView.with(bytes.span) { JSONEscape(in: $0, at: index, end: bytes.count) }
    }

    /// Returns a repair of a text that is not a URL, because its host contains the character at `place`: one that removes the backslashes
    /// before delimiters (`shop://item\?id\=7`), or that escapes each `|` of an app's link, as Sygic asks for
    /// (`com.sygic.aura://coordinate|17.1|48.1|drive`; sygic.com/developers, "Custom URL").
    static func correctingHost(_ bytes: [UInt8], at place: Range<Int>) -> LinkRepair? {
        if bytes[place].elementsEqual("|".utf8), SchemeName.end(in: bytes.span).map({ !SchemeName.isWeb(bytes, 0..<$0) }) == true {
            let signs = (place.lowerBound..<bytes.count).filter { bytes[$0] == UInt8(ascii: "|") }
            return LinkRepair("Write %7C instead of |.", signs.map { LinkRepair.Edit($0..<$0 + 1, "%7C".utf8) })
        }
        guard bytes[place].elementsEqual("\\".utf8), isQuoting(bytes, place.lowerBound) else { return nil }
        let edits = (place.lowerBound..<bytes.count).filter { bytes[$0] == UInt8(ascii: "\\") && isQuoting(bytes, $0) }
            .map { LinkRepair.Edit($0..<$0 + 1, []) }
        return LinkRepair(summary(of: edits), edits)
    }

    /// Returns whether a backslash was added: by a shell before a delimiter, in the source of a string before a quote or a slash, or in a
    /// command at the end of its line.
    private static func isQuoting(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 1 == bytes.count || "?&=/\"'".utf8.contains(bytes[index + 1])
    }

    /// Returns what a backslash was meant as. In the path of a web link, browsers read a `/`.
    private static func meaning(ofBackslashAt index: Int, _ url: SplitLink) -> [UInt8] {
        if isQuoting(url.bytes, index) { return [] }
        return url.isWeb && index < url.components.path.upperBound ? slash : backslash
    }

    private static let slash = Array("/".utf8)
    private static let backslash = Array("%5C".utf8)

    private static func summary(of backslashes: [LinkRepair.Edit]) -> String {
        let parts = [([], "Remove the \\."), (slash, "Write / instead of \\."), (backslash, "Write \\ as %5C.")]
        return parts.filter { part in backslashes.contains { $0.utf8 == part.0 } }.map(\.1).joined(separator: " ")
    }

    private static let signs = ByteSet("\"<>^`|")

    /// Returns whether a sign must be escaped in a path, a query or a fragment (RFC 3986). Brackets in a query or a
    /// fragment are not reported, because the names of parameters often have them.
    private static func isBare(_ byte: UInt8, isInPath: Bool) -> Bool {
        signs.contains(byte) || isInPath && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]"))
    }

    /// Returns the end of a malformed escape. Up to two letters or digits after the `%`, as in `%zz`, were probably meant as hex digits and
    /// are included.
    private static func digitsEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < bytes.count, end < start + 2, ByteClass.isLetterOrDigit(bytes[end]) { end += 1 }
        return end
    }
}
