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
    /// A component, as written and as decoded.
    package struct Component: Sendable {
        /// The places of the component in the text of the URL.
        package let item: QueryItems.Item
        /// The range of the name in ``LinkQuery/decoded``.
        package let name: Range<Int>
        /// The range of the value in ``LinkQuery/decoded``; nil for a bare name.
        package let value: Range<Int>?
        package let isNameUTF8: Bool
        /// Whether the decoded value is UTF-8; true for a bare name.
        package let isValueUTF8: Bool
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

    /// The text of the URL from its beginning to the end of the query, decoded once.
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

    /// Reads the query of a text. It replaces the query that was read before.
    ///
    /// - Parameters:
    ///   - escapes: The kinds of escapes in the text.
    ///   - most: The memory, in bytes, that each buffer keeps from the query before.
    package mutating func read(_ text: Span<UInt8>, _ range: Range<Int>?, escapes: EscapeKinds = .all, keeping most: Int = .max) {
        decoded.removeAll(keeping: most)
        if components.capacity > most { (components, parameters) = ([], []) }
        components.removeAll(keepingCapacity: true)
        parameters.removeAll(keepingCapacity: true)
        (hasRepeatedName, isUndecodable) = (false, false)
        if !places.isEmpty { places = [:] }
        guard let range, !range.isEmpty else { return }
        decoded.append(text, 0..<range.lowerBound)
        var start = range.lowerBound
        while true {
            let item = QueryItems.item(in: text, from: start, end: range.upperBound)
            take(item, text, isText: !escapes.isBeyondASCII)
            start = item.range.upperBound + 1
            guard start <= range.upperBound else { return }
            decoded.append(text, start - 1..<start)
        }
    }

    private mutating func take(_ item: QueryItems.Item, _ text: Span<UInt8>, isText: Bool) {
        let name = append(text, item.key)
        if item.value != nil { decoded.append(text, item.key.upperBound..<item.key.upperBound + 1) }
        let value = item.value.map { append(text, $0) }
        let component = Component(
            item: item, name: name, value: value, isNameUTF8: isText || decoded.isUTF8(name),
            isValueUTF8: isText || value.map { decoded.isUTF8($0) } ?? true)
        components.append(component)
        if !component.isNameUTF8 || !component.isValueUTF8 { isUndecodable = true }
        guard component.isNameUTF8 else { return }
        count(Parameter(name: name, value: value, isThere: component.isValueUTF8))
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        let start = decoded.count
        decoded.append(text, range)
        return start..<decoded.count
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
