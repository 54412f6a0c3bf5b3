import Pages

/// The head of an answer, line by line. Interim answers (1xx) come first and are forgotten.
struct ResponseHead {
    private(set) var status: Int?
    private(set) var fields: [FetchedPage.Field] = []
    /// Whether the head of the final answer has ended; what comes then is trailers.
    private(set) var isComplete = false
    /// Of all lines, interim answers among them.
    private(set) var byteCount = 0

    mutating func take(_ line: Span<UInt8>) {
        byteCount += line.count
        if isComplete { return }
        let content = Self.trimmed(line, 0..<line.count)
        if Self.isStatus(line) {
            status = Self.secondWord(line, content).flatMap { Int(Self.text(line, $0)) }
            fields = []
        } else if content.isEmpty {
            isComplete = (status ?? 0) >= 200
        } else if content.lowerBound > 0 {
            // A long field may go on in the next line.
            if let last = fields.popLast() { fields.append(.init(last.name, last.value + " " + Self.text(line, content))) }
        } else if let colon = content.first(where: { line[$0] == UInt8(ascii: ":") }) {
            let name = Self.trimmed(line, content.lowerBound..<colon)
            let value = Self.trimmed(line, colon + 1..<content.upperBound)
            fields.append(.init(Self.text(line, name), Self.text(line, value)))
        }
    }

    /// The first field of that name, in whatever case.
    func field(_ name: String) -> String? { fields.value(of: name) }

    /// How long the body is, if the server says so; a compressed one becomes longer.
    var contentLength: Int? { field("Content-Length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    private static func isStatus(_ line: Span<UInt8>) -> Bool {
        line.count >= 5 && line[0] == UInt8(ascii: "H") && line[1] == UInt8(ascii: "T") && line[2] == UInt8(ascii: "T")
            && line[3] == UInt8(ascii: "P") && line[4] == UInt8(ascii: "/")
    }

    private static func secondWord(_ line: Span<UInt8>, _ content: Range<Int>) -> Range<Int>? {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") }
        guard let space = content.first(where: { isSpace(line[$0]) }) else { return nil }
        guard let start = (space..<content.upperBound).first(where: { !isSpace(line[$0]) }) else { return nil }
        return start..<((start..<content.upperBound).first { isSpace(line[$0]) } ?? content.upperBound)
    }

    private static func trimmed(_ line: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isBlank(line[start]) { start += 1 }
        while start < end, isBlank(line[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Fields are UTF-8 today and were Latin-1 once.
    private static func text(_ line: Span<UInt8>, _ range: Range<Int>) -> String {
        unsafe line.extracting(range).withUnsafeBufferPointer { bytes in
            if unsafe bytes.allSatisfy({ $0 < 0x80 }) { return unsafe String(decoding: bytes, as: UTF8.self) }
            return unsafe String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
    }
}
