import AppLinks
import JSONDocument
import LinkLayers

/// Finds the value that a finding is about: of all rows whose bytes contain those of the finding, the row with the fewest bytes.
///
/// It searches the link once and not once for each row, as both may be long.
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

    /// Returns the number of bytes of a place that contains the range; nil if it does not contain it.
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
        for item in QueryItems(of: url) where Self.holds(item.range, range) {
            if let key = url.text.withBytes({ PercentCoding.decodedText($0, item.key) }) { found[key] = item.range.count }
        }
        return found
    }

    /// Returns the bytes of the decoded data at a range of the link; nil if the range is not inside the data.
    private func dataRange(of range: Range<Int>) -> Range<Int>? {
        guard let link = inspection.link, let count = link.document?.source.count, count > 0,
            let whole = link.inputRange(ofData: 0..<count), Self.holds(whole, range)
        else { return nil }
        // A binary search for the last byte that begins no later, as places grow with the bytes.
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
