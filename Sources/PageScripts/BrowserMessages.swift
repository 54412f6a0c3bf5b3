/// Takes what a browser writes apart into its messages, each of which ends with a NUL, within limits.
struct BrowserMessages {
    private var bytes: [UInt8] = []
    private var total = 0
    private let longest: Int
    private let most: Int

    /// - Parameters:
    ///   - longest: Of one message.
    ///   - most: Of all together.
    init(longest: Int, most: Int) {
        self.longest = longest
        self.most = most
    }

    enum Taken {
        case messages([[UInt8]])
        /// One is longer than it may be.
        case tooLong
        case tooMuch
    }

    mutating func take(_ piece: [UInt8]) -> Taken {
        total += piece.count
        guard total <= most else { return .tooMuch }
        var messages: [[UInt8]] = []
        var rest = piece[...]
        while let end = rest.firstIndex(of: 0) {
            messages.append(bytes + rest[..<end])
            bytes = []
            rest = rest[(end + 1)...]
        }
        bytes += rest
        guard bytes.count <= longest, messages.allSatisfy({ $0.count <= longest }) else { return .tooLong }
        return .messages(messages)
    }
}
