extension LinkURL {
    /// Where the components lie of a text that is an URL just as it stands; nil for what is none, and where something has to be encoded.
    package static func components(of text: Span<UInt8>) -> Components? {
        guard let split = URLSplitter.split(text), !split.needsEncoding else { return nil }
        return split.components
    }
}
