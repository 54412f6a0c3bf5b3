import JSONDocument
import Testing

@Suite("Values: equality, order, numbers, writing")
struct ValueTests {
    @Test func literalsAndAccess() {
        let value: JSONValue = ["a": 1, "b": [true, nil, 1.5, "x"], "a": 2]
        #expect(value["a"] == 2)
        #expect(value["b"]?[3]?.stringValue == "x")
        #expect(value["b"]?[4] == nil && value["b"]?[-1] == nil && value["c"] == nil && value[0] == nil)
        #expect(value.objectValue?.keys == ["a", "b"])
        #expect(value["b"]?[0]?.boolValue == true && value["b"]?[1]?.isNull == true)
        #expect(value["a"]?.boolValue == nil && value["a"]?.numberValue?.intValue == 2)
        #expect(value.description == #"{"a":2,"b":[true,null,1.5,"x"]}"#)
    }

    @Test(
        "Equal as JSON",
        arguments: [
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#), ("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), ("0.5", "5E-1"), ("[1,2]", "[1.0,2e0]"),
            ("1e999", "10e998"),
            ("123456789012345678901234567890.10", "123456789012345678901234567890.1"), (#""\u0041""#, #""A""#),
            (#"{"a":1,"a":2}"#, #"{"a":2}"#),
            ("0e999999999999999999999", "0e999999999999999999999"), ("[{},[]]", "[{},[]]"),
        ])
    func equal(_ left: String, _ right: String) throws {
        let left = JSONValue(try #require(JSONDocument(left).root))
        let right = JSONValue(try #require(JSONDocument(right).root))
        #expect(left == right && right == left)
        #expect(left.hashValue == right.hashValue)
        #expect(JSONValue.array([left, left]).hashValue == JSONValue.array([right, right]).hashValue)
    }

    @Test(
        "Not equal as JSON",
        arguments: [
            ("1", "true"), ("0", "false"), ("null", "false"), ("1", "\"1\""), ("[]", "{}"), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"),
            (#"{"a":1}"#, #"{"a":1,"b":1}"#),
            (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":null}"#, "{}"), ("1", "-1"), ("1e2", "1e3"), ("0.1", "0.10000000000000001"),
            ("\"\u{E9}\"", "\"e\u{301}\""),
            ("1e9999999999999999999", "1e9999999999999999998"), ("[[1]]", "[[2]]"), (#"{"a":{"b":1}}"#, #"{"a":{"b":2}}"#),
        ])
    func different(_ left: String, _ right: String) throws {
        let left = JSONValue(try #require(JSONDocument(left).root))
        let right = JSONValue(try #require(JSONDocument(right).root))
        #expect(left != right && right != left)
    }

    @Test(
        "Numbers keep their literal and return their value",
        arguments: [
            ("1", 1, 1.0), ("-0", 0, -0.0), ("1e2", 100, 100.0), ("1.50e1", 15, 15.0), ("1.5", nil, 1.5),
            ("9223372036854775807", Int.max, 0x1p63),
            ("-9223372036854775808", Int.min, -0x1p63), ("9223372036854775808", nil, 0x1p63), ("1e400", nil, nil), ("1e-400", nil, 0.0),
            ("1e99999999999999999999", nil, nil), ("1e9223372036854775807", nil, nil), ("1e-9223372036854775808", nil, 0.0),
            ("1.00e-999999999999999999", nil, 0.0), ("100e999999999999999999", nil, nil), ("10e18", nil, 1e19),
        ] as [(String, Int?, Double?)])
    func numbers(_ literal: String, _ whole: Int?, _ double: Double?) throws {
        let number = try #require(JSONNumber(literal: literal))
        #expect(number.literal == literal && number.isExpressible)
        #expect(number.intValue == whole)
        #expect(number.doubleValue == double)
    }

    @Test(
        "Texts that are not JSON numbers",
        arguments: ["", " 1", "1 ", "01", "+1", "nan", "inf", "0x10", "1.", ".5", "-", "\"1\"", "[1]", "true", "１"])
    func noNumbers(_ literal: String) {
        #expect(JSONNumber(literal: literal) == nil)
    }

    @Test(
        arguments: [
            (1.0, "1"), (-0.0, "-0"), (1.5, "1.5"), (1e20, "1e+20"), (0.1, "0.1"), (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
            (123456789012, "123456789012"),
        ] as [(Double, String)])
    func doubles(_ value: Double, _ literal: String) throws {
        let number = JSONNumber(value)
        #expect(number.literal == literal && number.isExpressible && number.doubleValue == value)
    }

    @Test("A value that JSON cannot express is reported with its path", arguments: [Double.nan, .infinity, -.infinity])
    func inexpressible(_ double: Double) throws {
        let number = JSONNumber(double)
        #expect(!number.isExpressible && number.doubleValue == nil && number.intValue == nil)
        #expect(number == JSONNumber(double))
        let value: JSONValue = ["extras": ["items": [1, .number(number)]]]
        let error = #expect(throws: JSONSerializationError.self) { try value.serialized() }
        #expect(error?.code == .numberNotExpressible && error?.path == "extras.items[1]")
        #expect(error?.description.hasPrefix("the value at extras.items[1] is the number \(number.literal), which") == true)
        var output: [UInt8] = [1, 2]
        #expect(throws: JSONSerializationError.self) { try value.serialize(into: &output) }
        #expect(output == [1, 2])
        #expect(throws: JSONSerializationError.self) { try JSONValue.number(number).serialized() }
    }

    @Test(arguments: [
        ("a/b", "\"a/b\""), ("\"\\", #""\"\\""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\0\u{1F}\u{7F}\u{80}\u{9F}\u{A0}", "\"\\u0000\\u001F\\u007F\\u0080\\u009F\u{A0}\""),
        ("\u{2027}\u{2028}\u{2029}\u{202A}", "\"\u{2027}\\u2028\\u2029\u{202A}\""), ("é€😀", "\"é€😀\""), ("", "\"\""),
    ])
    func strings(_ text: String, _ json: String) throws {
        #expect(try JSONValue.string(text).serialized() == json)
        #expect(JSONDocument(json).root?.stringValue == text)
        #expect(try JSONValue.object([text: 1]).serialized() == "{\(json):1}")
    }

    @Test("Characters that must be escaped are found at any position", arguments: 0..<20)
    func escapedPlaces(_ length: Int) throws {
        let plain = String(repeating: "a", count: length)
        for (text, escape) in [
            ("\u{7F}", "\\u007F"), ("\u{85}", "\\u0085"), ("\u{2028}", "\\u2028"), ("\"", "\\\""), ("\u{1}", "\\u0001"), ("é", "é"),
        ] {
            #expect(try JSONValue.string(plain + text + plain + text).serialized() == "\"\(plain)\(escape)\(plain)\(escape)\"")
        }
    }

    @Test("An object keeps the order in which its keys were added", arguments: [3, 8, 9, 10, 100])
    func objects(_ count: Int) {
        var object = JSONObject()
        for number in 0..<count { object["k\(number)"] = .number(JSONNumber(number)) }
        object["k1"] = "new"
        #expect(object.keys == (0..<count).map { "k\($0)" })
        #expect(object["k1"] == "new" && object["k2"] == 2 && object["k\(count)"] == nil)
        object["k0"] = nil
        object["nothing"] = nil
        #expect(object.keys == (1..<count).map { "k\($0)" })
        #expect(object["k0"] == nil && object["k\(count - 1)"] != nil)
        object["k0"] = 0
        #expect(object.keys.last == "k0" && object.count == count)
        #expect(object.first?.key == "k1")
    }

    @Test func keysAreComparedByScalars() {
        let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(object.count == 2 && object["\u{E9}"] == 1 && object["e\u{301}"] == 2)
    }
}
