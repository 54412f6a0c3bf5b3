/// The quotes that are open at a place of a text: strings in strings, each written with more backslashes or in longer escapes.
///
///     {"j":"{\"u\":\"shop://a?password=…
///          0       1                      ← the backslashes of those that are open
struct OpenQuotes {
    struct Quote: Equatable {
        /// How many stand before it.
        var backslashes: Int
        /// How many bytes it is written with: `"` is 1, `%22` is 3.
        var width: Int

        /// Whether the other one is the end of what this one begins, or of what is around it.
        ///
        /// Each level of strings in strings halves the backslashes. At the level of the opening quote an even number is no escape; an odd one
        /// is. Where the number is even further out already, a string around all of it ends here, and what is in it too.
        func isClosed(by other: Quote) -> Bool {
            guard other.width == width else { return other.width < width }
            var count = other.backslashes
            var level = backslashes
            while level > 0 {
                if count.isMultiple(of: 2) { return true }
                count /= 2
                level /= 2
            }
            return count.isMultiple(of: 2)
        }

        fileprivate func isDeeper(than other: Quote) -> Bool {
            width != other.width ? width > other.width : backslashes > other.backslashes
        }
    }

    private var open: [Quote] = []

    /// Deeper than people write; what is deeper counts as text of the string it is in.
    private static let deepest = 16

    var isEmpty: Bool { open.isEmpty }

    /// Goes past a quote, which opens one or closes one.
    mutating func pass(_ quote: Quote) {
        while let last = open.last, last.isDeeper(than: quote) { open.removeLast() }
        if let last = open.last, last.isClosed(by: quote) {
            open.removeLast()
        } else if open.count < Self.deepest {
            open.append(quote)
        }
    }

    /// Of a quote that closes an open one, how many of its backslashes belong to it; nil for a quote that closes none.
    func backslashes(closing quote: Quote) -> Int? {
        guard let innermost = open.last, innermost.isClosed(by: quote) else { return nil }
        return min(innermost.backslashes, quote.backslashes)
    }
}
