import AppLinks
import Bytes
import LinkLayers
import Secrets

// A link is searched for secrets once, as a whole. Nearly always, the secrets that this finds include those of each part of the link. Then
// only the parts with a secret are searched by themselves.

extension LinkPage {
    /// Begins the object of a record, and forgets the record before.
    mutating func begin() {
        paths.removeAll()
        pathStarts.removeAll(keepingCapacity: true)
        inputSecrets = []
    }

    /// Begins the object of a link, whose secrets are known.
    mutating func begin(_ inspection: LinkInspection, _ link: LinkReading) {
        begin()
        inputSecrets = inspection.secrets
        knowsParts = inspection.knowsSecretsOfParts
        querySecrets.removeAll(keepingCapacity: true)
        for secret in inputSecrets { querySecrets.append(link.query.decoded.decoded(secret)) }
        dataStart = link.data?.lowerBound
        isDataPlain = false
    }

    /// Returns whether a part of the text is known to have no secret.
    func hasNone(inInput place: Range<Int>) -> Bool { knowsParts && !inputSecrets.overlap(place) }

    /// Returns whether a part of the decoded query is known to have no secret.
    func hasNone(inQuery place: Range<Int>) -> Bool { knowsParts && !querySecrets.overlap(place) }

    /// Returns whether a part of the data is known to have no secret.
    func hasNone(inData place: Range<Int>) -> Bool {
        dataStart.map { hasNone(inQuery: $0 + place.lowerBound..<$0 + place.upperBound) } ?? false
    }

    /// Returns whether a part is written unmasked: secrets are shown, or the part has neither a secret nor a truncated password.
    func isClean(_ text: Span<UInt8>, hasNone: Bool) -> Bool { showsSecrets || hasNone && !Secrets.mayEndInPassword(text) }

    /// Appends a text as the content of a JSON string, without quotes. Returns whether a part of it was masked.
    ///
    /// - Parameter isClean: Whether the text is known to have no secret.
    mutating func append(_ text: Span<UInt8>, isClean: Bool = false) -> Bool {
        if showsSecrets || isClean {
            output.appendEscaped(text)
            return false
        }
        finder.find(in: text, &secrets)
        return output.appendMasked(text, secrets)
    }

    /// Appends the data as the content of a JSON string, without quotes. Returns whether a part of it was masked.
    mutating func append(data text: Span<UInt8>, at place: Range<Int>) -> Bool {
        secrets.removeAll(keepingCapacity: true)
        for secret in querySecrets where secret.overlaps(place) {
            secrets.append(secret.lowerBound - place.lowerBound..<secret.upperBound - place.lowerBound)
        }
        guard !showsSecrets, knowsParts, secrets.allSatisfy({ Self.isString($0, in: text) }), !Secrets.mayEndInPassword(text) else {
            return append(text)
        }
        return output.appendMasked(text, secrets)
    }

    /// Returns whether a secret is the whole text of a JSON string. What is around the data does not change where such a secret ends.
    private static func isString(_ secret: Range<Int>, in text: Span<UInt8>) -> Bool {
        secret.lowerBound > 0 && secret.upperBound < text.count && text[secret.lowerBound - 1] == quote && text[secret.upperBound] == quote
            && !secret.contains { text[$0] == quote }
    }
}
