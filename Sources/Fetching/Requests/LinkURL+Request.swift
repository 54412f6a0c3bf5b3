package import AppLinks

extension LinkURL {
    /// The URL as requested: without the fragment, and without user name and password, because the user has not agreed to send them.
    package var asRequested: String {
        if text == absoluteString, components.fragment == nil, components.userInfo == nil { return text }
        guard let url = LinkURL(absoluteString) else { return absoluteString }
        var bytes = Array(url.text.utf8)
        if let fragment = url.components.fragment { bytes.removeSubrange((fragment.lowerBound - 1)...) }
        if let user = url.components.userInfo { bytes.removeSubrange(user.lowerBound...user.upperBound) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
