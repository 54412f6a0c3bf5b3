import Bytes
import JSONDocument
import LinkLayers

/// Collects the findings while a file is parsed.
///
/// Only `most` findings are listed, because nobody reads a longer list. The most severe ones are listed, so that many notes never hide an
/// error.
struct FindingSink {
    static let most = 100

    /// The first `most` findings of each code. Each code has its own limit, because an error can come after any number of notes.
    private(set) var all: [AssociationFinding] = []
    private var counts: [AssociationFindingCode: Int] = [:]
    /// The places of the findings of ``addOnce(_:_:at:)``.
    private var places: [AssociationFindingCode: Set<Range<Int>>] = [:]

    /// Adds a finding unless there is one with the same code at the same place. Rules can inherit the same mistake from the defaults.
    mutating func addOnce(_ code: AssociationFindingCode, _ message: @autoclosure () -> String, at range: Range<Int>) {
        if places[code, default: []].insert(range).inserted { add(code, message(), at: range) }
    }

    /// - Parameters:
    ///   - message: Evaluated only if the finding is kept.
    ///   - severity: Nil for the usual severity of the code.
    mutating func add(
        _ code: AssociationFindingCode, _ message: @autoclosure () -> String, at range: Range<Int>? = nil, severity: Finding.Severity? = nil
    ) {
        counts[code, default: 0] += 1
        guard counts[code, default: 0] <= Self.most else { return }
        all.append(AssociationFinding(code: code, message: message(), range: range, severity: severity ?? code.severity))
    }

    mutating func makeErrors(of codes: Set<AssociationFindingCode>) {
        for index in all.indices where codes.contains(all[index].code) { all[index].severity = .error }
    }

    /// The findings in the order in which they were found. If there are too many, the least severe ones are left out, and a note has their number.
    var listed: [AssociationFinding] {
        let left = counts.values.reduce(0, +) - Self.most
        guard left > 0 else { return all }
        let severest = all.indices.sorted { (all[$1].severity, $0) < (all[$0].severity, $1) }.prefix(Self.most)
        let message = left.counted("more finding is", "more findings are") + " not listed."
        return severest.sorted().map { all[$0] } + [AssociationFinding(code: .moreFindings, message: message, severity: .note)]
    }

    /// Returns the root of a file's JSON. If devices ignore the file because it is not JSON or too large, adds a finding and returns nil.
    ///
    /// - Parameters:
    ///   - bytes: Nil if the file cannot be read, which has its own finding.
    ///   - size: The size of the file as served, in bytes.
    ///   - limit: The size that devices read, also in words.
    mutating func root(of bytes: [UInt8]?, size: Int, limit: (bytes: Int, words: String)) -> JSONDocument.Node? {
        var root: JSONDocument.Node?
        if let message = bytes.flatMap(Self.foreignForm) {
            add(.notJSON, message)
        } else if let bytes {
            let document = JSONDocument(bytes)
            if add(document.findings) { root = document.root }
        }
        guard size > limit.bytes else { return root }
        add(.tooLarge, "The file has \(size) bytes, but the limit is \(limit.bytes) (\(limit.words)): devices ignore the whole file.")
        return nil
    }

    /// Adds the findings of the JSON parser: errors and duplicate keys. One error can cause many others, so only the first one is added.
    /// Returns whether devices can read the JSON. They skip a byte order mark before it.
    private mutating func add(_ findings: [JSONFinding]) -> Bool {
        let mistakes = findings.filter { $0.isError && $0.code != .byteOrderMark }
        if let first = mistakes.first {
            var message = "Not valid JSON: \(first.message) (line \(first.line), column \(first.column))."
            if mistakes.count > 1 {
                let more = mistakes.count - 1
                message += more == 1 ? " There is 1 more mistake after it." : " There are \(more) more mistakes after it."
            }
            add(.notJSON, message, at: first.range)
            return false
        }
        for finding in findings {
            if finding.code == .byteOrderMark {
                add(
                    .byteOrderMark,
                    "The file starts with a byte order mark: devices ignore it, but other parsers may reject the file. Save the file without the mark.",
                    at: finding.range)
            } else if finding.code == .duplicateKey {
                add(.duplicateKey, "In the file, \(finding.message).", at: finding.range)
            }
        }
        return true
    }

