import AppLinks

extension LinkURL {
    /// The URL without its fragment, which servers do not see.
    var withoutFragment: LinkURL {
        guard let range = components.fragment else { return self }
        return LinkURL(String(decoding: text.utf8.prefix(range.lowerBound - 1), as: UTF8.self)) ?? self
    }
}
