/// Collects the head of a message of HTTP as it comes, to the empty line at its end.
///
/// Every byte is looked at once, however small the pieces are.
package struct HeadBuffer: Sendable {
    /// What has come of the head, with the empty line once that is there.
    package private(set) var bytes: [UInt8] = []
    package private(set) var isComplete = false
    /// Whether it has grown beyond the limit: it never becomes complete then.
    package private(set) var isTooLarge = false

    private let limit: Int
    private var isLineEmpty = false

    package init(limit: Int) {
        self.limit = limit
    }

    /// Takes what belongs to the head; how many bytes that were. What is behind them is the body.
    package mutating func take(_ piece: some Sequence<UInt8>) -> Int {
        var count = 0
        for byte in piece {
            if isComplete || isTooLarge { break }
            guard bytes.count < limit else {
                isTooLarge = true
                break
            }
            bytes.append(byte)
            count += 1
            if byte == UInt8(ascii: "\n") {
                isComplete = isLineEmpty
                isLineEmpty = true
            } else if byte != UInt8(ascii: "\r") {
                isLineEmpty = false
            }
        }
        return count
    }
}
