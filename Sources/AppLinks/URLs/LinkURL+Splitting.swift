extension LinkURL {
    /// Returns the components of a text, or nil if the text is not a URL or needs encoding.
    package static func components(of text: Span<UInt8>) -> Components? {
        guard let split = URLSplitter.split(text), !split.needsEncoding else { return nil }
        return split.components
    }
}
