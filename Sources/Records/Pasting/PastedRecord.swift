package import Bytes
import JSONDocument

/// One item from pasted text: a link that was found in it, or a record that is delivered unchanged.
package struct PastedRecord: Sendable, Hashable {
    /// What surrounded the link in the text. The raw values complete a sentence such as "1 link was found …".
    package enum Wrapping: String, Sendable, Hashable, CaseIterable {
        /// Nothing: a bare link, a JSON record, or a line without any link.
        case none = "as written"
        case text = "in the text"
        case quotes = "in quotes"
        case angleBrackets = "in angle brackets"
        case markdown = "in Markdown"
        case html = "in HTML"
        case json = "in JSON"
        case table = "in a table"
        case command = "in a command"
        case log = "in a log line"
    }

    /// The record with its quoting and escapes decoded.
    package let text: TracedText
    package internal(set) var wrapping: Wrapping
    /// The keys of a JSON document that lead to the link, such as `message.data.link`, or the column of a table if it has a name; empty
    /// elsewhere.
    package internal(set) var key = ""
    /// Notes for the user, such as why a link is shorter than in the paste. Secrets are masked.
    package internal(set) var notes: [String] = []
    /// The note that says where a shell cut the link off, or what a shell replaces in the link; nil if a shell does neither.
    package internal(set) var cut: String?
    /// Whether a shell only replaces a part of the link, as scripts want it.
    package internal(set) var isReplaced = false

    package var bytes: [UInt8] { text.bytes }
    /// The bytes of the paste that the record was made from, including the bytes between its pieces.
    package var range: Range<Int> { text.source(of: 0..<text.count) }
    /// Whether the record is one unchanged part of the paste, so that the record can be read from the paste again.
    package var isVerbatim: Bool { text.runs.count == 1 && text.runs[0].isVerbatim }

    /// Returns whether a line end was removed, together with anything that a mail program or a terminal put around the line end.
    package func isJoined(in paste: [UInt8]) -> Bool {
        zip(text.runs, text.runs.dropFirst()).contains { before, after in
            before.source.upperBound < after.source.lowerBound
                && paste[before.source.upperBound..<after.source.lowerBound].contains(where: ByteClass.isLineEnd)
        }
    }
}

/// Finds the links in a JSON document: every string value that is a link as a whole, also in JSON that is the text of a string, as the
/// data of push messages often is.
struct PastedJSON {
    /// The links. Those of a push message end with those that only an app can open; those of any other document are in source order.
    private(set) var links: [PastedRecord] = []
    /// The number of links to pictures, which are left out if there are other links.
    private(set) var picturesLeftOut = 0
    /// Whether the document is the payload of a push message, as a service accepts it or a device receives it.
    private(set) var isPush = false
    /// Whether the document is the file with which a site names its apps.
    private(set) var isAssociationFile = false

    private static let mostLevels = 4
    /// The length at which a path ends, so that deep documents do not take much memory.
    private static let longestPath = 120

    /// Finds the links in a text; nil if the text is not JSON.
    init?(_ text: TracedText, _ range: Range<Int>) {
        guard read(text, range, path: "", level: 1) else { return nil }
        let others = links.filter { !Self.isPicture($0.bytes, $0.key) }
        if !others.isEmpty {
            picturesLeftOut = links.count - others.count
            links = others
        }
        // The inspector selects the last link, which is then the one for the app.
        if isPush { links = links.filter { Self.isWeb($0.bytes) } + links.filter { !Self.isWeb($0.bytes) } }
    }

    private mutating func read(_ text: TracedText, _ range: Range<Int>, path: String, level: Int) -> Bool {
        guard let first = text.bytes[range].first(where: { !ByteClass.isBlank($0) }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return false }
        let document = JSONDocument(Array(text.bytes[range]))
        guard document.isValid, let root = document.root else { return false }
        var pending = [(node: root, path: path)]
        while let (node, path) = pending.popLast() {
            switch node.kind {
            case .string:
                let quoted = node.range.lowerBound + range.lowerBound..<node.range.upperBound + range.lowerBound
                guard quoted.count > 2 else { continue }
                let value = JSONEscapes.decoded(TracedText(text, quoted.lowerBound + 1..<quoted.upperBound - 1))
                if Self.isLink(value.bytes) {
                    links.append(PastedRecord(text: value, wrapping: .json, key: path))
                } else if level < Self.mostLevels {
                    _ = read(value, 0..<value.count, path: path, level: level + 1)
                }
            case .array:
                pending += zip(node.elements, 0...).reversed().map { ($0, Self.path(path, "[\($1)]")) }
            case .object:
                pending += node.members.reversed().map { member in
                    let key = member.key.stringValue ?? ""
                    if Self.pushKeys.contains(key), member.value.kind == .object { isPush = true }
                    if Self.associationKeys.contains(key) { isAssociationFile = true }
                    return (member.value, Self.path(path, path.isEmpty ? key : "." + key))
                }
            default: break
            }
        }
        return true
    }

    private static func path(_ path: String, _ next: String) -> String { path.utf8.count < longestPath ? path + next : path }

    static func isLink(_ bytes: [UInt8]) -> Bool {
        LinkStart.isAt(0, in: bytes, before: bytes.count) && !BareLink.isAbsent(in: bytes.span)
            && !bytes.contains(where: ByteClass.isLineEnd)
    }

    /// Objects of push messages: of Apple (developer.apple.com, "Generating a remote notification"), of Firebase (firebase.google.com,
    /// projects.messages), of OneSignal ("Create message") and of Braze ("Messaging objects").
    private static let pushKeys = [
        "aps", "apns", "notification", "webpush", "fcm_options", "contents", "apple_push", "android_push", "web_push",
    ]
    private static let quotedPushKeys = WordSearch(pushKeys.map { "\"\($0)\"" })

    /// Returns whether a document may be the payload of a push message. `false` is certain unless a key has escapes.
    static func mayBePush(_ document: [UInt8]) -> Bool { quotedPushKeys.first(in: document, from: 0) != nil }

    /// Keys of apple-app-site-association and of assetlinks.json.
    private static let associationKeys: Set = ["applinks", "webcredentials", "appclips", "sha256_cert_fingerprints"]

    static func isWeb(_ link: [UInt8]) -> Bool { link.hasLetters("http", at: 0) }

    /// Returns whether a link leads to a picture, or to a script or style of a page, as its last key or the end of its path says. `ios_attachments` has a key for each picture.
    static func isPicture(_ link: [UInt8], _ path: String) -> Bool {
        let keys = path.lowercased().split(separator: ".").suffix(2)
        if keys.last.map({ key in ["image", "picture", "icon", "attachment"].contains { key.contains($0) } }) == true { return true }
        if keys.first?.hasSuffix("attachments") == true { return true }
        let end = link.firstIndex { "?#".utf8.contains($0) } ?? link.count
        return pictures.contains { link.hasLetters($0, at: end - $0.utf8CodeUnitCount, before: end) }
    }

    private static let pictures: [StaticString] = [
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".mp4", ".svg", ".ico", ".css", ".js", ".woff", ".woff2",
    ]
}

/// Decodes the escapes of a JSON string. Malformed escapes are kept as they are.
enum JSONEscapes {
    static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "\\") }) { position in
            let escape = ByteView.with(text.bytes.span) { JSONEscape(in: $0, at: position, end: text.count) }
            return escape.map { (Array(String($0.scalar).utf8), $0.length) }
        } ?? text
    }
}
