import Bytes

// Decodes the bytes of a terminal into keys. The decoder is a value: its input is bytes and their time of arrival, its output is keys.
//
//     ground ──ESC──► escape ──[──► csi ── final byte ──► a key, or .unknown
//        │               ├───O──► ss3 ── one byte ──────► a key, or .unknown
//        │               ├─]P_^X─► string … ST or BEL ──► .unknown
//        │               └─ else ► the same with alt
//        ├── C2…F4 ──► utf8 … ──► a character, or U+FFFD for each invalid byte
//        └── CSI 200 ~ ──► paste … ESC [ 201 ~ ──► .paste
//
// The decoder gives three guarantees. Bytes of a sequence after ESC [ never count as typed: an unknown sequence is consumed completely. A
// paste never becomes keys, whatever it contains. The keys do not depend on how the bytes are divided into reads. A lone ESC is a key, but
// an ESC also begins every sequence. Only a pause shows that an ESC was the key, so a reader asks `wakesAt` how long it may sleep.

/// Decodes the bytes of a terminal into keys.
package struct KeyDecoder: Sendable {
    /// The maximum length of an accepted paste, in bytes.
    package static let pasteLimit = 8 << 20
    /// The maximum length of an OSC, DCS or similar string that is consumed. Bytes after this limit count as typed.
    static let stringLimit = 4096
    /// The maximum number of bytes that are kept of a control sequence. Further bytes are dropped.
    static let sequenceLimit = 256
    /// The maximum pause within an incomplete sequence.
    static let sequencePatience = Duration.seconds(1)
    /// The minimum pause in a paste after which a lone Ctrl-C counts as typed by the user.
    static let pastePatience = Duration.seconds(2)

    enum State: Hashable, Sendable {
        case ground
        case escape
        case csi
        /// After `CSI M`, which begins a mouse report in the old format. Three more bytes follow, and `left` of them are still missing.
        case oldMouse(left: Int)
        /// After `CSI [`, which begins a function key of the Linux console. One more byte follows.
        case linuxFunction
        case ss3
        case string
        /// After an ESC within a string. A `\` then ends the string.
        case stringEscape
        case utf8(alt: Bool)
        case paste
    }

    /// The maximum time after ESC within which the next byte belongs to the same sequence.
    package let escapeDelay: Duration

    private(set) var state = State.ground
    /// The bytes of the incomplete sequence.
    private var held: [UInt8] = []
    private var paste = PasteBuffer()
    private var lastByteAt = Duration.zero

    /// Creates a decoder. The default of 50 ms works over ssh. Users can set another time with `ESCDELAY`.
    package init(escapeDelay: Duration = .milliseconds(50)) {
        self.escapeDelay = escapeDelay
    }

    /// Whether a paste has begun and has not ended yet.
    package var isInPaste: Bool { state == .paste }

    /// The time at which to call `idle` if no byte arrives before. Nil if no sequence is incomplete, and during a paste. All times count
    /// from the same fixed moment.
    package var wakesAt: Duration? {
        switch state {
        case .ground, .paste: nil
        case .escape, .utf8: lastByteAt + escapeDelay
        default: lastByteAt + KeyDecoder.sequencePatience
        }
    }

    /// Ends an incomplete sequence if no byte has arrived for too long. Returns the resulting keys.
    package mutating func idle(at now: Duration) -> [Key] {
        guard let wakesAt, now >= wakesAt else { return [] }
        var keys: [Key] = []
        switch state {
        case .escape: keys.append(.escape)
        case .utf8(let alt): replaceHeld(alt: alt, &keys)
        default: keys.append(.unknown(held))
        }
        held = []
        state = .ground
        return keys
    }

    /// Decodes bytes. Returns the keys that they complete.
    package mutating func feed(_ bytes: ArraySlice<UInt8>, at now: Duration) -> [Key] {
        var keys = idle(at: now)
        let isControlC = bytes.allSatisfy { $0 == 0x03 }
        if state == .paste, isControlC, now - lastByteAt >= KeyDecoder.pastePatience {
            // Without this, the user could never quit if the terminal does not end a paste.
            keys.append(.pasteRefused(.unfinished(bytes: paste.count)))
            paste = PasteBuffer()
            state = .ground
        }
        // A user who presses Ctrl-C again and again does not keep the paste going.
        if state != .paste || !isControlC { lastByteAt = now }
        for byte in bytes { decode(byte, &keys) }
        return keys
    }

    private mutating func decode(_ byte: UInt8, _ keys: inout [Key]) {
        switch state {
        case .ground: ground(byte, alt: false, &keys)
        case .escape: afterEscape(byte, &keys)
        case .csi: control(byte, &keys)
        case .ss3: ss3(byte, &keys)
        case .oldMouse(let left):
            held.append(byte)
            if left > 1 { state = .oldMouse(left: left - 1) } else { finish(.unknown(held), &keys) }
        case .linuxFunction:
            held.append(byte)
            finish((0x41...0x45).contains(byte) ? .function(Int(byte) - 0x40) : .unknown(held), &keys)
        case .string, .stringEscape: string(byte, &keys)
        case .utf8(let alt): continueCharacter(byte, alt: alt, &keys)
        case .paste:
            guard paste.append(byte) else { break }
            finish(paste.key, &keys)
            paste = PasteBuffer()
        }
    }

    private mutating func finish(_ key: Key, _ keys: inout [Key]) {
        keys.append(key)
        held = []
        state = .ground
    }

    // MARK: Ground and ESC

    private mutating func ground(_ byte: UInt8, alt: Bool, _ keys: inout [Key]) {
        let modifiers: Key.Modifiers = alt ? [.alt] : []
        state = .ground
        switch byte {
        case 0x1B:
            held = [byte]
            state = .escape
        case 0x0A, 0x0D: keys.append(.named(.enter, modifiers))
        case 0x09: keys.append(.named(.tab, modifiers))
        case 0x08, 0x7F: keys.append(.named(.backspace, modifiers))
        case 0x00: keys.append(.character(" ", modifiers.union(.control)))
        case 0x01...0x1A: keys.append(.character(Unicode.Scalar(byte + 0x60), modifiers.union(.control)))
        case 0x1C...0x1F: keys.append(.character(Unicode.Scalar(byte + 0x40), modifiers.union(.control)))
        case 0x20...0x7E: keys.append(.character(Unicode.Scalar(byte), modifiers))
        default:
            if UTF8Form.length(after: byte) == nil {
                keys.append(.character("\u{FFFD}", modifiers))
            } else {
                held = [byte]
                state = .utf8(alt: alt)
            }
        }
    }

    private mutating func afterEscape(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case 0x1B: keys.append(.escape)  // the second ESC may begin a sequence
        case 0x5B: begin(.csi, byte)
        case 0x4F: begin(.ss3, byte)
        case 0x5D, 0x50, 0x5F, 0x5E, 0x58: begin(.string, byte)
        default:
            held = []
            ground(byte, alt: true, &keys)
        }
    }

    private mutating func begin(_ next: State, _ byte: UInt8) {
        held.append(byte)
        state = next
    }

    // MARK: Characters

    private mutating func continueCharacter(_ byte: UInt8, alt: Bool, _ keys: inout [Key]) {
        let lead = held[0]
        guard let length = UTF8Form.length(after: lead), UTF8Form.next(after: held[held.count - 1]).contains(byte) else {
            replaceHeld(alt: alt, &keys)
            held = []
            ground(byte, alt: false, &keys)
            return
        }
        held.append(byte)
        guard held.count == length else { return }
        let value = held.dropFirst().reduce(UInt32(lead) & (0x7F >> UInt32(length))) { $0 << 6 | UInt32($1 & 0x3F) }
        guard let scalar = Unicode.Scalar(value), !(0x80...0x9F).contains(value) else {
            finish(.unknown(held), &keys)
            return
        }
        finish(.character(scalar, alt ? [.alt] : []), &keys)
    }

    private func replaceHeld(alt: Bool, _ keys: inout [Key]) {
        for index in held.indices { keys.append(.character("\u{FFFD}", alt && index == 0 ? [.alt] : [])) }
    }

    // MARK: Sequences

    private mutating func control(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case 0x1B:
            finish(.unknown(held), &keys)
            ground(byte, alt: false, &keys)
        case 0x20...0x3F:
            if held.count < KeyDecoder.sequenceLimit { held.append(byte) }
        case 0x5B where held.count == 2: begin(.linuxFunction, byte)
        case 0x4D where held.count == 2: begin(.oldMouse(left: 3), byte)
        case 0x40...0x7E:
            held.append(byte)
            if ControlSequence(held)?.isPasteStart == true {
                held = []
                state = .paste
            } else {
                finish(ControlSequence(held)?.key ?? .unknown(held), &keys)
            }
        default:
            // A control character or a byte above 0x7F cannot be part of a sequence. It ends the sequence and is dropped with it.
            held.append(byte)
            finish(.unknown(held), &keys)
        }
    }

    private mutating func ss3(_ byte: UInt8, _ keys: inout [Key]) {
        if byte == 0x1B {
            finish(.unknown(held), &keys)
            return ground(byte, alt: false, &keys)
        }
        held.append(byte)
        if (0x30...0x3F).contains(byte), held.count < 8 { return }  // some terminals send modifiers before the final byte: ESC O 5 C
        finish(ControlSequence(held)?.key ?? .unknown(held), &keys)
    }

    private mutating func string(_ byte: UInt8, _ keys: inout [Key]) {
        let ends = byte == 0x07 || byte == 0x18 || byte == 0x1A || byte == 0x03
        held.append(byte)
        if ends || state == .stringEscape && byte == 0x5C || held.count >= KeyDecoder.stringLimit {
            finish(.unknown(held), &keys)
        } else {
            state = byte == 0x1B ? .stringEscape : .string
        }
    }
}

/// Collects the bytes of a paste up to its end marker, `ESC [ 201 ~`, and up to the size limit.
struct PasteBuffer: Hashable, Sendable {
    private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of bytes of the end marker that have been matched.
    private var matched = 0
    /// The number of bytes of the paste so far, without the end marker. Bytes that were dropped count too.
    private(set) var count = 0

    /// Adds a byte. Returns true if the byte completes the end marker.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == PasteBuffer.end[matched] {
            matched += 1
            return matched == PasteBuffer.end.count
        }
        // The end marker contains only one ESC, which is its first byte. So the bytes matched so far cannot begin another match.
        for seen in PasteBuffer.end.prefix(matched) { keep(seen) }
        matched = byte == PasteBuffer.end[0] ? 1 : 0
        if matched == 0 { keep(byte) }
        return false
    }

    var key: Key {
        count > KeyDecoder.pasteLimit ? .pasteRefused(.tooLong(bytes: count)) : .paste(bytes)
    }

    private mutating func keep(_ byte: UInt8) {
        count += 1
        if count <= KeyDecoder.pasteLimit {
            bytes.append(byte)
        } else if !bytes.isEmpty {
            bytes = []
        }
    }
}
