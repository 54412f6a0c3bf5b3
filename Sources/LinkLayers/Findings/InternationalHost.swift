import AppLinks
import Bytes

/// Checks hosts with characters beyond ASCII: unescaped, percent-encoded, or in Punycode.
enum InternationalHost {
    /// Returns whether a host may have characters beyond ASCII.
    static func isPossible(_ bytes: [UInt8], _ host: Range<Int>) -> Bool {
        for index in host where bytes[index] >= 0x80 || bytes[index] == UInt8(ascii: "%") { return true }
        return nextPunycode(in: bytes, host.lowerBound, host.upperBound) != nil
    }

    static func examine(_ edits: LayerEdits, _ url: SplitLink, _ host: Range<Int>, _ sink: inout FindingList) {
        let bytes = edits.text.bytes
        if let label = unreadableLabel(bytes, host) {
            let message = "This part of the host is not valid Punycode: browsers reject the link."
            sink.found(Finding(.badPunycode, message, range: edits.place(label)))
            return
        }
        let decoded = PercentCoding.decoded(bytes.span, host)
        guard let name = HostName(decoded[...]) else { return }
        let written = url.host ?? String(decoding: decoded, as: UTF8.self)
        // The host may still have decoded Unicode characters here, so the host is converted to Punycode.
        let ascii = written.utf8.allSatisfy { $0 < 0x80 } ? written : LinkURL("https://\(written)")?.host ?? written
        let place = edits.place(host)
        let (shown, shownASCII) = (HostName.shown(name.unicode, at: place, sink.secrets), HostName.shown(ascii, at: place, sink.secrets))
        if name.isLookAlike {
            let message =
                "The host \(shown) (\(shownASCII)) has letters that look like Latin letters: it may imitate another site."
            sink.found(Finding(.lookAlikeHost, message, range: place))
        } else if HiddenCharacters.survey(name.unicode).isEmpty {
            // Hidden characters have a finding of their own.
            let message =
                "DNS knows the host \(shown) as \(shownASCII): use that spelling in association files and app settings."
            sink.found(Finding(.internationalHost, message, range: place))
        }
    }

    /// Returns the first label that starts with `xn--` but is not valid Punycode, has no character beyond ASCII, or contains a hidden
    /// character.
    private static func unreadableLabel(_ bytes: [UInt8], _ host: Range<Int>) -> Range<Int>? {
        var start = host.lowerBound
        while let label = nextPunycode(in: bytes, start, host.upperBound) {
            guard let letters = Punycode.decoded(bytes[label.lowerBound + 4..<label.upperBound]) else { return label }
            guard letters.contains(where: { $0.value >= 0x80 }) else { return label }
            if !HiddenCharacters.survey(String(String.UnicodeScalarView(letters))).isEmpty { return label }
            start = label.upperBound + 1
        }
        return nil
    }

    /// Returns the next label that begins with `xn--`.
    private static func nextPunycode(in bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
        var start = start
        while start + 4 <= end {
            let dot = bytes[start..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
            if dot - start >= 4, bytes[start] | 0x20 == UInt8(ascii: "x"), bytes.hasLetters("xn--", at: start) {
                return start..<dot
            }
            start = dot + 1
        }
        return nil
    }
}
