import AppLinks
import Bytes
import JSONDocument
import Secrets

/// A container that is being written.
struct ValueFrame {
    /// The index of the container's node.
    var start: Int
    var end: Int
    var isObject: Bool
    /// The index of the key of the member that is being written.
    var key = 0
    /// The index of the element that is being written.
    var position = -1
}

extension LinkPage {
    /// Appends `appLinkData`, and `extras`, which repeats a part of `appLinkData`.
    mutating func appendData(_ link: LinkReading) {
        output.append(",\"appLinkData\":")
        guard link.isAppLink, let data = link.data else { return output.append("null,\"extras\":null") }
        if link.tape.hasFindings, let single = link.query.decoded.withSpan(data, Self.withoutDuplicates) {
            var tape = JSONTape()
            tape.read(single.span)
            (isDataPlain, dataStart) = (false, nil)
            let extras = tape.withView(of: single.span) { view in view.value(of: "extras", in: 0) }
            appendData(tape, single.span, extras: link.fields.extras == nil ? nil : extras)
        } else {
            let extras = link.fields.extras
            let tape = link.tape
            link.query.decoded.withSpan(data) { appendData(tape, $0, extras: extras) }
        }
    }

    /// Returns the data without duplicate keys. If a key is repeated, the last value counts and takes the place of the first.
    private static func withoutDuplicates(_ data: Span<UInt8>) -> [UInt8]? {
        JSONDocument(data.array).root.map { Array(JSONValue($0).description.utf8) }
    }

    private mutating func appendData(_ tape: JSONTape, _ source: Span<UInt8>, extras: Int?) {
        var written: Range<Int>?
        var masked: Range<Int>?
        let records = tape.records.span
        append(records, source, root: 0, extras: extras ?? -1, &written, &masked)
        output.append(",\"extras\":")
        guard let written else { return output.append("null") }
        output.repeat(written)
        if let masked { repeatPaths(masked) }
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

    /// Appends a value and everything in it, in the order of the source. The method does not recurse.
    private mutating func append(
        _ records: Span<NodeRecord>, _ source: Span<UInt8>, root: Int, extras: Int, _ extrasWritten: inout Range<Int>?,
        _ extrasMasked: inout Range<Int>?
    ) {
        frames.removeAll(keepingCapacity: true)
        var index = root
        var extrasStart: (output: Int, paths: Int)?
        while true {
            if index == extras, extrasStart == nil { extrasStart = (output.count, pathStarts.count) }
            let record = records[index]
            var isSecret = false
            if let frame = frames.last, frame.isObject, !showsSecrets { isSecret = isSecretName(records[frame.key], source) }
            switch record.kind {
            case .object, .array:
                if isSecret {
                    appendStand(source, record.range, records)
                    index = record.nextIndex
                } else {
                    let isObject = record.kind == .object
                    output.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
                    frames.append(ValueFrame(start: index, end: record.nextIndex, isObject: isObject))
                    index += 1
                }
            case .string:
                appendString(record, source, isSecret: isSecret, records)
                index += 1
            case .number where isSecret:
                appendStand(source, record.range, records)
                index += 1
            case .number, .bool, .null:
                output.append(source, record.range)
                index += 1
            }
            // The last value of a container may also be the last value of the containers around it.
            while let frame = frames.last, index == frame.end {
                output.append(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                frames.removeLast()
                if frame.start == extras, let start = extrasStart {
                    extrasWritten = start.output..<output.count
                    if pathStarts.count > start.paths { extrasMasked = start.paths..<pathStarts.count }
                }
            }
            guard let last = frames.indices.last else { return }
            let isFirst = frames[last].position < 0
            frames[last].position += 1
            if !isFirst { output.append(UInt8(ascii: ",")) }
            if frames[last].isObject {
                frames[last].key = index
                appendKey(records[index], source)
                index += 1
            }
        }
    }

    private mutating func appendKey(_ record: NodeRecord, _ source: Span<UInt8>) {
        if !appendPlain(record, source) {
            output.append(Self.quote)
            withText(of: record, source) { page, text in _ = page.append(text) }
            output.append(Self.quote)
        }
        output.append(UInt8(ascii: ":"))
    }

    private mutating func appendString(_ record: NodeRecord, _ source: Span<UInt8>, isSecret: Bool, _ records: Span<NodeRecord>) {
        if !isSecret, appendPlain(record, source) { return }
        output.append(Self.quote)
        var isMasked = false
        withText(of: record, source) { page, text in
            isMasked = isSecret ? page.output.appendBullets(for: text) : page.append(text)
        }
        output.append(Self.quote)
        if isMasked { appendDataPath(records, source) }
    }

    /// Copies a string of the data with its quotes, if the string is plain and has no secret. Returns whether it was copied.
    private mutating func appendPlain(_ record: NodeRecord, _ source: Span<UInt8>) -> Bool {
        guard isDataPlain, !record.flags.contains(.needsDecoding) else { return false }
        guard isClean(source.extracting(record.contentRange), hasNone: hasNone(inData: record.range)) else { return false }
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
            withText(of: record, source) { page, text in isMasked = page.append(text) }
            output.append(Self.quote)
            return isMasked
        }
    }

    /// Returns whether a string of the data is known to have no secret.
    func hasNone(_ node: Int?, of link: LinkReading) -> Bool {
        guard let record = node.map({ link.tape.records[$0] }) else { return false }
        return !record.flags.contains(.needsDecoding) && hasNone(inData: record.range)
    }

    /// Calls a closure with the decoded text of a string.
    private mutating func withText(
        of record: NodeRecord, _ source: Span<UInt8>, _ body: (inout LinkPage, Span<UInt8>) -> Void
    ) {
        guard record.flags.contains(.needsDecoding) else { return body(&self, source.extracting(record.contentRange)) }
        ByteView.with(source) { bytes in
            let decoded = Array(bytes.text(of: record).utf8)
            body(&self, decoded.span)
        }
    }

    private mutating func isSecretName(_ record: NodeRecord, _ source: Span<UInt8>) -> Bool {
        guard record.flags.contains(.needsDecoding) else { return Secrets.isSecret(name: source.extracting(record.contentRange)) }
        return ByteView.with(source) { bytes in Secrets.isSecret(name: bytes.text(of: record)) }
    }

    /// Appends bullets in place of a value that has a secret name and is not a string.
    private mutating func appendStand(_ source: Span<UInt8>, _ range: Range<Int>, _ records: Span<NodeRecord>) {
        let document = JSONDocument(source.extracting(range).array)
        let count = document.root.map { JSONValue($0).description.count } ?? 0
        output.append(Self.quote)
        output.appendBullets(count)
        output.append(Self.quote)
        appendDataPath(records, source)
    }

    /// Appends the path of the value that is being written.
    private mutating func appendDataPath(_ records: Span<NodeRecord>, _ source: Span<UInt8>) {
        beginPath()
        paths.append("\"appLinkData")
        for level in frames.indices {
            let frame = frames[level]
            if frame.isObject {
                withText(of: records[frame.key], source) { page, name in page.appendName(name) }
            } else {
                paths.append(UInt8(ascii: "["))
                paths.append(decimal: frame.position)
                paths.append(UInt8(ascii: "]"))
            }
        }
        paths.append(Self.quote)
    }
}
