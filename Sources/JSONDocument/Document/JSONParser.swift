import Bytes

/// Parses a JSON text (RFC 8259) in one pass, recovering from every error.
///
/// The loop in `run()` skips whitespace and looks at one byte. `expectation` tells what the byte may be:
///
///     rootValue ─► end                                     a single value, then the end
///     [ ─► firstElement ─► separator ─► element ─► …       "]" is allowed at firstElement and at separator
///     { ─► firstKey ─► colon ─► memberValue ─► separator ─► key ─► …
///
/// If the byte begins something that is expected, the parser reads it. If not, the parser adds a finding, and `JSONParser+Recovery.swift`
/// decides how to continue. Each recovery either advances by at least one byte or changes the expectation so that the next step advances.
/// So the number of steps is bounded.
///
/// There is no recursion. The open containers are linked through their records (see ``NodeRecord``). The list starts at `container`, the
/// innermost open container.
struct JSONParser: ~Copyable {
    enum Expectation {
        case rootValue, firstElement, element, firstKey, key, colon, memberValue, separator, end
    }

    static let noContainer = Int(UInt32.max)

    let bytes: ByteView
    let limits: JSONDocument.Limits
    var position = 0
    var expectation = Expectation.rootValue
    var records: [NodeRecord] = []
    var container = JSONParser.noContainer
    var depth = 0
    var lastComma = 0
    var hasStopped = false
    var findings = JSONFindingList()

    init(_ bytes: ByteView, limits: JSONDocument.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func parse() {
        if bytes.count > limits.size {
            tell(.tooLarge, limits.size..<bytes.count) {
                "the text has \($0.bytes.count) bytes, which is more than the limit of \($0.limits.size): it was not read"
            }
        } else {
            // This allocation is enough for most documents, because few have more than one value per eight bytes. For other documents, the
            // array grows.
            records.reserveCapacity(min(bytes.count / 8 + 4, 4096))
            skipByteOrderMark()
            run()
            closeWhatIsOpen()
        }
    }

    private mutating func run() {
        while !hasStopped {
            skipBlanks()
            let byte = bytes[position]
            if byte == 0, position >= bytes.count {
                return foundEnd()
            }
            switch expectation {
            case .rootValue, .memberValue, .element, .firstElement: readValue(byte)
            case .firstKey, .key: readKey(byte)
            case .colon: readColon(byte)
            case .separator: readSeparator(byte)
            case .end: foundTrailingContent()
            }
        }
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while true {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func readValue(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""):
            readString()
            didReadValue()
        case UInt8(ascii: "{"): open(.object)
        case UInt8(ascii: "["): open(.array)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            readNumber()
            didReadValue()
        case UInt8(ascii: "t"): readLiteral("true", .bool, .isTrue)
        case UInt8(ascii: "f"): readLiteral("false", .bool, [])
        case UInt8(ascii: "n"): readLiteral("null", .null, [])
        case UInt8(ascii: "]") where expectation == .firstElement: close()
        default: recoverValue(byte)
        }
    }

    private mutating func readKey(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""):
            let flags = readString()
            didReadKey(flags)
        case UInt8(ascii: "}") where expectation == .firstKey: close()
        default: recoverKey(byte)
        }
    }

    private mutating func readColon(_ byte: UInt8) {
        if byte == UInt8(ascii: ":") {
            position += 1
            expectation = .memberValue
        } else {
            recoverColon(byte)
        }
    }

    private mutating func readSeparator(_ byte: UInt8) {
        let isObject = records[container].kind == .object
        switch byte {
        case UInt8(ascii: ","):
            lastComma = position
            position += 1
            expectation = isObject ? .key : .element
        case UInt8(ascii: "}") where isObject: close()
        case UInt8(ascii: "]") where !isObject: close()
        default: recoverSeparator(byte, isObject: isObject)
        }
    }

    private mutating func readLiteral(_ word: StaticString, _ kind: JSONDocument.Node.Kind, _ flags: NodeRecord.Flags) {
        let end = position + word.utf8CodeUnitCount
        guard bytes.hasPrefix(word, at: position), !isWordByte(bytes[end]) else {
            return recoverWord()
        }
        add(kind, to: end, flags)
        didReadValue()
    }

    // MARK: Recording

    /// Records a value without children from the position to `end`, and advances to `end`.
    mutating func add(_ kind: JSONDocument.Node.Kind, to end: Int, _ flags: NodeRecord.Flags = []) {
        // Offsets fit into 32 bits, because at most 1 GiB is read. Indices fit too, because every record begins at its own byte, except for
        // missing values, and each missing value has a key.
        records.append(
            NodeRecord(
                start: UInt32(truncatingIfNeeded: position), end: UInt32(truncatingIfNeeded: end),
                next: UInt32(truncatingIfNeeded: records.count + 1), count: 0, kind: kind, flags: flags
            )
        )
        position = end
    }

    mutating func didReadValue() {
        guard container != Self.noContainer else {
            expectation = .end
            return
        }
        records[container].count &+= 1
        expectation = .separator
    }

    mutating func didReadKey(_ flags: NodeRecord.Flags) {
        if flags.contains(.needsDecoding) {
            records[container].flags.insert(.needsDecoding)
        }
        expectation = .colon
    }

    /// Records a missing value for the last key.
    mutating func addMissingValue() {
        add(.null, to: position, .missing)
        didReadValue()
    }

    mutating func open(_ kind: JSONDocument.Node.Kind) {
        guard depth < limits.depth else {
            tell(.tooDeep, position..<position + 1) {
                "the text is nested more than \($0.limits.depth) levels deep at byte \($0.position + 1): reading stopped here"
            }
            hasStopped = true
            return
        }
        depth += 1
        let outer = container
        container = records.count
        add(kind, to: position + 1)
        records[container].next = UInt32(truncatingIfNeeded: outer)
        expectation = kind == .object ? .firstKey : .firstElement
    }

    /// Closes the innermost container with the bracket at the position.
    mutating func close() {
        position += 1
        closeHere()
    }

    /// Closes the innermost container, whose closing bracket has been read or is missing.
    mutating func closeHere() {
        let closed = container
        let outer = Int(records[closed].next)
        records[closed].end = UInt32(truncatingIfNeeded: position)
        records[closed].next = UInt32(truncatingIfNeeded: records.count)
        if records[closed].kind == .object, records[closed].count > 1 {
            findDuplicateKeys(of: closed)
        }
        container = outer
        depth -= 1
        didReadValue()
    }

    private mutating func closeWhatIsOpen() {
        if expectation == .colon || expectation == .memberValue {
            addMissingValue()
        }
        while container != Self.noContainer {
            closeHere()
        }
    }
}

