/// A key press or another user action at the terminal.
///
/// Keys can be compared with literals and constants: `switch key { case "q", .control("c"): … case .up: … }`.
package enum Key: Hashable, Sendable {
    /// A typed character. The modifiers of a letter never contain `shift`, because the letter itself is uppercase or lowercase.
    case character(Unicode.Scalar, Modifiers)
    /// Characters that were waiting together while a line of text had the focus. The line inserts them at once.
    case text(String)
    case named(Name, Modifiers)
    /// A paste has begun. The complete paste arrives later as another key.
    case pasteBegun
    /// Pasted bytes, exactly as received. A paste is never decoded as keys.
    case paste([UInt8])
    case pasteRefused(PasteError)
    case mouse(Mouse)
    /// The terminal window got or lost the focus.
    case focus(Bool)
    /// An unknown sequence. The program may show or ignore the sequence, but must not treat its bytes as typed text.
    case unknown([UInt8])

    package enum Name: Hashable, Sendable {
        case up, down, left, right
        case home, end, pageUp, pageDown
        case enter, tab, escape, backspace, delete, insert
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
    }

    package enum PasteError: Hashable, Sendable {
        /// The paste was longer than `KeyDecoder.pasteLimit` and was dropped. `bytes` is its length.
        case tooLong(bytes: Int)
        /// The terminal stopped sending in the middle of the paste, and the user then pressed Ctrl-C.
        case unfinished(bytes: Int)
    }

    package struct Mouse: Hashable, Sendable {
        package enum Action: Hashable, Sendable {
            /// A button was pressed: 0 is the left button, 1 the middle button, 2 the right button. Higher numbers are other buttons.
            case press(button: Int)
            case release(button: Int)
            case drag(button: Int)
            case move
            case wheelUp, wheelDown, wheelLeft, wheelRight
        }

        package var action: Action
        package var at: Point

        package init(_ action: Action, at point: Point) {
            self.action = action
            at = point
        }
    }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
    package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self = .character(scalar, [])
    }

    package static func control(_ scalar: Unicode.Scalar) -> Key { .character(scalar, [.control]) }
    package static func alt(_ scalar: Unicode.Scalar) -> Key { .character(scalar, [.alt]) }
    package static func function(_ number: Int) -> Key { .named(.function(number), []) }

    package static let up = Key.named(.up, [])
    package static let down = Key.named(.down, [])
    package static let left = Key.named(.left, [])
    package static let right = Key.named(.right, [])
    package static let home = Key.named(.home, [])
    package static let end = Key.named(.end, [])
    package static let pageUp = Key.named(.pageUp, [])
    package static let pageDown = Key.named(.pageDown, [])
    package static let enter = Key.named(.enter, [])
    package static let tab = Key.named(.tab, [])
    package static let backTab = Key.named(.tab, [.shift])
    package static let escape = Key.named(.escape, [])
    package static let backspace = Key.named(.backspace, [])
    package static let delete = Key.named(.delete, [])
    package static let insert = Key.named(.insert, [])
    package static let space: Key = " "
}

extension Key {
    /// The character that a line of text inserts for this key; nil if the key is another one.
    fileprivate var typed: Unicode.Scalar? {
        switch self {
        case .character(let scalar, []), .character(let scalar, .shift): scalar
        default: nil
        }
    }

    /// The character that the key is in a paste; nil if the key is not text.
    fileprivate var pasted: Unicode.Scalar? { typed ?? (self == .enter ? "\n" : self == .tab ? "\t" : nil) }

    /// Whether a byte of a paste may be read as this key.
    fileprivate var mayBePasted: Bool {
        switch self {
        case .character: true
        default: self == .enter || self == .tab || self == .backspace
        }
    }
}

extension ArraySlice<Key> {
    /// Removes and returns the first key. Returns nil if there are no keys.
    ///
    /// Characters that wait together and are more than a person types at once are one paste, also if the terminal does not mark it as one:
    /// each of its letters would be a command. Keys among them that are not text, as in a binary file, are left out.
    ///
    /// - Parameter joinsText: Whether the characters at the beginning become one key, because a line of text has the focus. Inserting
    ///   them one by one would take time for the whole line with each of them.
    package mutating func next(joinsText: Bool) -> Key? {
        defer { freeRemoved() }
        if !joinsText, holdsPaste {
            let keys = prefix(while: \.mayBePasted)
            removeFirst(keys.count)
            let pasted = keys.compactMap(\.pasted)
            return .paste(Array(String(String.UnicodeScalarView(pasted)).utf8))
        }
        let text = joinsText ? prefix { $0.typed != nil } : []
        guard text.count > 1 else { return popFirst() }
        removeFirst(text.count)
        return .text(String(String.UnicodeScalarView(text.compactMap(\.typed))))
    }

    /// The number and variety of characters that nobody types at once: `tel:112` has them. A key that is held down gives one kind.
    private static let paste = (count: 7, kinds: 5)

    /// Whether the keys begin with a paste that the terminal did not mark. A command after `:` or a filter after `/` is not a paste.
    package var holdsPaste: Bool {
        guard let first = first?.typed, first != ":", first != "/" else { return false }
        let text = prefix(Self.longestLooked).prefix(while: \.mayBePasted).compactMap(\.typed)
        return text.count >= Self.paste.count && Set(text).count >= Self.paste.kinds
    }

    private static let longestLooked = 64
}

extension ArraySlice {
    /// Frees the elements that were removed from the beginning, which a slice keeps, if they are at least as many as those that are left.
    package mutating func freeRemoved() { if startIndex >= count { self = ArraySlice(Array(self)) } }
}
