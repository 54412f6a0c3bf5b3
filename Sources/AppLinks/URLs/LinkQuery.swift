package import Bytes

/// The query of a URL: its components as they are written and as they read, and the parameters that count.
///
///     ?q=red%20shoes&sale&q=boots      components  q=red%20shoes · sale · q=boots
///                                      parameters  q: boots · sale
///
/// The query is split at `&` (never `;`), and each component at its first `=`. Empty components count. `+` stays `+`. Names and values are
/// percent-decoded once. The last value of a name counts, at the position of the first. A parameter whose decoded name is not UTF-8, or
/// whose last value is not, is left out.
package struct LinkQuery: Sendable {
    /// The places of a component in the text of the URL.
    package struct Item: Sendable, Hashable {
        package var key: Range<Int>
        /// The range of the value; nil if there is no `=`.
        package var value: Range<Int>?
        /// The range of key, `=` and value.
        package var range: Range<Int> { key.lowerBound..<(value?.upperBound ?? key.upperBound) }
    }

    /// A component, as written and as decoded. It is small, because a link of one megabyte may have half a million of them.
    package struct Component: Sendable {
        /// A place in the text of the URL, and in ``LinkQuery/decoded``. It fits, because the splitter rejects texts of 2 GiB or more.
        fileprivate struct Place {
            var text: UInt32
            var decoded: UInt32

            init(_ text: Int, _ decoded: Int) {
                self.text = UInt32(truncatingIfNeeded: text)
                self.decoded = UInt32(truncatingIfNeeded: decoded)
            }
        }

        fileprivate let start: Place
        /// The place of the `=`, or the end of a bare name.
        fileprivate let nameEnd: Place
        fileprivate let end: Place
        /// The index of the first component with the same decoded name.
        package fileprivate(set) var first = 0 as UInt32
        /// The index of the name's parameter plus 1; 0 if none counts. Set only in the first component of a name.
        fileprivate var parameter = 0 as UInt32
        package fileprivate(set) var isNameUTF8 = true
        /// Whether the decoded value is UTF-8; true for a bare name.
        package fileprivate(set) var isValueUTF8 = true

        private var isBare: Bool { nameEnd.text == end.text }

        /// The component as written.
        package var item: Item {
            Item(key: Int(start.text)..<Int(nameEnd.text), value: isBare ? nil : Int(nameEnd.text) + 1..<Int(end.text))
        }

        /// The range of the name in ``LinkQuery/decoded``.
        package var name: Range<Int> { Int(start.decoded)..<Int(nameEnd.decoded) }

        /// The range of the value in ``LinkQuery/decoded``; nil for a bare name.
        package var value: Range<Int>? { isBare ? nil : Int(nameEnd.decoded) + 1..<Int(end.decoded) }
    }

    /// A parameter that counts.
    package struct Parameter: Sendable {
        /// The range of the name in ``LinkQuery/decoded``.
        package let name: Range<Int>
        /// The range of the value; nil for a bare name.
        package fileprivate(set) var value: Range<Int>?
        /// The index of the component that has the value.
        package fileprivate(set) var component: Int
        /// Whether the parameter counts. It does not if a later value of the name is not UTF-8.
        package fileprivate(set) var isThere = true
    }

    /// The text of the URL, decoded once.
    package private(set) var decoded = DecodedText()
    /// The components, in written order.
    package private(set) var components: [Component] = []
    /// The parameters, in the order in which each name first appeared. Those that don't count stay in the list, because removing one takes
    /// time in proportion to the query's length.
    package private(set) var parameters: [Parameter] = []
    /// Whether a name appears again after a parameter of this name that counts. A repeated name whose earlier values are not UTF-8 is not
    /// noticed, but then ``isUndecodable`` is true.
    package private(set) var hasRepeatedName = false
    /// Whether a decoded name or value is not UTF-8.
    package private(set) var isUndecodable = false
    private var names = NameTable()

    package init() {}

    package init(of url: LinkURL) {
        // A `LinkURL` was checked when it was made, so reading it does not fail.
        _ = url.text.withBytes { read($0) }
    }

    /// Splits a URL and reads its query, which replaces the query that was read before. Returns nil if the text is not a URL.
    ///
    /// - Parameter most: The memory, in bytes, that each buffer keeps from the query before.
    package mutating func read(_ text: Span<UInt8>, keeping most: Int = .max) -> URLSplitter.Split? {
        decoded.removeAll(keeping: most)
        // Every parameter is a component, too.
        if components.capacity > most / MemoryLayout<Component>.stride { (components, parameters) = ([], []) }
        components.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
        (hasRepeatedName, isUndecodable) = (false, false)
        names.removeAll()
        var list: [Component] = []
        swap(&list, &components)
        let split = decoded.write(atMost: text.count) { writer in
            var receiver = Receiver(components: list)
            list = []
            let split = URLSplitter.split(text, &writer, &receiver)
            list = receiver.components
            return split
        }
        swap(&list, &components)
        guard let split else { return nil }
        // UTF-8 without an escape for a byte of 128 or more is UTF-8 after decoding, too. The signs around names and values are ASCII.
        if split.escapes.isBeyondASCII, !decoded.isUTF8(0..<decoded.count) { checkComponents() }
        let decoded = decoded
        decoded.withSpan(0..<decoded.count) { text in
            ByteView.with(text) { bytes in
                for index in components.indices {
                    components[index].first = UInt32(names.firstComponent(named: components[index].name, of: bytes, orAdd: index))
                    countParameter(ofComponent: index)
                }
            }
        }
        return split
    }

    private mutating func checkComponents() {
        for index in components.indices {
            components[index].isNameUTF8 = decoded.isUTF8(components[index].name)
            if let value = components[index].value { components[index].isValueUTF8 = decoded.isUTF8(value) }
            if !components[index].isNameUTF8 || !components[index].isValueUTF8 { isUndecodable = true }
        }
    }

    /// Notes the components of a query that the splitter reads.
    private struct Receiver: URLReceiver {
        var components: [Component]
        private var start = Component.Place(0, 0)
        private var equals: Component.Place?

        init(components: [Component]) { self.components = components }

        mutating func beginQuery(at place: Int, _ decoded: Int) { start = Component.Place(place, decoded) }

        mutating func delimiter(_ byte: UInt8, at place: Int, _ decoded: Int) {
            if byte == UInt8(ascii: "=") {
                if equals == nil { equals = Component.Place(place, decoded) }
            } else {
                endComponent(at: Component.Place(place, decoded))
                start = Component.Place(place + 1, decoded + 1)
            }
        }

        mutating func endQuery(at place: Int, _ decoded: Int) {
            // An empty query has no components.
            if place > start.text || !components.isEmpty { endComponent(at: Component.Place(place, decoded)) }
        }

        private mutating func endComponent(at end: Component.Place) {
            components.append(Component(start: start, nameEnd: equals ?? end, end: end))
            equals = nil
        }
    }

    /// Counts the parameter of a component. It replaces an earlier parameter of the same name. If the later value is not UTF-8, both
    /// parameters are left out.
    private mutating func countParameter(ofComponent index: Int) {
        let component = components[index]
        guard component.isNameUTF8 else { return }
        let first = Int(component.first)
        if components[first].parameter > 0 {
            hasRepeatedName = true
            let place = Int(components[first].parameter) - 1
            parameters[place].value = component.value
            parameters[place].component = index
            parameters[place].isThere = component.isValueUTF8
            if !component.isValueUTF8 { components[first].parameter = 0 }
        } else if component.isValueUTF8 {
            parameters.append(Parameter(name: component.name, value: component.value, component: index))
            components[first].parameter = UInt32(parameters.count)
        }
    }
}

