extension String {
    /// Returns the first `count` bytes of the text. A character that is cut becomes U+FFFD, which may add two bytes.
    func beginning(_ count: Int) -> String {
        utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
    }
}
