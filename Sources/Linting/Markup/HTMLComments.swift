import Bytes

/// The comments of an HTML page.
enum HTMLComments {
    /// Returns the page with spaces in the place of comments, so that everything else keeps its place.
    static func blanked(_ bytes: [UInt8]) -> TracedText {
        var page = bytes
        var index = 0
        while let start = page[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard page.has("<!--", at: start, before: page.count) else { continue }
            index = start + 4
            while index < page.count, !page.has("-->", at: index, before: page.count) { index += 1 }
            for place in start..<min(index + 3, page.count) where !ByteClass.isLineEnd(page[place]) { page[place] = 0x20 }
        }
        return TracedText(page)
    }
}
