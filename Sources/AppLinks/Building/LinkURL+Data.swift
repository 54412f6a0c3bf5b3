import Bytes

extension LinkURL {
    /// Returns the absolute URL with `parameter` as its only `al_applink_data`, or without any if `parameter` is nil. Returns nil if the
    /// result is too long for a URL.
    ///
    ///     shop://p?a=1&al_applink_data=old&&b#top  →  shop://p?a=1&&b&PARAMETER#top
    ///     shop://p?#top                            →  shop://p?PARAMETER#top
    ///
    /// The other components of the query are kept, including empty ones, because a receiver may give them a meaning.
    func replacingData(with parameter: [UInt8]?) -> LinkURL? {
        guard text == absoluteString else { return LinkURL(absoluteString)?.replacingData(with: parameter) }
        var output: [UInt8] = []
        text.withBytes { bytes in
            func keep(_ range: Range<Int>) {
                for index in range { output.append(bytes[index]) }
            }
            output.reserveCapacity(bytes.count + (parameter?.count ?? 0) + 1)
            let end = components.fragment.map { $0.lowerBound - 1 } ?? bytes.count
            keep(0..<(components.query.map { $0.lowerBound - 1 } ?? end))
            var joiner = UInt8(ascii: "?")
            let query = LinkQuery(of: self)
            for component in query.components where !query.isData(component) {
                output.append(joiner)
                keep(component.item.range)
                joiner = UInt8(ascii: "&")
            }
            if let parameter {
                output.append(joiner)
                output += parameter
            }
            keep(end..<bytes.count)
        }
        return LinkURL(utf8: output)
    }
}
