import AppLinks
import Bytes
import JSONDocument
import Secrets

extension JSONPage {
    /// Appends `appLinkData`, and `extras`, which repeats a part of `appLinkData`.
    mutating func appendData(_ link: LinkReading) {
        output.append(",\"appLinkData\":")
        guard link.isAppLink else { return output.append("null,\"extras\":null") }
        link.withReportedData { records, source, extras, isAsWritten in
            if !isAsWritten { (isDataPlain, secrets.dataStart) = (false, nil) }
            appendData(records, source, extras: extras)
        }
    }

    private mutating func appendData(_ records: Span<NodeRecord>, _ source: Span<UInt8>, extras: Int?) {
        let written = append(records, source, extras: extras)
        output.append(",\"extras\":")
        guard let written else { return output.append("null") }
        output.repeat(written.output)
        repeatPaths(written.paths)
    }

    /// Appends a copy of each path in `appLinkData.extras` as a path in `extras`.
    private mutating func repeatPaths(_ range: Range<Int>) {
        let all = pathStarts.count
        let written = paths.count
        for index in range {
            // The copy leaves out the `"appLinkData.` at the beginning of the path and the comma after the path.
            let start = pathStarts[index] + 13
            let end = index + 1 < all ? pathStarts[index + 1] - 1 : written
            beginPath()
            paths.append(Self.quote)
            paths.repeat(start..<end)
        }
    }

    /// Appends the data and everything in it. Returns where the extras were written, and which paths were added for them.
    private mutating func append(
        _ records: Span<NodeRecord>, _ source: Span<UInt8>, extras: Int?
    ) -> (output: Range<Int>, paths: Range<Int>)? {
        var start = (output: 0, paths: 0)
        var written: (output: Range<Int>, paths: Range<Int>)?
        walk.begin(at: 0)
        while let step = walk.step(records) {
            switch step {
            case .value(let node):
                let record = records[node]
                var isSecret = false
                if let frame = walk.frames.last {
                    if frame.position > 0 { output.append(UInt8(ascii: ",")) }
                    if frame.isObject {
                        appendKey(records[frame.key], source)
                        isSecret = source.withText(of: records[frame.key]) { secrets.isSecret(name: $0) }
                    }
                }
                if node == extras { start = (output.count, pathStarts.count) }
                append(record, source, isSecret: isSecret, records)
            case .end(let frame):
                output.append(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                if frame.start == extras { written = (start.output..<output.count, start.paths..<pathStarts.count) }
            }
        }
        return written
    }

    /// Appends a scalar, or the bracket that opens a container. A value with a secret name is masked as a whole.
    private mutating func append(_ record: NodeRecord, _ source: Span<UInt8>, isSecret: Bool, _ records: Span<NodeRecord>) {
        switch record.kind {
        case .object, .array, .number:
            if isSecret {
                appendStand(record, source, records)
                walk.skip(records)
            } else if record.kind == .number {
                output.append(source, record.range)
            } else {
                output.append(record.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
            }
        case .string: appendString(record, source, isSecret: isSecret, records)
        case .bool, .null: output.append(source, record.range)
        }
    }

    private mutating func appendKey(_ record: NodeRecord, _ source: Span<UInt8>) {
        if !appendPlain(record, source) {
            output.append(Self.quote)
            source.withText(of: record) { _ = append($0) }
            output.append(Self.quote)
        }
        output.append(UInt8(ascii: ":"))
    }

    private mutating func appendString(_ record: NodeRecord, _ source: Span<UInt8>, isSecret: Bool, _ records: Span<NodeRecord>) {
        if !isSecret, appendPlain(record, source) { return }
        output.append(Self.quote)
        var isMasked = false
        source.withText(of: record) { isMasked = isSecret ? output.appendBullets(for: $0) : append($0) }
        output.append(Self.quote)
        if isMasked { appendDataPath(records, source) }
    }

    /// Copies a string of the data with its quotes, if the string is plain and has no secret. Returns whether it was copied.
    private mutating func appendPlain(_ record: NodeRecord, _ source: Span<UInt8>) -> Bool {
        guard isDataPlain, !record.flags.contains(.needsDecoding) else { return false }
        let hasNone = secrets.hasNone(inData: record.range)
        guard secrets.isClean(source.extracting(record.contentRange), hasNone: hasNone) else { return false }
        output.append(source, record.range)
        return true
    }

    /// Appends a string of the data in quotes. Returns whether a part of it was masked.
    mutating func appendDataText(_ link: LinkReading, _ node: Int) -> Bool {
        guard let data = link.data else { return false }
        let record = link.tape.records[node]
        return link.query.decoded.withSpan(data) { source in
            if appendPlain(record, source) { return false }
            output.append(Self.quote)
            var isMasked = false
            source.withText(of: record) { isMasked = append($0) }
            output.append(Self.quote)
            return isMasked
        }
    }

    /// Appends bullets in place of a value that has a secret name and is not a string.
    private mutating func appendStand(_ record: NodeRecord, _ source: Span<UInt8>, _ records: Span<NodeRecord>) {
        output.append(Self.quote)
        output.appendBullets(source.bulletCount(for: record))
        output.append(Self.quote)
        appendDataPath(records, source)
    }

    /// Appends the path of the value that is being written.
    private mutating func appendDataPath(_ records: Span<NodeRecord>, _ source: Span<UInt8>) {
        beginPath()
        paths.append("\"appLinkData")
        for level in walk.frames.indices {
            let frame = walk.frames[level]
            if frame.isObject {
                source.withText(of: records[frame.key]) { appendName($0) }
            } else {
                paths.append(UInt8(ascii: "["))
                paths.append(decimal: frame.position)
                paths.append(UInt8(ascii: "]"))
            }
        }
        paths.append(Self.quote)
    }
}
