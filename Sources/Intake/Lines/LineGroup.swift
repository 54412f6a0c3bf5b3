import Pasting
import Records

/// Lines that arrived together, each with its classification. Empty lines are left out.
package struct LineGroup: Sendable {
    /// The maximum number of records in a batch, and therefore in a group.
    package static let maximum = 4096
    /// The size, in bytes, at which a group is full.
    static let fullSize = 1 << 20

    struct Line: Sendable {
        var range: Range<Int>
        var isCut: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var lines: [Line] = []
    private(set) var kinds: [RecordKind] = []
    private(set) var links: [LinkArrival] = []

    package init() {}

    package var count: Int { lines.count }
    var isEmpty: Bool { lines.isEmpty }
    var isFull: Bool { lines.count >= Self.maximum || bytes.count >= Self.fullSize }

    /// Adds a line without its line end unless it is empty. If the line is not a link itself, the links in it are added instead.
    mutating func add(_ line: ArraySlice<UInt8>, isCut: Bool) {
        if let links = PastedText.links(inLine: line.span) {
            for link in links { addRecord(link.bytes[...], isCut: false) }
        } else {
            addRecord(line, isCut: isCut)
        }
    }

    private mutating func addRecord(_ line: ArraySlice<UInt8>, isCut: Bool) {
        guard let kind = RecordKind(of: line.span) else { return }
        if kind == .link { links.append(LinkArrival(Array(line))) }
        kinds.append(kind)
        lines.append(Line(range: bytes.count..<(bytes.count + line.count), isCut: isCut))
        bytes.append(contentsOf: line)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        kinds.removeAll(keepingCapacity: true)
        links.removeAll(keepingCapacity: true)
    }

    /// Splits a text into lines, and the lines into groups.
    package static func groups(of text: [UInt8]) -> [LineGroup] {
        var groups: [LineGroup] = []
        var group = LineGroup()
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            group.add(line.prefix(RecordLimits.kept), isCut: line.count > RecordLimits.kept)
            if group.isFull {
                groups.append(group)
                group = LineGroup()
            }
        }
        if !group.isEmpty { groups.append(group) }
        return groups
    }
}

/// The maximum lengths of a record, in bytes.
package enum RecordLimits {
    /// The part of a record that is returned at once.
    package static let read = 1 << 20
    /// The part of a record from a pipe or socket that is kept. The rest of the line is skipped, and the record is marked as truncated.
    package static let kept = 16 << 20
    /// A longer line through the socket is an error that is reported to the sender.
    package static let sent = 4 << 20
}
