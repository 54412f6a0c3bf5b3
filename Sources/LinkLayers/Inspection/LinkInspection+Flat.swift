package import AppLinks
import Bytes
import JSONDocument

// Most links in a stream have no errors and no warnings. The code below recognizes such links in the result of the flat scan, so the checks
// need no parsed values. For such a link, linkscope only peels off the layers. The peeler also finds the notes that most links have.

/// The result for a link without errors and warnings.
package struct OrdinaryLink: Sendable {
    /// Notes that need no repair.
    package let findings: [Finding]
    package let peeled: PeeledLink
}

extension LinkInspection {
    /// Returns the finding for the secrets in a link.
    package static func finding(secrets: [Range<Int>]) -> Finding? {
        guard let first = secrets.first else { return nil }
        return Finding(.secret, secrets.count == 1 ? oneSecret : message(onSecrets: secrets.count), range: first)
    }

    private static let oneSecret = "The link contains a secret (a token or a password): anyone who sees the link can use it."

    private static func message(onSecrets count: Int) -> String {
        "The link contains \(count) secrets (tokens or passwords): anyone who sees the link can use them."
    }

    /// Returns the result for a link that was scanned flat, or nil if the full inspection is needed.
    package static func ordinary(_ link: borrowing FlatLink, _ text: Span<UInt8>, secrets: [Range<Int>]) -> OrdinaryLink? {
        guard isOrdinary(link, text), let read = ReadLink(link, text) else { return nil }
        var found = FindingList()
        if let finding = finding(secrets: secrets) { found.found(finding) }
        let bytes = text.array
        var peeler = LayerPeeler(bytes)
        peeler.peel(read, &found)
        // Anything worse than a note may need a repair, which requires the full inspection.
        guard found.all.allSatisfy({ $0.severity == .note && $0.repair == nil }) else { return nil }
        return OrdinaryLink(findings: listed(found.all), peeled: PeeledLink(input: bytes, layers: peeler.layers))
    }

    /// Returns whether a link that was scanned flat can only have findings about its secrets and layers. `false` only means that the other
    /// checks have to run.
    ///
    /// If you add a finding anywhere except in the peeler, add a condition here that rules it out. A test compares this shortcut with the
    /// full inspection on many links.
    private static func isOrdinary(_ link: borrowing FlatLink, _ text: Span<UInt8>) -> Bool {
        // Rules out problems found by the parser, duplicates, data without a complete target, and text that is not plain ASCII.
        if let target = link.target, target.components.hasNoScheme { return false }
        if let referer = link.referer, referer.components.hasNoScheme { return false }
        if link.isOdd || link.absolute != nil || link.components.hasNoScheme { return false }
        if !link.escapes.isWithoutControl { return false }
        if link.escapes.isBeyondASCII, !link.query.texts.withSpan({ HiddenCharacters.isPlain($0) }) { return false }
        if !link.isAppLink, let fragment = link.components.fragment, holdsData(text, fragment) { return false }
        return true
    }

    /// Returns whether a UTF-8 text is known to contain no control or hidden characters. `false` only means that the text may contain such
    /// characters.
    package static func isPlain(_ text: Span<UInt8>) -> Bool { HiddenCharacters.isPlain(text) }

    private static func holdsData(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        ByteView.with(text) { bytes in
            range.contains { bytes[$0] == UInt8(ascii: "a") && bytes.hasPrefix("al_applink_data=", at: $0) }
        }
    }
}
