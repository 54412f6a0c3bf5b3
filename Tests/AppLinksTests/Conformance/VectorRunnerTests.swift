import JSONDocument
import TestSupport
import Testing

/// Checks that the runner notices every change to the expectations of a passing case.
@Suite struct VectorRunnerTests {
    @Test(arguments: ["Vectors", "OurVectors"])
    func noticesEveryChangedExpectation(resource: String) throws {
        var variants = 0
        for vector in try VectorFolder(resource: resource).vectors() {
            for (place, changed) in Self.expectations(of: vector.content) {
                variants += 1
                #expect(Self.isNoticed(changed, vector.kind), "\(vector.id): \(place)")
            }
        }
        #expect(variants > 1_000)
    }

    @Test(arguments: ["Vectors", "OurVectors"])
    func noticesEveryKeyItDoesNotKnow(resource: String) throws {
        for vector in try VectorFolder(resource: resource).vectors() {
            for (place, changed) in Self.extended(vector.content, "case") {
                #expect(Self.isNoticed(changed, vector.kind), "\(vector.id): \(place)")
            }
        }
    }

    private static func isNoticed(_ content: JSONValue, _ kind: VectorKind) -> Bool {
        let vector = Vector(kind: kind, content: content)
        var check = vector.check()
        vector.run(&check)
        return !(check.unknown + check.failures + check.remarks).isEmpty
    }
}

/// The changes to the cases.
extension VectorRunnerTests {
    typealias Variant = (place: String, value: JSONValue)

    /// Returns copies of the case, each with one value of an expectation changed.
    private static func expectations(of content: JSONValue) -> [Variant] {
        var variants: [Variant] = []
        if let expect = content["expect"] {
            variants += changed(expect, "expect").map { ($0.place, replacing("expect", of: content, by: $0.value)) }
        }
        for (index, step) in (content["input"]?["steps"]?.arrayValue ?? []).enumerated() {
            guard let then = step["then"], let input = content["input"], var steps = input["steps"]?.arrayValue else { continue }
            for variant in changed(then, "step \(index)") {
                steps[index] = replacing("then", of: step, by: variant.value)
                let input = replacing("steps", of: input, by: .array(steps))
                variants.append((variant.place, replacing("input", of: content, by: input)))
            }
        }
        return variants
    }

    private static func changed(_ value: JSONValue, _ place: String) -> [Variant] {
        switch value {
        case .object(let members):
            // The name is the only part of a matcher for which every change is a mismatch.
            if members["$match"] != nil { return [(place, replacing("$match", of: value, by: "other"))] }
            return members.flatMap { member -> [Variant] in
                let place = place + "." + member.key
                switch member.key {
                // These keys list what must be absent, or which alternatives are accepted.
                case "argsAbsent": return [(place, replacing(member.key, of: value, by: ["type"]))]
                case "valueMustNotContain": return [(place, replacing(member.key, of: value, by: ["%"]))]
                case "withoutDataAlso",
                    "withoutData" where members["withoutDataAlso"] != nil:
                    return []
                // `save` stores a value for later, so there is nothing to compare it with.
                case "save": return [(place, replacing(member.key, of: value, by: 1))]
                default: return changed(member.value, place).map { ($0.place, replacing(member.key, of: value, by: $0.value)) }
                }
            }
        case .array(let elements):
            let longer: Variant = (place, .array(elements + ["more"]))
            return [longer]
                + elements.enumerated().flatMap { index, element in
                    changed(element, "\(place)[\(index)]").map { variant in
                        var elements = elements
                        elements[index] = variant.value
                        return (variant.place, .array(elements))
                    }
                }
        case .string(let text): return [(place, .string(text + "!"))]
        case .bool(let flag): return [(place, .bool(!flag))]
        case .number: return [(place, "a number no more")]
        case .null: return [(place, "something")]
        }
    }

    /// Returns copies of the value. In each copy, one object has an additional, unknown key. The data that a case's app sends may have any
    /// keys, so it is left out.
    private static func extended(_ value: JSONValue, _ place: String) -> [Variant] {
        switch value {
        case .object(let members):
            let more: Variant = (place, replacing("an unknown key", of: value, by: .null))
            return [more]
                + members.flatMap { member in
                    switch member.key {
                    case "extras", "appLinkData", "alternatives", "json", "note": [] as [Variant]
                    default:
                        extended(member.value, place + "." + member.key).map { ($0.place, replacing(member.key, of: value, by: $0.value)) }
                    }
                }
        case .array(let elements):
            return elements.enumerated().flatMap { index, element in
                extended(element, "\(place)[\(index)]").map { variant in
                    var elements = elements
                    elements[index] = variant.value
                    return (variant.place, .array(elements))
                }
            }
        default: return []
        }
    }

    private static func replacing(_ key: String, of value: JSONValue, by other: JSONValue) -> JSONValue {
        var members = value.objectValue ?? JSONObject()
        members[key] = other
        return .object(members)
    }
}
