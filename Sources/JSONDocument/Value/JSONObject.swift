import Bytes

/// A JSON object: members by key, in the order in which the keys were added.
///
/// Keys are equal if their Unicode scalars are equal. In an object with up to eight members, a key is found by linear search. In a larger
/// object, finding a key is O(1).
public struct JSONObject: Sendable {
    private var members: [(key: String, value: JSONValue)] = []

    /// The index of each key. It is filled only if there are too many members for a linear search.
    private var places: [ExactString: Int] = [:]

    private static let fewMembers = 8

    /// Creates an object without members.
    public init() {}

    /// Creates an object from members. A duplicate key has its last value, at the position of its first occurrence.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members {
            self[key] = value
        }
    }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. Setting the value of a new key appends a member. Setting the value of an existing key does not change its
    /// position. Setting nil removes the key in O(*n*).
    public subscript(key: String) -> JSONValue? {
        get {
            place(of: key).map { members[$0].value }
        }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (nil, let value?): append(key, value)
            case (let place?, nil):
                members.remove(at: place)
                rebuildPlaces()
            case (nil, nil): break
            }
        }
    }

    private func place(of key: String) -> Int? {
        members.count > Self.fewMembers ? places[ExactString(key)] : members.firstIndex { $0.key.hasBytes(of: key) }
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if members.count > Self.fewMembers + 1 {
            places[ExactString(key)] = members.count - 1
        } else if members.count > Self.fewMembers {
            rebuildPlaces()
        }
    }

    private mutating func rebuildPlaces() {
        places.removeAll(keepingCapacity: true)
        guard members.count > Self.fewMembers else { return }
        for (place, member) in members.enumerated() {
            places[ExactString(member.key)] = place
        }
    }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { 0 }

    /// The position after the last member.
    public var endIndex: Int { members.count }

    /// The member at a position.
    public subscript(position: Int) -> (key: String, value: JSONValue) { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal. A duplicate key has its last value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}
