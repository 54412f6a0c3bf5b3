import JSONDocument

/// Visits a JSON value and everything in it, in the order in which it is written, with secrets masked. The walk does not recurse.
struct ValueWalk {
    enum Step {
        /// The start of a container. The name is nil if the container is not a member of an object.
        case open(name: String?, isObject: Bool, isEmpty: Bool)
        case close
        /// A string, masked if necessary.
        case text(name: String?, String)
        /// A number, true, false or null, as JSON.
        case literal(name: String?, String)
    }

    private struct Frame {
        let container: JSONValue
        var next = 0

        mutating func child() -> (name: String?, value: JSONValue)? {
            defer { next += 1 }
            switch container {
            case .object(let object): return next < object.count ? (object[next].key, object[next].value) : nil
            case .array(let elements): return next < elements.count ? (nil, elements[next]) : nil
            case .string, .number, .bool, .null: return nil
            }
        }
    }

    private let root: JSONValue
    private var frames: [Frame] = []
    private var isAtStart = true

    init(_ value: JSONValue) {
        root = value
    }

    /// The number of containers that contain the next step.
    var depth: Int { frames.count }

    mutating func next(_ masking: inout Masking) -> Step? {
        if isAtStart {
            isAtStart = false
            return step(name: nil, root, &masking)
        }
        guard !frames.isEmpty else { return nil }
        if let (name, value) = frames[frames.count - 1].child() { return step(name: name, value, &masking) }
        frames.removeLast()
        return .close
    }

    private mutating func step(name: String?, _ value: JSONValue, _ masking: inout Masking) -> Step {
        let shownName = name.map(masking.name)
        if let bullets = masking.stand(inFor: value, of: name) { return .text(name: shownName, bullets) }
        switch value {
        case .object(let object):
            frames.append(Frame(container: value))
            return .open(name: shownName, isObject: true, isEmpty: object.isEmpty)
        case .array(let elements):
            frames.append(Frame(container: value))
            return .open(name: shownName, isObject: false, isEmpty: elements.isEmpty)
        case .string(let text): return .text(name: shownName, masking.text(text, of: name))
        case .number(let number): return .literal(name: shownName, number.literal)
        case .bool(let value): return .literal(name: shownName, value ? "true" : "false")
        case .null: return .literal(name: shownName, "null")
        }
    }
}