// RFC 8259, section 4: "names within an object SHOULD be unique". The RFC says SHOULD, so a duplicate is a note and not an error.
extension JSONParser {
    /// Adds a note for each duplicate key of an object. The object must be closed, so that the records of its members are complete.
    mutating func findDuplicateKeys(of object: Int) {
        // If there are few keys and none needs decoding, every pair of keys is compared. This allocates no memory, and the number of pairs
        // is small.
        if records[object].count <= 16, !records[object].flags.contains(.needsDecoding) {
            findDuplicatesOfFew(in: object)
        } else {
            findDuplicatesOfMany(in: object)
        }
    }

    private mutating func findDuplicatesOfFew(in object: Int) {
        var key = object + 1
        for _ in 0..<records[object].count {
            let content = records[key].contentRange
            var earlier = object + 1
            while earlier < key {
                if bytes.isEqual(records[earlier].contentRange, to: bytes, content) {
                    tellDuplicate(key, first: earlier)
                    break
                }
                earlier = records[earlier + 1].nextIndex
            }
            key = records[key + 1].nextIndex
        }
    }

    private mutating func findDuplicatesOfMany(in object: Int) {
        var seen: [ExactString: Int] = [:]
        seen.reserveCapacity(Int(records[object].count))
        var key = object + 1
        for _ in 0..<records[object].count {
            let text = ExactString(decodedString(records[key], in: bytes))
            if let first = seen[text] {
                tellDuplicate(key, first: first)
            } else {
                seen[text] = key
            }
            key = records[key + 1].nextIndex
        }
    }

    private mutating func tellDuplicate(_ key: Int, first: Int) {
        let range = records[key].range
        let text = decodedString(records[key], in: bytes)
        note(.duplicateKey, range) {
            "the key \($0.shown(text)) at byte \(range.lowerBound + 1) repeats the key at byte \($0.records[first].start + 1): most parsers use the last value"
        }
    }
}
