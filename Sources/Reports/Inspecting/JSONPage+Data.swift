import AppLinks
import Bytes
import JSONDocument

extension JSONPage {
    /// Appends `appLinkData`, and `extras`, which repeats a part of `appLinkData`.
    mutating func appendData(_ link: AppLinkReading) {
        output.append(",\"appLinkData\":")
        guard link.isAppLink else { return output.append("null,\"extras\":null") }
        link.withReportedData { view, extras, isAsWritten in
            if !isAsWritten { (isDataPlain, secrets.dataStart) = (false, nil) }
            appendData(view, extras: extras)
        }
    }

    private mutating func appendData(_ view: JSONView, extras: Int?) {
        let written = append(view, extras: extras)
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
            guard beginDataPath() else { return }
            paths.append(Self.quote)
            paths.repeat(start..<end)
        }
    }

    /// Appends the data and everything in it. Returns where the extras were written, and which paths were added for them.
    private mutating func append(_ view: JSONView, extras: Int?) -> (output: Range<Int>, paths: Range<Int>)? {
        var start = (output: 0, paths: 0)
        var written: (output: Range<Int>, paths: Range<Int>)?
        walk.begin()
        while let step = walk.step(in: view) {
            switch step {
            case .value(let node):
                let hasNone = secrets.hasNone(inData: view[node].range)
                var isSecret = false
                if let container = walk.containers.last {
                    if container.position > 0 { output.append(UInt8(ascii: ",")) }
                    if container.isObject {
                        appendKey(container.key, at: container.position, view)
                        isSecret = secrets.isSecret(node, named: container.key, in: view, hasNone: hasNone)
                    }
                }
                if node == extras { start = (output.count, pathStarts.count) }
                append(node, view, isSecret: isSecret, hasNone: hasNone)
            case .end(let container):
                output.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                if container.node == extras { written = (start.output..<output.count, start.paths..<pathStarts.count) }
            }
        }
        return written
    }

    /// Appends a scalar, or the bracket that opens a container. A value with a secret name is masked as a whole.
    private mutating func append(_ node: Int, _ view: JSONView, isSecret: Bool, hasNone: Bool) {
        let record = view[node]
        switch record.kind {
        case .object, .array, .number:
            if isSecret {
                appendBullets(forNode: node, view)
                walk.skip(in: view)
            } else if record.kind == .number {
                view.bytes.append(record.range, to: &output)
            } else {
                output.append(record.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
            }
        case .string: appendString(node, record, view, isSecret: isSecret, hasNone: hasNone)
        case .bool, .null: view.bytes.append(record.range, to: &output)
        }
    }

    private mutating func appendKey(_ node: Int, at position: Int, _ view: JSONView) {
        let record = view[node]
        if !appendPlain(record, view, hasNone: secrets.hasNone(inData: record.range)) {
            output.append(Self.quote)
            view.withText(of: node) { name in
                secrets.find(in: name)
                output.append(name: name, masking: secrets.masked, at: position)
            }
            output.append(Self.quote)
        }
        output.append(UInt8(ascii: ":"))
    }

    private mutating func appendString(_ node: Int, _ record: NodeRecord, _ view: JSONView, isSecret: Bool, hasNone: Bool) {
        if !isSecret, appendPlain(record, view, hasNone: hasNone) { return }
        output.append(Self.quote)
        var isMasked = false
        view.withText(of: node) { isMasked = isSecret ? output.appendBullets(for: $0) : append($0) }
        output.append(Self.quote)
        if isMasked { appendDataPath(view) }
    }

    /// Copies a string of the data with its quotes, if the string is plain and has no secret. Returns whether it was copied.
    private mutating func appendPlain(_ record: NodeRecord, _ view: JSONView, hasNone: Bool) -> Bool {
        guard isDataPlain, !record.flags.contains(.needsDecoding) else { return false }
        guard view.bytes.withSpan(record.contentRange, { secrets.isClean($0, hasNone: hasNone) }) else { return false }
        view.bytes.append(record.range, to: &output)
        return true
    }

    /// Appends a string of the data in quotes. Returns whether a part of it was masked.
    mutating func appendDataText(_ link: AppLinkReading, _ node: Int) -> Bool {
        link.withData { view in
            if appendPlain(view[node], view, hasNone: secrets.hasNone(inData: view[node].range)) { return false }
            output.append(Self.quote)
            var isMasked = false
            view.withText(of: node) { isMasked = append($0) }
            output.append(Self.quote)
            return isMasked
        }
    }

    /// Appends bullets in place of a value that has a secret name and is not a string.
    private mutating func appendBullets(forNode node: Int, _ view: JSONView) {
        output.append(Self.quote)
        output.appendBullets(view.bulletCount(for: node))
        output.append(Self.quote)
        appendDataPath(view)
    }

    /// Begins the path of a value in the data. Returns false if there is no room for it. The paths then contain `…`.
    private mutating func beginDataPath() -> Bool {
        guard paths.count >= Self.mostDataPaths else {
            beginPath()
            return true
        }
        if !areDataPathsCut { appendPath("…") }
        areDataPathsCut = true
        return false
    }

    /// The size of the paths, in bytes, from which on those of values in the data are left out. A value may be in hundreds of objects, so its
    /// path may be much longer than the value.
    private static let mostDataPaths = 1 << 20

    /// Appends the path of the value that is being written.
    private mutating func appendDataPath(_ view: JSONView) {
        guard beginDataPath() else { return }
        paths.append("\"appLinkData")
        for level in walk.containers.indices {
            let container = walk.containers[level]
            if container.isObject {
                view.withText(of: container.key) { name in
                    // The paths of all values in a container repeat its name, so only as much of it is searched as a secret may need that
                    // begins in the part which is written.
                    secrets.find(in: name.extracting(0..<name.characterEnd(atMost: 16 * Masking.longestName)))
                    appendName(name, at: container.position)
                }
            } else {
                paths.append(UInt8(ascii: "["))
                paths.append(decimal: container.position)
                paths.append(UInt8(ascii: "]"))
            }
        }
        paths.append(Self.quote)
    }
}
