package import Bytes
import Secrets

/// Decodes the HTML character references in a text.
package enum CharacterReferences {
    package static func decoded(_ text: TracedText) -> TracedText {
        text.decoding(0..<text.count, where: { $0 == UInt8(ascii: "&") }) { reference(in: text.bytes, at: $0) } ?? text
    }

    /// Returns the meaning and the length of the reference at `position`.
    static func reference(in bytes: [UInt8], at position: Int) -> (meaning: [UInt8], length: Int)? {
        ByteView.with(bytes.span) { CharacterReference.read($0, at: position) }.map { (Array(String($0.scalar).utf8), $0.length) }
    }
}
