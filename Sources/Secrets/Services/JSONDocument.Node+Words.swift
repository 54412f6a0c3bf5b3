import JSONDocument

extension JSONDocument.Node {
    var strings: [String] { elements.compactMap(\.stringValue) }

    /// Returns the strings of a list; none if there is no such member.
    func words(_ name: String) -> [String] { self[name]?.strings ?? [] }

    func text(_ name: String) -> String? { self[name]?.stringValue }

    func isTrue(_ name: String) -> Bool { self[name]?.boolValue == true }
}
