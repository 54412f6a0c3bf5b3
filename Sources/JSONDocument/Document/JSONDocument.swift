import Bytes

/// A JSON document that keeps the order of keys, duplicate keys, number literals and the place of every value, as they were written.
///
/// Parsing never fails. ``root`` has the values that could be read, ``findings`` lists the problems of the text, and ``isValid`` tells
/// whether the text is JSON as defined by RFC 8259.
///
/// ```
/// {"a":1,"a":2}   ✅ valid, with a finding: the key is a duplicate
/// ["\ud800"]      ✅ valid, with a finding: a lone surrogate, read as U+FFFD
/// {"a":[1,2       ❌ not valid; the tree is {"a":[1,2]}
/// [1,]            ❌ not valid; the tree is [1]
/// ```
///
/// The tree is an array of fixed-size records in text order, so neither parsing nor releasing a document recurses, whatever its depth.
public struct JSONDocument: Sendable {
    /// The bytes that were parsed. The ranges of nodes and findings refer to these bytes.
    public let source: [UInt8]

    /// Whether the text is JSON as defined by RFC 8259 and within the limits. A text with a byte order mark is not valid.
    public let isValid: Bool

    /// The findings, in text order. At most 100 errors and 100 notes are listed. If there are more, an additional finding tells how many
    /// are left out.
    ///
    /// A premature end of the text and the first lone surrogate are listed even beyond these limits.
    public let findings: [JSONFinding]

    let records: [NodeRecord]

    /// Parses a document from bytes that should be UTF-8.
    ///
    /// - Complexity: O(*n*) in the number of bytes, whatever the depth of nesting.
    public init(_ bytes: [UInt8], limits: Limits = .default) {
        var tape = JSONTape()
        tape.read(bytes.span, limits: limits)
        self.init(bytes, tape)
    }

    /// Parses a document from text. Ranges count the bytes of the text in UTF-8.
    public init(_ text: String, limits: Limits = .default) {
        self.init(Array(text.utf8), limits: limits)
    }

    /// The outermost value; nil if the text is empty, has only whitespace, or is larger than the limit.
    ///
    /// An invalid document usually has a root, too. Containers without a closing bracket are closed, and an unterminated string extends to
    /// the end of the text.
    public var root: Node? {
        records.isEmpty ? nil : Node(source: source, records: records, index: 0)
    }

    /// The maximum depth and size of a document. A document that exceeds a limit is not valid and has a finding.
    public struct Limits: Sendable, Hashable {
        /// The maximum nesting of containers, from 1 to 512. Parsing stops at the first container that is deeper. Everything before this
        /// container is kept.
        public let depth: Int

        /// The maximum number of bytes, from 0 to 1 GiB. A larger document is not parsed at all.
        public let size: Int

        /// Creates limits, clamped to the ranges of ``depth`` and ``size``.
        ///
        /// The maximum depth is 512, as in Foundation's parser. Releasing a ``JSONValue`` made from a document recurses, and this depth is
        /// safe on the stack of any thread. The maximum size is limited because records store 32-bit offsets.
        public init(depth: Int = 512, size: Int = 16 << 20) {
            self.depth = min(max(depth, 1), 512)
            self.size = min(max(size, 0), 1 << 30)
        }

        /// A depth of 512 and a size of 16 MiB.
        public static let `default` = Limits()
    }

    /// Returns the document with one member or element per line, indented by two spaces per level; nil if it is not valid.
    ///
    /// Strings and numbers are copied as written, and duplicate keys are kept. The indentation stops growing at forty levels. Without this
    /// limit, the output for a text of only brackets would grow with the square of its depth.
    package func indented() -> [UInt8]? {
        guard isValid else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(source.count * 2)
        var depth = 0
        var isInString = false
        var isEscaped = false
        var isAfterOpening = false
        func breakLine() {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * min(depth, 40)))
        }
        for byte in source {
            if isInString {
                output.append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !isAfterOpening { breakLine() }
                output.append(byte)
                isAfterOpening = false
                continue
            default: break
            }
            if isAfterOpening { breakLine() }
            isAfterOpening = false
            output.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isAfterOpening = true
            case UInt8(ascii: ","): breakLine()
            case UInt8(ascii: ":"): output.append(UInt8(ascii: " "))
            case UInt8(ascii: "\""): isInString = true
            default: break
            }
        }
        return output
    }
}
