/// A complete sequence, `ESC [ … final` or `ESC O … final`, and the key that it stands for.
struct ControlSequence {
    private let isSS3: Bool
    /// One of the bytes `<=>?` directly after `ESC [` or `ESC O`. Nil if there is no such byte.
    private let prefix: UInt8?
    private let parameters: [Int]
    private let final: UInt8

    /// Returns nil if the bytes do not have the form of a key sequence.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 3, let final = bytes.last else { return nil }
        isSS3 = bytes[1] == 0x4F
        self.final = final
        var body = bytes[2..<(bytes.count - 1)]
        if let first = body.first, (0x3C...0x3F).contains(first) {
            prefix = first
            body = body.dropFirst()
        } else {
            prefix = nil
        }
        var numbers: [Int] = []
        for field in body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            // The part of a field after a colon (alternative key codes, the event type) matters only for `isRelease`.
            guard let number = ControlSequence.number(field.prefix { $0 != UInt8(ascii: ":") }) else { return nil }
            numbers.append(number)
        }
        parameters = numbers
        isRelease = body.split(separator: UInt8(ascii: ";")).dropFirst().first?.elementsEqual("1:3".utf8) == true
    }

    private let isRelease: Bool

    /// Returns the value of the digits. Returns 0 if there are no digits, and nil for other characters or too many digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count <= 7, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    var isPasteStart: Bool { !isSS3 && prefix == nil && final == UInt8(ascii: "~") && parameters == [200] }

    var key: Key? {
        if prefix == UInt8(ascii: "<") { return mouse }
        guard prefix == nil, !isRelease else { return nil }
        switch final {
        case UInt8(ascii: "A"): return cursor(.up)
        case UInt8(ascii: "B"): return cursor(.down)
        case UInt8(ascii: "C"): return cursor(.right)
        case UInt8(ascii: "D"): return cursor(.left)
        case UInt8(ascii: "H"): return cursor(.home)
        case UInt8(ascii: "F"): return cursor(.end)
        case UInt8(ascii: "P")...UInt8(ascii: "S"): return cursor(.function(Int(final) - 0x4F))
        case UInt8(ascii: "M") where isSS3: return cursor(.enter)
        case UInt8(ascii: "I"): return isSS3 ? .tab : parameters.isEmpty || parameters == [0] ? .focus(true) : nil
        case UInt8(ascii: "O") where !isSS3: return .focus(false)
        case UInt8(ascii: "Z") where !isSS3: return .named(.tab, modifiers.union(.shift))
        // The modifyOtherKeys format of xterm: CSI 27 ; modifiers ; code ~
        case UInt8(ascii: "~") where !isSS3 && parameters.count == 3 && parameters[0] == 27: return coded(parameters[2], modifiers)
        case UInt8(ascii: "~") where !isSS3: return numbered(adding: [])
        case UInt8(ascii: "^") where !isSS3: return numbered(adding: .control)
        case UInt8(ascii: "u") where !isSS3: return coded(parameters.first ?? 0, modifiers)
        default: return nil
        }
    }

    private func cursor(_ name: Key.Name) -> Key { .named(name, modifiers) }

    /// The modifiers, sent as `1 + bits` for shift, alt and control: the second parameter or, in SS3 sequences, the first.
    private var modifiers: Key.Modifiers {
        let number = parameters.count > 1 ? parameters[1] : isSS3 ? parameters.first ?? 0 : 0
        return number > 1 ? Key.Modifiers(rawValue: UInt8(truncatingIfNeeded: (number - 1) & 7)) : []
    }

    private func numbered(adding more: Key.Modifiers) -> Key? {
        let names: [Int: Key.Name] = [
            1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
            11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
            17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
            23: .function(11), 24: .function(12),
        ]
        return parameters.first.flatMap { names[$0] }.map { .named($0, modifiers.union(more)) }
    }

    /// Returns the key for a code point as sent by kitty's protocol and by modifyOtherKeys.
    private func coded(_ code: Int, _ modifiers: Key.Modifiers) -> Key? {
        switch code {
        case 9: return .named(.tab, modifiers)
        case 13: return .named(.enter, modifiers)
        case 27: return .named(.escape, modifiers)
        case 8, 127: return .named(.backspace, modifiers)
        case 0..<32, 0x80...0x9F, 57344...63743: return nil  // controls; kitty's functional keys in the private use area
        default: break
        }
        guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
        guard modifiers.contains(.shift) else { return .character(scalar, modifiers) }
        // An uppercase letter implies shift. For other characters, the result of shift depends on the keyboard, which is unknown.
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        guard upper.count == 1, let capital = upper.first else { return .character(scalar, modifiers.subtracting(.shift)) }
        return .character(capital, modifiers.subtracting(.shift))
    }

    /// The mouse event for `CSI < buttons ; column ; row M` (or `m` for a release).
    private var mouse: Key? {
        guard parameters.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
        let code = parameters[0]
        let point = Point(column: parameters[1] - 1, row: parameters[2] - 1)
        // The bits 4, 8 and 16 are for Shift, Alt and Ctrl, with which a click does the same as without them.
        let low = code & 3
        let action: Key.Mouse.Action
        switch (code & 64 != 0, code & 32 != 0, final) {
        case (true, _, _): action = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][low]
        case (false, true, _): action = low == 3 ? .move : .drag(button: low)
        case (false, false, UInt8(ascii: "m")): action = .release(button: code & 128 != 0 ? low + 3 : low)
        default: action = .press(button: code & 128 != 0 ? low + 3 : low)
        }
        return .mouse(Key.Mouse(action, at: point))
    }
}
