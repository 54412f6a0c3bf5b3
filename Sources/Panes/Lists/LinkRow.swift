import AppLinks
package import Deciding
package import LinkLayers
package import Records
import Secrets

/// A row of the list of links. It takes eight bytes, because there may be a million rows.
package struct LinkRow: Sendable, Hashable {
    package struct Flags: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let isAppLink = Flags(rawValue: 1)
        package static let hasError = Flags(rawValue: 2)
        package static let hasWarning = Flags(rawValue: 4)
        /// An app on the device received the link.
        package static let wasReceived = Flags(rawValue: 8)
        /// The link is a web page, so no app receives it when it arrives.
        package static let isWebPage = Flags(rawValue: 16)
        /// The same link arrived before.
        package static let isRepeat = Flags(rawValue: 32)
        /// An app on the device claimed the link when it arrived, but was not installed.
        package static let wasMissed = Flags(rawValue: 64)
    }

    package var record: RecordID
    /// The index of the app that received the link, with `.wasReceived`, or that missed it, with `.wasMissed`. Otherwise it has no meaning.
    package var app: UInt16
    package var flags: Flags

    package init(record: RecordID, app: UInt16, flags: Flags) {
        self.record = record
        self.app = app
        self.flags = flags
    }

    /// The text in the column of the receiver, if the link is a web page.
    static let pageReceiver = "(page)"

    /// Whether something was found in the link. A link in which nothing was found may still not open.
    package var hasProblem: Bool { !flags.isDisjoint(with: [.hasError, .hasWarning]) }
}

/// Returns the name of an app, of a browser or of the home screen.
package typealias FrontName = (SimulatedDevice.Front) -> String

/// What the row of a link tells: the app that sent it, where it leads, and its worst problem.
///
/// The texts are beginnings of texts from outside the program. They are masked and sanitized when they are drawn. Links keep their schemes
/// until then, because a password is recognized only in a whole link.
package struct LinkSummary: Sendable {
    /// The worst finding of a link, with the number of other errors and warnings.
    package struct Problem: Sendable, Equatable {
        let code: FindingCode
        let others: Int

        /// - Returns: nil if there are neither errors nor warnings.
        package init?(_ inspection: LinkInspection) {
            let problems = inspection.findings.filter { $0.severity > .note }
            guard let worst = problems.first else { return nil }
            (code, others) = (worst.code, problems.count - 1)
        }

        package var severity: Finding.Severity { code.severity }

        /// A few words for the problem: the code of the finding without its dashes.
        package var words: String {
            let word = code.rawValue.split(separator: "-").joined(separator: " ")
            return others == 0 ? word : "\(word) +\(others)"
        }
    }

    /// The name of the referer as the link gives it.
    package var senderName: String?
    /// The scheme of the referer's URL, in lowercase.
    package var senderScheme: String?
    /// The link without its App Link data, or the text that is no link.
    var link: [UInt8]
    /// The secrets in `link`, which a search of the text alone may not find.
    var secrets: [Range<Int>]
    /// What the link is, in a few words: `App Link, 1 extra`.
    var kind: String
    /// The target of the data, if the link itself does not show it.
    var target: SearchedText?
    var problem: Problem?

    /// Returns the name of the referer; nil if the link does not name it.
    package func sender(on device: SimulatedDevice, _ label: FrontName) -> Referer? {
        device.referer(senderName, scheme: senderScheme) { label(.app($0.id)) }
    }

    /// The number of bytes that are kept of each text. No screen shows more in a row.
    static let mostBytes = 8192

    package init(_ inspection: LinkInspection) {
        kind = inspection.shortSentence
        problem = Problem(inspection)
        (link, secrets) = Self.withoutData(inspection)
        guard let incoming = inspection.link, incoming.isAppLink else { return }
        let name = incoming.refererAppName.flatMap { $0.isEmpty ? nil : $0 }
        let scheme = incoming.refererURL.flatMap { LinkURL($0)?.scheme }
        senderName = name?.beginning(Self.mostBytes)
        senderScheme = scheme.map { $0.lowercased().beginning(Self.mostBytes) }
        let target = inspection.target
        let bytes = Array(target.text.utf8.prefix(Self.mostBytes))
        let place = Self.place(in: link)
        if place.isEmpty {
            (link, secrets) = (bytes, target.secrets.parts(in: bytes.indices))
        } else if !bytes.suffix(place.count).elementsEqual(place) {
            self.target = SearchedText(bytes[...], target.secrets.parts(in: bytes.indices))
        }
    }

    /// Returns the place that a link leads to: `article/42` for `news://article/42`. The row names the app for which the scheme stands.
    static func place(in link: [UInt8]) -> ArraySlice<UInt8> {
        guard let colon = link.prefix(64).firstIndex(of: UInt8(ascii: ":")) else { return link[...] }
        let place = link[(colon + 1)...]
        return place.starts(with: "//".utf8) ? place.dropFirst(2) : place
    }

    /// Returns the beginning of a link without App Link data, and its secrets.
    package static func withoutData(_ inspection: LinkInspection) -> (link: [UInt8], secrets: [Range<Int>]) {
        let bytes = inspection.bytes
        let parts = inspection.link.flatMap(partsWithoutData) ?? (bytes.indices, 0..<0)
        let before = parts.before.prefix(mostBytes)
        let after = parts.after.prefix(mostBytes - before.count)
        let secrets = inspection.secrets.parts(in: after).map { before.count + $0.lowerBound..<before.count + $0.upperBound }
        return (Array(bytes[before] + bytes[after]), inspection.secrets.parts(in: before) + secrets)
    }

    /// Returns the beginning of a text without App Link data, if it is an App Link.
    package static func withoutData(_ text: String) -> String {
        guard let link = LinkURL(text).map({ IncomingLink($0) }), let parts = partsWithoutData(of: link) else { return text }
        let before = parts.before.prefix(mostBytes)
        let bytes = link.reading.text
        return String(decoding: bytes[before] + bytes[parts.after.prefix(mostBytes - before.count)], as: UTF8.self)
    }

    /// Returns what comes before and after the parameter of the data of an App Link. Returns nil for any other link: removing broken data
    /// would show a link that nobody sent.
    static func partsWithoutData(of appLink: IncomingLink) -> (before: Range<Int>, after: Range<Int>)? {
        let link = appLink.reading.text
        guard appLink.isAppLink, let data = appLink.dataRange else { return nil }
        // The name of the parameter comes before the data, and `?` or `&` before the name.
        let start = link[..<data.lowerBound].lastIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") } ?? data.lowerBound
        let isFollowed = link[data.upperBound...].first == UInt8(ascii: "&")
        let sign = isFollowed ? 1 : 0
        return (0..<start + sign, data.upperBound + sign..<link.count)
    }
}
