/// Members by key, in the order in which the keys came.
///
/// Keys are the same if their Unicode scalars are. Finding a key is O(1) from nine members on, and a look at each before.
public struct JSONObject: Sendable {
    private var members: [(key: String, value: JSONValue)] = []

    /// The place of each key, kept only where looking at all of them would take longer.
    private var places: [ExactString: Int] = [:]

    private static let fewMembers = 8

    /// No members.
    public init() {}

    /// The members of a sequence; of several with the same key the last counts, at the place of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members {
            self[key] = value
        }
    }

    /// The keys in their order.
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. Setting a new key puts it last, setting an old one keeps its place, setting nil removes it (O(*n*)).
    public subscript(key: String) -> JSONValue? {
        get {
            place(of: key).map { members[$0].value }
        }
        set {
            switch (place(of: key), newValue) {
            case (let place?, let value?): members[place].value = value
            case (nil, let value?): append(key, value)
            case (let place?, nil): remove(at: place)
            case (nil, nil): break
            }
        }
    }

    private func place(of key: String) -> Int? {
        members.count > Self.fewMembers ? places[ExactString(key)] : members.firstIndex { $0.key.isExactly(key) }
    }

    private mutating func append(_ key: String, _ value: JSONValue) {
        members.append((key, value))
        if members.count > Self.fewMembers + 1 {
            places[ExactString(key)] = members.count - 1
        } else if members.count > Self.fewMembers {
            rebuildPlaces()
        }
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        rebuildPlaces()
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
    /// The place of the first member.
    public var startIndex: Int { 0 }

    /// The place behind the last member.
    public var endIndex: Int { members.count }

    /// The member at a place.
    public subscript(position: Int) -> (key: String, value: JSONValue) { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// The members as written; of several with the same key the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements)
    }
}
