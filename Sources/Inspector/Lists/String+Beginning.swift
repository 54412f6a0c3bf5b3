extension String {
    /// Returns at most `count` bytes of the text.
    func beginning(_ count: Int) -> String {
        utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
    }
}