    /// Recognizes bytes that should be JSON in UTF-8 but have another format. Returns a message with the format, the consequence, and what to
    /// do, which helps more than the syntax errors that such bytes cause. Returns nil if the bytes could be JSON.
    private static func foreignForm(of bytes: [UInt8]) -> String? {
        let start = bytes.prefix(4)
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        if bytes.allSatisfy({ ByteClass.isJSONSpace($0) }) {
            return "The file is empty: devices ignore it. Write the JSON into the file."
        } else if start.starts(with: [0x1F, 0x8B]) {
            return
                "The file is compressed with gzip but has no Content-Encoding header: devices ignore it. Serve it with Content-Encoding: gzip, or uncompressed."
        } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || start.contains(0) {
            return "The file is UTF-16 or UTF-32, but JSON must be UTF-8: devices ignore it. Save it as UTF-8 without a byte order mark."
        } else if text.first(where: { !ByteClass.isHTMLSpace($0) }) == UInt8(ascii: "<") {
            return "The file is a web page, not JSON: devices ignore it. Serve the JSON itself at the file's address."
        }
        return nil
    }

    /// Returns a value if it is of a kind. If it is of another kind, adds a finding and returns nil.
    ///
    /// - Parameter message: Says what the value must be.
    mutating func value(
        _ node: JSONDocument.Node?, _ kind: JSONDocument.Node.Kind, _ code: AssociationFindingCode = .wrongType,
        else message: @autoclosure () -> String
    ) -> JSONDocument.Node? {
        guard let node, node.kind != kind else { return node }
        add(code, message(), at: node.range)
        return nil
    }

    /// Returns an object, after adding a finding for each key that no reader knows. If the value is no object, adds a finding and returns
    /// nil.
    ///
    /// - Parameter name: What the findings call the object.
    mutating func object(
        _ node: JSONDocument.Node?, _ known: [String], in name: String, _ code: AssociationFindingCode = .wrongType,
        else message: @autoclosure () -> String
    ) -> JSONDocument.Node? {
        guard let node = value(node, .object, code, else: message()) else { return nil }
        checkKeys(of: node, known: known, in: name)
        return node
    }

    /// Adds a finding for each key that no reader knows. A key that is probably a misspelling of a known key gets a different finding.
    mutating func checkKeys(of node: JSONDocument.Node, known: [String], in name: String) {
        for member in node.members {
            let key = member.key.stringValue ?? ""
            guard !known.contains(key) else { continue }
            if key == "comments", known.contains("comment") {
                add(.commentMixUp, "\"comments\" is Android's key and is ignored here; Apple's key is \"comment\".", at: member.key.range)
            } else if key == "comment", known.contains("comments") {
                add(.commentMixUp, "\"comment\" is Apple's key and is ignored here; Android's key is \"comments\".", at: member.key.range)
            } else if let meant = known.first(where: { Spelling.isNear(key, $0) }) {
                let message = "\"\(key)\" in \(name) is unknown and ignored. Write \"\(meant)\"."
                add(.misspeltKey, message, at: member.key.range)
            } else {
                add(.unknownKey, "\"\(key.prefix(80))\" in \(name) is ignored.", at: member.key.range)
            }
        }
    }
}

/// Decides whether a word is probably a misspelling of another word.
enum Spelling {
    private static let longest = 40

    static func isNear(_ word: String, _ known: String) -> Bool {
        let (word, known) = (letters(of: word), letters(of: known))
        guard !known.isEmpty, word.count <= longest else { return false }
        if word == known { return true }
        let most = known.count >= 8 ? 2 : 1
        guard known.count >= 4, abs(word.count - known.count) <= most else { return false }
        return NearestWord.mistakes(in: word, for: known, knowsSwaps: false) <= most
    }

    private static func letters(of word: String) -> [UInt8] {
        word.utf8.prefix(longest + 1).compactMap { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") ? nil : ByteClass.lowered($0) }
    }
}
