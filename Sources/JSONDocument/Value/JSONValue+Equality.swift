import Bytes

extension JSONValue: Hashable {
    /// Returns whether the two values have the same content, as described in ``JSONValue``.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        if let answer = areEqualScalars(left, right) { return answer }
        // The pairs of values that have not been compared yet.
        var pending = [(left, right)]
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                pending.append(contentsOf: zip(left, right))
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                for (key, value) in left {
                    guard let other = right[key] else { return false }
                    pending.append((value, other))
                }
            default:
                guard areEqualScalars(left, right) == true else { return false }
            }
        }
        return true
    }

    /// Returns whether two scalars are equal; nil if the values are containers of the same kind, because then their contents have to be
    /// compared.
    private static func areEqualScalars(_ left: JSONValue, _ right: JSONValue) -> Bool? {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasBytes(of: right)
        case (.number(let left), .number(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.null, .null): true
        case (.array, .array), (.object, .object): nil
        default: false
        }
    }

    /// Hashes scalars fully, and containers by their size, keys and direct scalars. This hash is good enough in practice and needs no
    /// recursion.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .array(let elements):
            hasher.combine(1)
            hasher.combine(elements.count)
            for element in elements { element.hashFlat(into: &hasher) }
        case .object(let object):
            hasher.combine(2)
            hasher.combine(object.count)
            // The order of members does not matter, so their hashes are summed.
            var sum = 0
            for (key, value) in object {
                var member = Hasher()
                member.combine(key)
                value.hashFlat(into: &member)
                sum &+= member.finalize()
            }
            hasher.combine(sum)
        default: hashFlat(into: &hasher)
        }
    }

    private func hashFlat(into hasher: inout Hasher) {
        switch self {
        case .object(let object):
            hasher.combine(3)
            hasher.combine(object.count)
        case .array(let elements):
            hasher.combine(4)
            hasher.combine(elements.count)
        case .string(let text): hasher.combine(text)
        case .number(let number): hasher.combine(number)
        case .bool(let value): hasher.combine(value)
        case .null: hasher.combine(5)
        }
    }
}

extension JSONObject: Hashable {
    /// Returns whether the two objects have the same keys with equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        JSONValue.object(left) == JSONValue.object(right)
    }

    /// Hashes the object like a ``JSONValue`` that contains it.
    public func hash(into hasher: inout Hasher) {
        JSONValue.object(self).hash(into: &hasher)
    }
}
