extension JSONValue: Hashable {
    /// Whether both say the same; see ``JSONValue``.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        // Pairs still to be compared; scalars, the most frequent question, never get there.
        var pending = [(left, right)]
        while let (left, right) = pending.popLast() {
            switch (left, right) {
            case (.string(let left), .string(let right)):
                guard left.isExactly(right) else { return false }
            case (.number(let left), .number(let right)):
                guard left == right else { return false }
            case (.bool(let left), .bool(let right)):
                guard left == right else { return false }
            case (.null, .null): break
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                pending.append(contentsOf: zip(left, right))
            case (.object(let left), .object(let right)):
                guard left.count == right.count else { return false }
                for (key, value) in left {
                    guard let other = right[key] else { return false }
                    pending.append((value, other))
                }
            default: return false
            }
        }
        return true
    }

    /// Hashes scalars whole and containers by their size, their keys and the scalars directly in them: enough to tell values apart, and flat.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .array(let elements):
            hasher.combine(1)
            hasher.combine(elements.count)
            for element in elements { element.hashFlat(into: &hasher) }
        case .object(let object):
            hasher.combine(2)
            hasher.combine(object.count)
            // Members count in any order, so their hashes are added up.
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
    /// Whether both have the same keys with equal values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        JSONValue.object(left) == JSONValue.object(right)
    }

    /// Hashes as the value that holds it.
    public func hash(into hasher: inout Hasher) {
        JSONValue.object(self).hash(into: &hasher)
    }
}
