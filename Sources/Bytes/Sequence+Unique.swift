extension Sequence where Element: Hashable {
    /// The elements in their order, each once.
    package var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Sequence {
    /// Returns the first result that is not nil. `lazy.compactMap(…).first` computes that result twice, which takes exponential time if the
    /// closure leads here again, and traps if the second result is nil.
    @inlinable
    package func firstResult<Result>(_ result: (Element) -> Result?) -> Result? {
        for element in self { if let result = result(element) { return result } }
        return nil
    }
}
