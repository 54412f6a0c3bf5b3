extension MetaPrescan {
    /// Returns the encoding that the head of a page declares, even after the first 1024 bytes. As in browsers, the head ends at the first
    /// tag that is not allowed in a head. The contents of scripts, styles and titles are skipped.
    static func encoding(inHeadOf bytes: [UInt8]) -> TextEncoding? {
        var scan = MetaPrescan(bytes: bytes)
        return scan.headLabel().flatMap(encoding(named:))
    }

    private static let headTags: Set = ["html", "head", "title", "base", "link", "style", "script", "noscript", "object"]
    private static let textTags: Set = ["title", "style", "script", "noscript"]

    private mutating func headLabel() -> String? {
        while let next = place < bytes.count ? bytes[place...].firstIndex(of: UInt8(ascii: "<")) : nil {
            place = next
            if starts(with: "<!--") {
                place += 2
                skip(past: "-->")
            } else if starts(with: "<meta"), !isNameByte(at: place + 5) {
                place += 5
                if let label = label() { return label }
            } else if isLetter(at: place + 1) {
                place += 1
                let name = tagName()
                guard Self.headTags.contains(name) else { return nil }
                while attribute() != nil {}
                if Self.textTags.contains(name) { skip(past: "</\(name)") }
            } else if starts(with: "</") {
                place += 2
                guard tagName() != "head" else { return nil }
                skip(past: ">")
            } else if starts(with: "<!") || starts(with: "<?") {
                skip(past: ">")
            } else {
                place += 1
            }
        }
        return nil
    }

    private func isNameByte(at index: Int) -> Bool { byte(at: index).map { !$0.endsTagName } == true }

    private mutating func tagName() -> String {
        let start = place
        while isNameByte(at: place) { place += 1 }
        return text(start..<place)
    }
}
