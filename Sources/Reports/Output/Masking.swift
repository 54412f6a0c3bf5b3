import Bytes
import Records
import Secrets

/// Masks the secrets of one record while it is written.
struct Masking {
    let showsSecrets: Bool
    /// The contexts of the links that redirected to the one in the record.
    private let redirects: SecretContext
    /// The texts that were masked most recently. The texts are kept because the URL of a link occurs several times in its report.
    private var recent: [(text: String, shown: String)] = []

    init(showsSecrets: Bool, redirects: SecretContext = SecretContext()) {
        (self.showsSecrets, self.redirects) = (showsSecrets, redirects)
    }

    /// Returns a text as it may be shown. If `name` makes it a secret, the whole text is masked, otherwise only the secrets in it.
    mutating func text(_ text: String, of name: String? = nil) -> String {
        if showsSecrets { return text }
        if let name { return Secrets.masked(text, name: name, redirectedFrom: redirects) }
        for known in recent where known.text.hasBytes(of: text) { return known.shown }
        let shown = Secrets.masked(text, redirectedFrom: redirects)
        if recent.count == 8 { recent.removeFirst() }
        recent.append((text, shown))
        return shown
    }

    /// Returns a text as it may be shown, with the secrets in each text that it quotes masked.
    mutating func text(_ text: QuotingText) -> String { text.masked { self.text($0) } }

    /// Returns the value of an argument of an event as it may be shown.
    func value(of argument: Event.Argument, in event: Event) -> String {
        showsSecrets ? argument.value : event.searched(argument).masked()
    }

    /// Returns a name with its secrets masked, unless secrets are shown.
    func name(_ name: String) -> String {
        showsSecrets ? name : Secrets.masked(name)
    }

    /// Returns a name in an object as ``ByteWriter/append(name:masking:at:)`` writes it.
    func name(_ name: String, at position: Int) -> String {
        let shown = self.name(name)
        return showsSecrets || !shown.unicodeScalars.contains("•") ? name : "\(shown) (\(position + 1))"
    }
}

/// Decides which characters may be printed unchanged.
///
/// Only visible characters are printed unchanged. All others are written as escapes and are never dropped, because an inspector must not
/// hide evidence.
enum Visibility {
    /// Returns whether the character is in one of the common ranges that have only visible characters without marks. This check is fast,
    /// because it needs none of Unicode's tables. The bullet of masked secrets is in these ranges.
    static func isCommon(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
            true
        default: false
        }
    }

    /// Returns whether the character is visible: not a control character, direction mark, line end or invisible character.
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if isCommon(scalar) { return true }
        // This Braille pattern has no dots.
        if scalar.value == 0x2800 { return false }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return true
        }
    }
}
