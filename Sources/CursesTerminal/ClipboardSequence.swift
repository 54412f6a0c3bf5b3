// Copies bytes to the clipboard of the machine on which the terminal runs, even over ssh, with OSC 52.
//
//     alone     ESC ] 52 ; c ; BASE64 BEL
//     tmux      the same, for `set-clipboard on`; then again for the terminal around tmux, with its ESC doubled, for `allow-passthrough on`:
//               ESC P tmux; ESC ESC ] 52 ; c ; BASE64 BEL ESC \
//     screen    in pieces, because it accepts no string of more than 256 bytes:
//               ESC P piece ESC \  ESC P piece ESC \  …
//
// There is no reply, so linkscope cannot know whether the terminal accepted the sequence. It contains the copied bytes only
// as base64.

import Bytes

/// The escape sequences that make a terminal copy bytes.
package nonisolated enum ClipboardSequence {
    /// The maximum number of bytes in one piece for screen.
    private static let piece = 240

    package static func bytes(copying bytes: [UInt8], through multiplexer: Multiplexer) -> [UInt8] {
        let escape: UInt8 = 0x1B
        let sequence = [escape] + Array("]52;c;".utf8) + Base64.encoded(bytes) + [0x07]
        let end = [escape, UInt8(ascii: "\\")]
        switch multiplexer {
        case .none: return sequence
        case .tmux: return sequence + [escape] + Array("Ptmux;".utf8) + [escape] + sequence + end
        case .screen:
            return stride(from: 0, to: sequence.count, by: piece).flatMap { start in
                [escape, UInt8(ascii: "P")] + sequence[start..<min(start + piece, sequence.count)] + end
            }
        }
    }
}
