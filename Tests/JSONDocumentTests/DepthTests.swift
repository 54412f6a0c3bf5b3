import JSONDocument
import TestSupport
import Testing

@Suite("The deepest value is safe on the smallest stack")
struct DepthTests {
    @Test("Reading, converting, comparing, hashing, writing and releasing", arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
    func deepest(_ opening: String, _ closing: String) async {
        let count = opening.count + closing.count == 8 ? 256 : 512
        let text = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
        let isSafe = await onSmallStack {
            guard let root = JSONDocument(text).root else { return false }
            var value = JSONValue(root)
            let other = JSONValue(root)
            guard value == other, value.hashValue == other.hashValue, (try? value.serialized()) == text, value.description == text else {
                return false
            }
            value = .null
            return value.isNull
        }
        #expect(isSafe)
    }

    @Test func tooDeepToWrite() {
        var value: JSONValue = 1
        for _ in 0..<512 { value = [value] }
        #expect(throws: Never.self) { try value.serialized() }
        value = ["a": value]
        let error = #expect(throws: JSONSerializationError.self) { try value.serialized() }
        #expect(error?.code == .tooDeep)
        #expect(error?.path.hasPrefix("a[0][0]") == true)
    }
}
