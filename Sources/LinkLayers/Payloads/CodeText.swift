import AppLinks
import Bytes

/// The fields of a text that a QR code holds, such as those of a Wi-Fi network, and of the links `tel:` and `geo:`, which are often in codes.
///
///     WIFI:T:WPA;S:Kiosk;P:password;;       security WPA, network Kiosk, password
///     SMSTO:+15551234567:Hello              number +15551234567, text Hello
///     BEGIN:VCARD FN:Ana TEL:+1555 …        name Ana, phone +1555
///
/// Sources: the page Barcode Contents of the ZXing wiki; RFC 6350 (vCard); RFC 5545 (iCalendar); RFC 5870 (`geo:`); RFC 3966 (`tel:`).
package struct CodeText: Sendable {
    package struct Field: Sendable {
        package let label: String
        /// The place of the value in the text.
        package let place: Range<Int>
        var isPassword: Bool { label == "password" }
    }

    /// What the text has, with its article: `a Wi-Fi network`.
    package let kind: String
    package private(set) var fields: [Field] = []

    private typealias Labels = [(name: StaticString, label: String)]

    /// Returns nil for a text of another kind.
    init?(_ text: [UInt8], _ components: LinkURL.Components) {
        guard let scheme = components.scheme else { return nil }
        let start = scheme.upperBound + 1
        let name = String(decoding: text[scheme], as: UTF8.self).lowercased()
        if let code = Self.codes[name] {
            kind = code.kind
            read(text, from: start, code.labels)
            return
        }
        switch name {
        case "begin":
            let isContact = text.hasLetters("vcard", at: start)
            kind = isContact ? "a contact" : "a calendar entry"
            read(text, from: start, isContact ? Self.contact : Self.entry, isLines: true)
        case "smsto", "mmsto":
            kind = "a text message"
            split(text, start..<text.count, at: UInt8(ascii: ":"), "number", "text")
        case "tel":
            kind = "a telephone number"
            add("number", start..<components.path.upperBound)
        case "geo":
            kind = "a place"
            split(text, start..<components.path.upperBound, at: UInt8(ascii: ","), "latitude", "longitude")
        default: return nil
        }
    }

    private static let codes: [String: (kind: String, labels: Labels)] = [
        "wifi": (
            "a Wi-Fi network",
            [("s", "network"), ("t", "security"), ("p", "password"), ("h", "hidden"), ("e", "EAP"), ("i", "user")]
        ),
        "matmsg": ("an email", [("to", "to"), ("sub", "subject"), ("body", "text")]),
        "mebkm": ("a bookmark", [("title", "title"), ("url", "link")]),
        "mecard": ("a contact", contact),
        "lpa": ("a phone plan (eSIM) to install", []),
        "mt": ("a device to add to the smart home (Matter)", []),
        "fido": ("a sign-in on another device with a passkey", []),
        "dpp": ("a device to add to a Wi-Fi network", []),
    ]
    private static let contact: Labels = [
        ("fn", "name"), ("n", "name"), ("org", "organization"), ("title", "title"), ("tel", "phone"), ("email", "email"),
        ("adr", "address"), ("url", "link"), ("bday", "birthday"), ("note", "note"),
    ]
    private static let entry: Labels = [
        ("summary", "title"), ("dtstart", "start"), ("dtend", "end"), ("location", "place"), ("description", "text"), ("url", "link"),
    ]

    private mutating func add(_ label: String, _ place: Range<Int>) {
        if !place.isEmpty { fields.append(Field(label: label, place: place)) }
    }

    /// Adds the fields before and after a sign.
    private mutating func split(_ text: [UInt8], _ range: Range<Int>, at sign: UInt8, _ first: String, _ second: String) {
        let place = text[range].firstIndex(of: sign) ?? range.upperBound
        add(first, range.lowerBound..<place)
        add(second, min(place + 1, range.upperBound)..<range.upperBound)
    }

    /// Adds the fields of a text such as `N:Ana;TEL:+1555;;`, in which a semicolon in a value has a backslash before it.
    ///
    /// - Parameter isLines: Whether each field has a line. linkscope reads the lines of a text that is pasted as one, with spaces between.
    private mutating func read(_ text: [UInt8], from start: Int, _ labels: Labels, isLines: Bool = false) {
        var start = start
        while start < text.count {
            var end = start
            while end < text.count, isLines ? !Self.isLineEnd(text, end) : text[end] != UInt8(ascii: ";") {
                end += !isLines && text[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            end = min(end, text.count)
            if let colon = text[start..<end].firstIndex(of: UInt8(ascii: ":")) {
                // The parameters of a name come before the colon: `TEL;TYPE=home:+1555`.
                let name = start..<(text[start..<colon].firstIndex(of: UInt8(ascii: ";")) ?? colon)
                if let label = labels.first(where: { text.isWord($0.name, in: name) })?.label { add(label, colon + 1..<end) }
            }
            start = end + 1
        }
    }

    private static func isLineEnd(_ text: [UInt8], _ place: Int) -> Bool {
        guard text[place] == UInt8(ascii: " ") else { return false }
        let name = text[(place + 1)...].prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == UInt8(ascii: "-") }
        guard let sign = text[name.endIndex...].first else { return false }
        return !name.isEmpty && (sign == UInt8(ascii: ":") || sign == UInt8(ascii: ";"))
    }
}
