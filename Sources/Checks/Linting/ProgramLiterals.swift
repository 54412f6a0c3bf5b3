import Bytes
import Projects

extension SourceText {
    /// Returns the texts in a program, without its comments.
    static func all(inProgram bytes: [UInt8], _ path: String) -> [SourceText] {
        let source = TracedText(bytes)
        return ProgramText.all(in: SourceFile(path, bytes)).compactMap { literal in
            var text = SourceText(literal, of: source)
            text.continues = isJoined(literal, in: bytes)
            return text.text.isEmpty ? nil : text
        }
    }

    private init(_ literal: ProgramText, of source: TracedText) {
        self.init(text: TracedText(), isValue: true)
        for part in literal.parts {
            switch part {
            case .hole(let range):
                text.append([Self.placeholder], for: range, of: source)
                holes.append(range)
            case .piece(let range, true): text.append(source, range)
            case .piece(let range, false):
                let decoded = source.decoding(range, where: { $0 == UInt8(ascii: "\\") }) { place in
                    let mark = place + 1 + literal.hashes
                    guard source.bytes[(place + 1)...].prefix(literal.hashes).allSatisfy({ $0 == UInt8(ascii: "#") }),
                        let escape = LiteralEscape(in: source.bytes, at: mark), escape.end <= range.upperBound
                    else { return nil }
                    return (escape.meaning, escape.end - place)
                }
                if let decoded { text.append(decoded, 0..<decoded.count) } else { text.append(source, range) }
            }
        }
    }

    /// Returns whether the program appends something to a text.
    private static func isJoined(_ literal: ProgramText, in bytes: [UInt8]) -> Bool {
        let rest = bytes[literal.end...].prefix(200).drop(while: ByteClass.isBlank)
        guard let next = rest.first else { return false }
        return "+%".utf8.contains(next) || literal.joinsNext && "\"'".utf8.contains(next)
    }
}
