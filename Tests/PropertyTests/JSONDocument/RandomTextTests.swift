import JSONDocument
import TestSupport
import Testing

@Suite("Random texts never trap and keep the properties of all texts")
struct RandomTextTests {
    /// Checks properties that hold for every document, whatever its bytes.
    private func check(_ bytes: [UInt8]) {
        let document = JSONDocument(bytes)
        var problem: String?
        if document.isValid == document.findings.contains(where: \.isError) { problem = "valid and errors disagree" }
        if document.isValid, document.root == nil { problem = "valid without a value" }
        for finding in document.findings where finding.range.lowerBound < 0 || finding.range.upperBound > bytes.count {
            problem = "a finding beside the text"
        }
        var pending = document.root.map { [$0] } ?? []
        while let node = pending.popLast() {
            let children = node.elements.map { $0 } + node.members.flatMap { [$0.key, $0.value] }
            if children.contains(where: { $0.range.lowerBound < node.range.lowerBound || $0.range.upperBound > node.range.upperBound }) {
                problem = "a child beside its container"
            }
            if zip(children, children.dropFirst()).contains(where: { $0.range.upperBound > $1.range.lowerBound }) {
                problem = "children overlap"
            }
            _ = node.stringValue
            pending += children
        }
        if let root = document.root {
            let value = JSONValue(root)
            if let text = try? value.serialized() {
                let again = JSONDocument(text)
                if !again.isValid { problem = "what was written is not valid: \(text)" }
                if again.root.map(JSONValue.init) != value { problem = "what was written reads otherwise: \(text)" }
            } else if document.isValid {
                problem = "valid and cannot be written"
            }
        }
        if let problem {
            Issue.record("\(problem): \(String(decoding: bytes, as: UTF8.self)) \(bytes)")
        }
    }

    private static let alphabet: [[UInt8]] =
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "'", "/", "*", "-", "+", ".", "0", "1", "e", "E", "u", "d800", "dc00", "\\u", "true",
            "nul", "a", " ", "\n",
        ]
        .map { Array($0.utf8) } + [
            [0], [0x1F], [0x7F], [0xC3, 0xA9], [0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0xFF], [0xEF, 0xBB, 0xBF],
        ]

    @Test("Random tokens", .daily, arguments: Seeds.among(1...4))
    func tokens(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(2_500, long: 10_000) {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                bytes += Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)]
            }
            check(bytes)
        }
    }

    @Test("A payload with bytes changed, removed, doubled or cut off", .daily, arguments: Seeds.among(11...14))
    func mutations(_ seed: UInt64) {
        let payload = Array(
            #"{"target_url":"https:\/\/a.example\/p?x=1&y=é","version":"1.0","extras":{"n":[1,-2.5e3,true,null],"s":"\ud83d\ude00"},"referer_app_link":{}}"#
                .utf8
        )
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(1_500, long: 5_000) {
            var bytes = payload
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &random)], at: place)
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
                default: bytes.removeSubrange(place...)
                }
            }
            check(bytes)
        }
    }

    @Test("Any bytes", .daily, arguments: Seeds.among(21...24))
    func bytes(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(2_500, long: 10_000) {
            check((0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) })
        }
    }

    @Test("A value that is written and read again is valid and the same", .daily, arguments: Seeds.among(31...34))
    func roundTrips(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<Effort.size(200, long: 500) {
            let value = Self.value(depth: 4, using: &random)
            let text = try value.serialized()
            let document = JSONDocument(text)
            #expect(document.isValid && document.findings.isEmpty, "\(text)")
            #expect(document.root.map(JSONValue.init) == value, "\(text)")
            #expect(try document.root.map { try JSONValue($0).serialized() } == text)
        }
    }

    private static func value(depth: Int, using random: inout SeededRandom) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(JSONNumber(Int.random(in: .min ... .max, using: &random)))
        case 3:
            let double = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
            return .number(JSONNumber(double.isFinite ? double : 0))
        case 4, 5: return .string(text(using: &random))
        case 6: return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth - 1, using: &random) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                object[text(using: &random)] = value(depth: depth - 1, using: &random)
            }
            return .object(object)
        }
    }

    private static func text(using random: inout SeededRandom) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let limits: [UInt32] = [0x7F, 0xFF, 0x30FF, 0x10FFFF]
            let limit = limits[Int.random(in: 0..<4, using: &random)]
            text.append(Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) ?? "x")
        }
        return String(text)
    }
}
