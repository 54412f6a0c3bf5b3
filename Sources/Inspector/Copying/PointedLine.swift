import AppLinks
import Bytes
import JSONDocument
import LinkLayers

/// The search for the value that a finding is about. It is the value of the row with the fewest bytes among the rows whose bytes contain
/// the bytes of the finding.
///
/// The link is searched once, and not once for each row, because a link may be long and there may be many rows.
struct PointedLine {
    let inspection: LinkInspection
    let lines: [DetailLine]

    func line(at range: Range<Int>) -> DetailLine? {
        let data = dataRange(of: range)
        let parameters = parameters(at: range)
        var best: (line: DetailLine, size: Int)?
        for line in lines where !line.isFinding && !line.isContinuation && line.hasSource {
            guard let size = size(of: line.place, range, data, parameters), size < best?.size ?? .max else { continue }
            best = (line, size)
        }
        return best?.line
    }

    /// Returns the number of bytes of a place; nil if the place does not contain the range.
    private func size(of place: LinkPlace?, _ range: Range<Int>, _ data: Range<Int>?, _ parameters: [String: Int]) -> Int? {
        switch place {
        case .input(let bytes): Self.holds(bytes, range) ? bytes.count : nil
        case .data(let bytes): data.flatMap { Self.holds(bytes, $0) ? bytes.count : nil }
        case .parameter(let name): parameters[name]
        case .targetParameter, nil: nil
        }
    }

    private static func holds(_ outer: Range<Int>, _ inner: Range<Int>) -> Bool {
        outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
    }

    /// Returns the sizes of the query parameters that contain the range, by name.
    private func parameters(at range: Range<Int>) -> [String: Int] {
        guard let url = inspection.link?.inputURL else { return [:] }
        var found: [String: Int] = [:]
        let query = LinkQuery(of: url)
        for component in query.components where Self.holds(component.item.range, range) {
            if let name = query.name(of: component) { found[name] = component.item.range.count }
        }
        return found
    }

    /// Returns the bytes of the decoded data at a range of the link; nil if the range is not inside the data.
    private func dataRange(of range: Range<Int>) -> Range<Int>? {
        guard let link = inspection.link, let count = link.document?.source.count, count > 0,
            let whole = link.inputRange(ofData: 0..<count), Self.holds(whole, range)
        else { return nil }
        // Returns the index of the last data byte whose place in the link begins at or before a byte. A binary search works, because the
        // places have the same order as the data bytes.
        func offset(of byte: Int) -> Int {
            var (low, high) = (0, count)
            while high - low > 1 {
                let middle = (low + high) / 2
                guard let start = link.inputRange(ofData: middle..<middle + 1)?.lowerBound else { return low }
                if start <= byte { low = middle } else { high = middle }
            }
            return low
        }
        let first = offset(of: range.lowerBound)
        return first..<(range.isEmpty ? first : offset(of: range.upperBound - 1) + 1)
    }
}
