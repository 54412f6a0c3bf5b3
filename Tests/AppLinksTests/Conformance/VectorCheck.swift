import JSONDocument

/// Collects what does not hold in one case, and what the runner does not understand of it.
struct VectorCheck {
    let isRequired: Bool
    /// `{"$ref": name}` stands for these.
    var references: [String: JSONValue] = [:]
    /// `{"$match": "equals", "of": name}` stands for these.
    var numbers: [String: Double] = [:]

    private(set) var failures: [String] = []
    private(set) var remarks: [String] = []
    private(set) var unknown: [String] = []

    init(isRequired: Bool) {
        self.isRequired = isRequired
    }

    mutating func fail(_ message: String) {
        if isRequired { failures.append(message) } else { remarks.append(message) }
    }

    mutating func remark(_ message: String) {
        remarks.append(message)
    }

    mutating func unknown(_ message: String) {
        unknown.append("the runner does not know " + message)
    }

    /// Everything in `object` has to have one of these keys.
    mutating func allow(_ object: JSONValue, _ place: String, _ keys: Set<String>) {
        guard let members = object.objectValue else { return unknown("a \(place) that is no object: \(object)") }
        for key in members.keys where !keys.contains(key) { unknown("the key \"\(key)\" of \(place)") }
    }

    mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fail(message()) }
    }

    mutating func expect(_ place: String, _ actual: JSONValue?, matches expected: JSONValue) {
        if let problem = mismatch(actual, expected, place) { fail(problem) }
    }

    /// Every member of `expected` has to match in `actual`, which may have more.
    mutating func expect(_ place: String, _ actual: JSONObject, contains expected: JSONValue) {
        guard let members = expected.objectValue else { return unknown("\(place) that is no object") }
        for member in members {
            expect("\(place).\(member.key)", actual[member.key], matches: member.value)
        }
    }

    /// Tells the first difference, or nil where there is none.
    mutating func mismatch(_ actual: JSONValue?, _ expected: JSONValue, _ place: String) -> String? {
        if let object = expected.objectValue {
            if object.keys.contains(where: { $0.hasPrefix("$") }) { return matcherMismatch(actual, object, place) }
            guard let members = actual?.objectValue else { return difference(actual, expected, place) }
            for key in members.keys where object[key] == nil { return "\(place).\(key) should not be there" }
            for member in object {
                if let problem = mismatch(members[member.key], member.value, "\(place).\(member.key)") { return problem }
            }
            return nil
        }
        if let elements = expected.arrayValue {
            guard let others = actual?.arrayValue, others.count == elements.count else { return difference(actual, expected, place) }
            for (index, element) in elements.enumerated() {
                if let problem = mismatch(others[index], element, "\(place)[\(index)]") { return problem }
            }
            return nil
        }
        return actual == expected ? nil : difference(actual, expected, place)
    }

    private mutating func matcherMismatch(_ actual: JSONValue?, _ matcher: JSONObject, _ place: String) -> String? {
        let expected = JSONValue.object(matcher)
        let differs = difference(actual, expected, place)
        if let name = matcher["$ref"]?.stringValue, matcher.count == 1 {
            guard let reference = references[name] else {
                // What is referred to did not come about; that is a difference, if the name is one the runner has.
                if name == "opened.url" { return "\(place): nothing was opened" }
                unknown("the reference \"\(name)\"")
                return nil
            }
            return actual == reference ? nil : difference(actual, reference, place)
        }
        if matcher["$absent"] == .bool(true), matcher.count == 1 { return actual == nil ? nil : "\(place) should not be there" }
        switch matcher["$match"]?.stringValue {
        case "nonEmptyString" where matcher.count == 1:
            return (actual?.stringValue ?? "").isEmpty ? differs : nil
        case "greaterThan":
            guard let bound = matcher["value"]?.numberValue?.doubleValue, matcher.count == 2 else { break }
            return (actual?.numberValue?.doubleValue).map { $0 > bound } == true ? nil : differs
        case "atMost":
            guard let bound = matcher["count"]?.numberValue?.doubleValue, matcher.count == 2 else { break }
            return (actual?.arrayValue?.count).map { Double($0) <= bound } == true ? nil : differs
        case "equals":
            guard let name = matcher["of"]?.stringValue, let base = numbers[name] else { break }
            if !Set(matcher.keys).isSubset(of: ["$match", "of", "plus"]) { break }
            let sum = base + (matcher["plus"]?.numberValue?.doubleValue ?? 0)
            return (actual?.numberValue?.doubleValue).map { abs($0 - sum) < 0.001 } == true ? nil : "\(differs) (\(sum))"
        default: break
        }
        unknown("the matcher \(expected)")
        return nil
    }

    private func difference(_ actual: JSONValue?, _ expected: JSONValue, _ place: String) -> String {
        "\(place) is \(actual.map { "\($0)" } ?? "missing"), not \(expected)"
    }
}
