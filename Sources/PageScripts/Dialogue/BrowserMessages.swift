/// Splits the output of a browser into messages, each of which ends in a NUL. The size of the messages is limited.
struct BrowserMessages {
    private var bytes: [UInt8] = []
    private var total = 0
    private let longest: Int
    private let most: Int

    /// - Parameters:
    ///   - longest: The maximum number of bytes in one message.
    ///   - most: The maximum number of bytes in all messages together.
    init(longest: Int, most: Int) {
        self.longest = longest
        self.most = most
    }

    enum Taken {
        case messages([[UInt8]])
        /// A message is longer than its limit.
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
