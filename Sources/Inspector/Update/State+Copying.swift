import DeviceTools
import Screen

// The copy menu: `y`, then the key of a choice. Secrets are masked on the screen but copied unmasked. If a copy has a secret, the notice
// warns about it.

extension State {
    /// The maximum number of bytes to copy. Several terminals accept at most 100,000 bytes of base64, and 74,994 bytes become 99,992.
    package static let mostCopiedBytes = 74_994

    mutating func startCopying() {
        guard detail.subject != nil else {
            notice = Notice(.plain, "There is nothing to copy yet. Paste a link, or press s for a sample.")
            return
        }
        overlay = .copying(ListCursor(count: CopyChoice.allCases.count))
    }

    mutating func chooseCopy(_ key: Key, _ cursor: ListCursor) -> [Effect]? {
        if case .character(let scalar, []) = key, let choice = CopyChoice(rawValue: Character(scalar)) {
            return copy(choice)
        }
        if key == .enter, CopyChoice.allCases.indices.contains(cursor.selected) { return copy(CopyChoice.allCases[cursor.selected]) }
        guard let moved = moved(cursor, by: key, height: windowPlace.rows) else { return leave(key) }
        overlay = .copying(moved)
        return []
    }

    /// Copies the text of a choice, or draws its QR code.
    mutating func copy(_ choice: CopyChoice) -> [Effect] {
        do throws(CommandRefusal) {
            let content = try copySource.content(choice)
            let bytes = try content.whole()
            return choice == .qrCode ? draw(bytes, content) : copy(bytes, content, choice)
        } catch {
            return notify(.plain, "Not copied: \(error.reason).")
        }
    }

    private mutating func copy(_ bytes: [UInt8], _ content: CopyContent, _ choice: CopyChoice) -> [Effect] {
        guard !bytes.isEmpty else { return notify(.plain, "Not copied: \(choice.name) is empty.") }
        guard bytes.count <= Self.mostCopiedBytes else {
            let text =
                "Not copied: \(bytes.count) bytes, but terminals accept at most \(Self.mostCopiedBytes). linkscope inspect prints the whole text."
            return notify(.bad, text)
        }
        overlay = nil
        let secret = content.holdsSecret() ? ", WITH ITS SECRET" : ""
        notice = Notice(.good, "Copied \(choice.name)\(secret): \(bytes.count) bytes, through the terminal (OSC 52).")
        return [.copy(bytes)]
    }

    private mutating func draw(_ bytes: [UInt8], _ content: CopyContent) -> [Effect] {
        guard bytes.count <= QRCode.mostBytes else {
            return notify(.bad, "The link is too long for a QR code: it has \(bytes.count) bytes, and the limit is \(QRCode.mostBytes).")
        }
        overlay = nil
        notice = Notice(.good, "QR code of the link\(content.holdsSecret() ? ", WITH ITS SECRET" : ""). Esc closes.")
        return [.encodeQRCode(bytes)]
    }

    /// Shows the QR code that was requested.
    mutating func show(_ code: QRCode?) -> [Effect] {
        guard let code else { return notify(.bad, "A QR code could not be made for this link.") }
        overlay = .qrCode(code)
        return []
    }
}