/// The names of a query, each with the index of the component in which it first appears.
///
/// A few names are compared one after another. For more names, a hash table is faster. The hashes are seeded at random, so nobody can write
/// a link whose names all collide.
struct NameTable {
    /// The maximum number of names for a linear search.
    static let few = 16

    private struct Name {
        let start, end, component: UInt32
        var hash = 0 as UInt32

        init(_ range: Range<Int>, component: Int) {
            start = UInt32(range.lowerBound)
            end = UInt32(range.upperBound)
            self.component = UInt32(component)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    /// The names in the order in which they first appear.
    private var names: [Name] = []
    /// The hash table: for each slot, 0 or the number of a name. It is empty for a few names, and at least half of its slots are free.
    private var slots: [UInt32] = []

    mutating func removeAll() {
        if !slots.isEmpty { (names, slots) = ([], []) }
        names.removeAll(keepingCapacity: true)
    }

    /// Returns the index of the first component with a name. If there is none, adds the name with the index of its component.
    mutating func firstComponent(named range: Range<Int>, of bytes: ByteView, orAdd component: Int) -> Int {
        var name = Name(range, component: component)
        if slots.isEmpty {
            for known in names where bytes.isEqual(known.range, to: bytes, range) { return Int(known.component) }
            names.append(name)
            if names.count > Self.few { makeTable(bytes) }
            return component
        }
        name.hash = Self.hash(range, bytes)
        var slot = Int(name.hash) & (slots.count - 1)
        while slots[slot] > 0 {
            let known = names[Int(slots[slot]) - 1]
            if known.hash == name.hash, bytes.isEqual(known.range, to: bytes, range) { return Int(known.component) }
            slot = (slot + 1) & (slots.count - 1)
        }
        names.append(name)
        slots[slot] = UInt32(names.count)
        if names.count > slots.count / 2 { enter(in: slots.count * 4) }
        return component
    }

    private mutating func makeTable(_ bytes: ByteView) {
        for index in names.indices { names[index].hash = Self.hash(names[index].range, bytes) }
        enter(in: Self.few * 8)
    }

    /// Makes a table with a number of slots, which is a power of two.
    private mutating func enter(in count: Int) {
        slots = Array(repeating: 0, count: count)
        for (index, name) in names.enumerated() {
            var slot = Int(name.hash) & (count - 1)
            while slots[slot] > 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = UInt32(index + 1)
        }
    }

    private static func hash(_ range: Range<Int>, _ bytes: ByteView) -> UInt32 {
        var hasher = Hasher()
        // The hasher only reads the bytes, and does not keep the pointer.
        bytes.withSpan(range) { name in unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
