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

    /// A component, as written and as decoded.
    package struct Component: Sendable {
        /// The component as written.
        package let item: Item
        /// The range of the name in ``LinkQuery/decoded``.
        package let name: Range<Int>
        /// The range of the value in ``LinkQuery/decoded``; nil for a bare name.
        package let value: Range<Int>?
        package fileprivate(set) var isNameUTF8 = true
        /// Whether the decoded value is UTF-8; true for a bare name.
        package fileprivate(set) var isValueUTF8 = true
    }

    /// A parameter that counts.
    package struct Parameter: Sendable {
        /// The range of the name in ``LinkQuery/decoded``.
        package let name: Range<Int>
        /// The range of the value; nil for a bare name.
        package fileprivate(set) var value: Range<Int>?
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
    /// Whether a name appears twice.
    package private(set) var hasRepeatedName = false
    /// Whether a decoded name or value is not UTF-8.
    package private(set) var isUndecodable = false
    private var places: [ExactString: Int] = [:]

    /// The maximum number of parameters for a linear search. For more parameters, a table is faster.
    static let few = 16

    package init() {}

    /// Reads the query of a URL.
    package init(of url: LinkURL) {
        // A `LinkURL` was checked when it was made, so reading it does not fail.
        _ = url.text.withBytes { read($0) }
    }

    /// Returns the decoded name of a component; nil if it is not UTF-8.
    package func name(of component: Component) -> String? { component.isNameUTF8 ? decoded.string(component.name) : nil }

    /// Splits a URL and reads its query, which replaces the query that was read before. Returns nil if the text is not a URL.
    ///
    /// - Parameter most: The memory, in bytes, that each buffer keeps from the query before.
    package mutating func read(_ text: Span<UInt8>, keeping most: Int = .max) -> URLSplitter.Split? {
        decoded.removeAll(keeping: most)
        if components.capacity > most { (components, parameters) = ([], []) }
        components.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
        (hasRepeatedName, isUndecodable) = (false, false)
        if !places.isEmpty { places = [:] }
        var list: [Component] = []
        swap(&list, &components)
        let split = decoded.write(atMost: text.count) { writer in
            var receiver = Receiver(writer: writer, components: list)
            list = []
            let split = URLSplitter.split(text, &receiver)
            (writer, list) = (receiver.writer, receiver.components)
            return split
        }
        swap(&list, &components)
        guard let split else { return nil }
        // UTF-8 without an escape for a byte of 128 or more is UTF-8 after decoding, too.
        if split.escapes.isBeyondASCII { checkComponents() }
        for component in components where component.isNameUTF8 {
            count(Parameter(name: component.name, value: component.value, isThere: component.isValueUTF8))
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

    /// Receives a URL from the splitter, decodes it, and notes the components of its query.
    private struct Receiver: URLReceiver {
        var writer: DecodedText.Writer
        var components: [Component]
        /// Where the component begins, and where its `=` is: in the text, and in the decoded text.
        private var start = (place: 0, decoded: 0)
        private var equals = (place: -1, decoded: 0)

        init(writer: DecodedText.Writer, components: [Component]) {
            self.writer = writer
            self.components = components
        }

        @inline(__always) mutating func put(_ byte: UInt8) { writer.put(byte) }
        @inline(__always) mutating func put(_ bytes: ByteView, _ run: Range<Int>) { writer.put(bytes, run) }
        @inline(__always) mutating func putEscape(_ byte: UInt8) { writer.putEscape(byte) }

        mutating func beginQuery(at place: Int) { start = (place, writer.count + 1) }

        mutating func delimiter(_ byte: UInt8, at place: Int) {
            if byte == UInt8(ascii: "=") {
                if equals.place < 0 { equals = (place, writer.count) }
            } else {
                endComponent(at: place)
                start = (place + 1, writer.count + 1)
            }
        }

        mutating func endQuery(at place: Int) {
            // An empty query has no components.
            if place > start.place || !components.isEmpty { endComponent(at: place) }
        }

        private mutating func endComponent(at place: Int) {
            let end = (place: place, decoded: writer.count)
            let nameEnd = equals.place < 0 ? end : equals
            components.append(
                Component(
                    item: Item(
                        key: start.place..<nameEnd.place, value: equals.place < 0 ? nil : equals.place + 1..<end.place),
                    name: start.decoded..<nameEnd.decoded, value: equals.place < 0 ? nil : equals.decoded + 1..<end.decoded))
            equals.place = -1
        }
    }

    /// Counts a parameter. A later one replaces an earlier one of the same name, and if its value is not UTF-8, both are left out.
    private mutating func count(_ parameter: Parameter) {
        if let place = place(of: parameter.name) {
            hasRepeatedName = true
            parameters[place].value = parameter.value
            parameters[place].isThere = parameter.isThere
            if !parameter.isThere, parameters.count > Self.few { places[exactName(parameter)] = nil }
        } else if parameter.isThere {
            parameters.append(parameter)
            if parameters.count == Self.few + 1 {
                for (place, parameter) in parameters.enumerated() where parameter.isThere { places[exactName(parameter)] = place }
            } else if parameters.count > Self.few {
                places[exactName(parameter)] = parameters.count - 1
            }
        }
    }

    private func place(of name: Range<Int>) -> Int? {
        if parameters.count > Self.few { return places[ExactString(decoded.string(name))] }
        return parameters.firstIndex { parameter in
            guard parameter.isThere, parameter.name.count == name.count else { return false }
            return decoded.withSpan(parameter.name) { known in decoded.withSpan(name) { known.isEqual(to: $0) } }
        }
    }

    private func exactName(_ parameter: Parameter) -> ExactString { ExactString(decoded.string(parameter.name)) }
}
