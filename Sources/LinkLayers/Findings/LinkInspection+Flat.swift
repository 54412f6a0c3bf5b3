package import AppLinks
@_spi(Flat) import JSONDocument

// A link of a feed mostly has nothing wrong with it. That is told from what was read of it anyway, so that nobody has to make the values
// that errors are looked for in: only its layers are peeled off, and with them come the notes that most links have.

/// What is told of a link that nothing is wrong with.
package struct OrdinaryLink: Sendable {
    /// Notes, which there is nothing to be done about.
    package let findings: [Finding]
    package let peeled: PeeledLink
}

extension LinkInspection {
    /// The finding for the secrets of a link.
    package static func finding(secrets: [Range<Int>]) -> Finding? {
        guard let first = secrets.first else { return nil }
        return Finding(.secret, secrets.count == 1 ? oneSecret : message(onSecrets: secrets.count), range: first)
    }

    private static let oneSecret = "The link contains a secret (a token or a password): anyone who sees the link can use it."

    private static func message(onSecrets count: Int) -> String {
        "The link contains \(count) secrets (tokens or passwords): anyone who sees the link can use them."
    }

    /// What a link that was read flat has to tell; nil where that has to be found out by reading it as a value.
    package static func ordinary(_ link: borrowing FlatLink, _ text: Span<UInt8>, secrets: [Range<Int>]) -> OrdinaryLink? {
        guard isOrdinary(link, text), let read = ReadLink(link, text) else { return nil }
        var found = FindingList()
        if let finding = finding(secrets: secrets) { found.found(finding) }
        let bytes = text.array
        var peeler = LayerPeeler(bytes)
        peeler.peel(read, &found)
        // Whatever is worse may be put right, which takes the link as a value.
        guard found.all.allSatisfy({ $0.severity == .note && $0.repair == nil }) else { return nil }
        return OrdinaryLink(findings: listed(found.all), peeled: PeeledLink(input: bytes, layers: peeler.layers))
    }

    /// Whether a link that was read flat can have no finding but those of its secrets and its layers. False only means that the others have
    /// to be looked for.
    ///
    /// Whoever adds a finding elsewhere than in the peeler adds here what tells that a link cannot have it; a test compares many links read
    /// both ways.
    private static func isOrdinary(_ link: borrowing FlatLink, _ text: Span<UInt8>) -> Bool {
        // Oddities of the parser, duplicates, data without a target or with half of one; a text that is not all plain ASCII.
        if let target = link.target, target.components.hasNoScheme { return false }
        if let referer = link.referer, referer.components.hasNoScheme { return false }
        if link.isOdd || link.absolute != nil || link.components.hasNoScheme { return false }
        if !link.escapes.isWithoutControl { return false }
        if link.escapes.isBeyondASCII, !link.query.texts.withSpan({ HiddenCharacters.isPlain($0) }) { return false }
        if !link.isAppLink, let fragment = link.components.fragment, holdsData(text, fragment) { return false }
        return true
    }

    /// Whether all of a text in UTF-8 shows as it is, without a control character or a hidden one; false only means that it may not.
    package static func isPlain(_ text: Span<UInt8>) -> Bool { HiddenCharacters.isPlain(text) }

    private static func holdsData(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        JSONBytes.with(text) { bytes in
            range.contains { bytes[$0] == UInt8(ascii: "a") && bytes.hasPrefix("al_applink_data=", at: $0) }
        }
    }
}

extension HiddenCharacters {
    /// Whether all of a text in UTF-8 is plain: what shows in ASCII, and letters of the great scripts. False only means that it has to be
    /// looked at.
    static func isPlain(_ text: Span<UInt8>) -> Bool {
        JSONBytes.with(text) { bytes in
            var index = 0
            while index < bytes.count {
                if bytes.plainBytes(from: index) == 8 {
                    index += 8
                    continue
                }
                let byte = bytes[index]
                if byte >= 0x20, byte < 0x7F {
                    index += 1
                } else if byte >= 0xC2, byte < 0xE0, index + 1 < bytes.count {
                    guard isPlainLetter(UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)) else { return false }
                    index += 2
                } else if byte >= 0xE0, byte < 0xF0, index + 2 < bytes.count {
                    let value = UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6 | UInt32(bytes[index + 2] & 0x3F)
                    guard isPlainLetter(value) else { return false }
                    index += 3
                } else {
                    return false
                }
            }
            return true
        }
    }

    /// Latin beyond ASCII, kana, Han and Hangul: blocks without a character that does not show, but for the soft hyphen.
    private static func isPlainLetter(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD: false
        case 0xA1...0x2FF, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
