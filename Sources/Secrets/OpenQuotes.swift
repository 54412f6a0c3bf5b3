/// The quotes that are open at a position. Strings may contain strings; each inner string is written with more backslashes or
/// longer escapes than the outer string.
///
///    {"j":"{\"u\":\"shop://a?password=…
///         0       1                      ← the number of backslashes before each open quote
struct OpenQuotes {
    struct Quote: Equatable {
        /// The number of backslashes before the quote.
        var backslashes: Int
        /// The number of bytes that spell the quote: `"` is 1, `%22` is 3.
        var width: Int

        /// Returns whether the other quote closes this one or a string around it.
        ///
        /// Decoding one level of nested strings halves the number of backslashes before a quote. If the number at the level of the opening
        /// quote is odd, the other quote is escaped and closes nothing. If the number is even, the other quote closes this one. If the
        /// number is even at an outer level, the other quote closes a string around this one.
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

    /// The maximum nesting. Anything deeper counts as text of the string that contains it.
    private static let deepest = 16

    var isEmpty: Bool { open.isEmpty }

    mutating func removeAll() { if !open.isEmpty { open.removeAll(keepingCapacity: true) } }

    /// Moves past a quote, which opens or closes a string.
    mutating func pass(_ quote: Quote) {
        while let last = open.last, last.isDeeper(than: quote) { open.removeLast() }
        if let last = open.last, last.isClosed(by: quote) {
            open.removeLast()
        } else if open.count < Self.deepest {
            open.append(quote)
        }
    }

    /// Returns how many backslashes belong to the closing quote itself, or nil if the quote closes no open quote.
    func backslashes(closing quote: Quote) -> Int? {
        guard let innermost = open.last, innermost.isClosed(by: quote) else { return nil }
        return min(innermost.backslashes, quote.backslashes)
    }
}
