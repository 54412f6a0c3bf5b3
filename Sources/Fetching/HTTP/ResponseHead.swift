import LinkLayers

/// The head of an answer, line by line. Interim answers (1xx) come first and are forgotten.
struct ResponseHead {
    private(set) var status: Int?
    private(set) var fields: [FetchedPage.Field] = []
    /// Whether the head of the final answer has ended; what comes then is trailers.
    private(set) var isComplete = false
    /// Of all lines, interim answers among them.
    private(set) var byteCount = 0

    mutating func take(_ line: [UInt8]) {
        byteCount += line.count
        if isComplete { return }
        let text = Self.text(line)
        if text.utf8.starts(with: "HTTP/".utf8) {
            let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            status = parts.count > 1 ? Int(parts[1]) : nil
            fields = []
        } else if text.trimmingBlanks.isEmpty {
            isComplete = (status ?? 0) >= 200
        } else if text.hasPrefix(" ") || text.hasPrefix("\t") {
            // A long field may go on in the next line.
            if let last = fields.popLast() { fields.append(.init(last.name, last.value + " " + text.trimmingBlanks)) }
        } else if let colon = text.firstIndex(of: ":") {
            fields.append(.init(text[..<colon].trimmingBlanks, text[text.index(after: colon)...].trimmingBlanks))
        }
    }

    /// The first field of that name, in whatever case.
    func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Fields are UTF-8 today and were Latin-1 once.
    private static func text(_ line: [UInt8]) -> String {
        String(validating: line, as: UTF8.self) ?? String(String.UnicodeScalarView(line.map { Unicode.Scalar($0) }))
    }
}
