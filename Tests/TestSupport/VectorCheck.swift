package import JSONDocument

/// Collects the violated expectations of a case, and the parts of the case that the runner does not know.
package struct VectorCheck {
    /// Whether a violated expectation is a failure. Otherwise it is a remark.
    package let isRequired: Bool
    /// The values that `{"$ref": name}` stands for.
    package var references: [String: JSONValue] = [:]
    /// The values that `{"$match": "equals", "of": name}` stands for: those that a step saved, and those that the runner knows.
    package var saved: [String: JSONValue] = [:]

    package private(set) var failures: [String] = []
    package private(set) var remarks: [String] = []
    package private(set) var unknown: [String] = []

    package init(isRequired: Bool) {
        self.isRequired = isRequired
    }

    package mutating func fail(_ message: String) {
        if isRequired { failures.append(message) } else { remarks.append(message) }
    }

    package mutating func remark(_ message: String) {
        remarks.append(message)
    }

    package mutating func unknown(_ message: String) {
        unknown.append("the runner does not know " + message)
    }

    /// Reports every key in `object` that is not in `keys`.
    package mutating func allow(_ object: JSONValue, _ place: String, _ keys: Set<String>) {
        guard let members = object.objectValue else { return unknown("a \(place) that is no object: \(object)") }
        for key in members.keys where !keys.contains(key) { unknown("the key \"\(key)\" of \(place)") }
    }

    /// Returns a text, or nil if the value is null or missing.
    package mutating func text(_ value: JSONValue?, _ place: String) -> String? {
        guard let value, !value.isNull else { return nil }
        if value.stringValue == nil { unknown("the \(place) \(value)") }
        return value.stringValue
    }

    /// Returns a flag. A null or missing value means false.
    package mutating func flag(_ value: JSONValue?, _ place: String) -> Bool {
        guard let value, !value.isNull else { return false }
        if value.boolValue == nil { unknown("the \(place) \(value)") }
        return value.boolValue == true
    }

    /// Returns a list of texts. A single text counts as a list of one.
    package mutating func texts(_ value: JSONValue, _ place: String) -> [String] {
        let all = value.arrayValue ?? [value]
        let texts = all.compactMap(\.stringValue)
        if texts.count < all.count { unknown("the \(place) \(value)") }
        return texts
    }

    package mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fail(message()) }
    }

    package mutating func expect(_ place: String, _ actual: JSONValue?, matches expected: JSONValue) {
        if let problem = mismatch(actual, expected, place) { fail(problem) }
    }

    /// Checks that every member of `expected` matches a member of `actual`. `actual` may have other members.
    package mutating func expect(_ place: String, _ actual: JSONObject, contains expected: JSONValue) {
        guard let members = expected.objectValue else { return unknown("\(place) that is no object") }
        for member in members {
            expect("\(place).\(member.key)", actual[member.key], matches: member.value)
        }
    }

    /// Returns the first difference, or nil if there is none.
    package mutating func mismatch(_ actual: JSONValue?, _ expected: JSONValue, _ place: String) -> String? {
        if let object = expected.objectValue {
            if Self.isMatcher(object, for: actual) { return matcherMismatch(actual, object, place) }
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

    /// Returns whether the object is a matcher. A `$` key marks a matcher, but a query may have such keys too. If `actual` has the same
    /// keys, the object is compared literally.
    private static func isMatcher(_ object: JSONObject, for actual: JSONValue?) -> Bool {
        let keys = object.keys.filter { $0.hasPrefix("$") }
        return !keys.isEmpty && !keys.allSatisfy { actual?.objectValue?[$0] != nil }
    }

    private mutating func matcherMismatch(_ actual: JSONValue?, _ matcher: JSONObject, _ place: String) -> String? {
        let expected = JSONValue.object(matcher)
        let differs = difference(actual, expected, place)
        if let name = matcher["$ref"]?.stringValue, matcher.count == 1 {
            guard let reference = references[name] else {
                // The referenced value does not exist. If the runner knows the name, this counts as a mismatch.
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
            guard let name = matcher["of"]?.stringValue, let value = saved[name] else { break }
            if !Set(matcher.keys).isSubset(of: ["$match", "of", "plus"]) { break }
            guard let base = value.numberValue?.doubleValue else {
                // Only a number can be increased.
                if matcher["plus"] != nil { break }
                return actual == value ? nil : "\(differs) (\(value))"
            }
            guard let more = matcher["plus"].map({ $0.numberValue?.doubleValue }) ?? 0 else { break }
            return (actual?.numberValue?.doubleValue).map { abs($0 - base - more) < 0.001 } == true ? nil : "\(differs) (\(base + more))"
        default: break
        }
        unknown("the matcher \(expected)")
        return nil
    }

    private func difference(_ actual: JSONValue?, _ expected: JSONValue, _ place: String) -> String {
        "\(place) is \(actual.map { "\($0)" } ?? "missing"), not \(expected)"
    }
}
