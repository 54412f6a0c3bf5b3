import AppLinks
import Bytes
import JSONDocument
import LinkLayers
import Secrets

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
                output.append(Self.quote)
                output.append(string: Secrets.mask)
                output.append(Self.quote)
                appendDataPath(view)
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
        view.withText(of: node) { isMasked = isSecret ? output.appendMask(of: $0) : append($0) }
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

extension JSONPage {
    /// Appends the query parameters of the input URL and of the target URL.
    mutating func appendParameters(_ link: AppLinkReading) {
        output.append(",\"inputQueryParameters\":{")
        let start = output.count
        let pathStart = paths.count
        let own = (data: link.data, isVisible: link.isVisible)
        append(link.query, "inputQueryParameters", of: link.text, own: own, known: secrets.query)
        let end = output.count
        output.append("},\"targetQueryParameters\":{")
        if let target = link.target {
            let isClean = secrets.hasNone(link.fields.target, of: link)
            link.withText(target.text) { secrets.find(in: $0, isClean: isClean) }
            let known = secrets.found.map { link.targetQuery.decoded.decoded($0) }
            append(link.targetQuery, "targetQueryParameters", of: link.withText(target.text) { $0.array }, known: known, isClean: isClean)
        } else if paths.count == pathStart {
            output.repeat(start..<end)
        } else {
            append(link.query, "targetQueryParameters", of: link.text, own: own, known: secrets.query)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// Appends the parameters of a query.
    ///
    /// - Parameters:
    ///   - link: The text of the link that the query belongs to.
    ///   - own: The data of the link that the query belongs to, and whether the link has only visible characters; nil for the query of its
    ///     target.
    ///   - known: The secrets of the decoded query.
    ///   - isClean: Whether the whole query is known to have no secret.
    private mutating func append(
        _ query: LinkQuery, _ path: StaticString, of link: @autoclosure () -> [UInt8], own: (data: Range<Int>?, isVisible: Bool)? = nil,
        known: [Range<Int>],
        isClean: Bool = false
    ) {
        let isOfLink = own != nil
        var count = 0
        for entry in query.parameters where entry.isThere {
            let position = count
            count += 1
            if position > 0 { output.append(UInt8(ascii: ",")) }
            output.append(Self.quote)
            let isSecret = query.decoded.withSpan(entry.name) { name in
                secrets.find(in: name, at: entry.name, among: known, isOfLink: isOfLink, isClean: isClean)
                output.append(name: name, masking: secrets.masked, at: position)
                guard let value = entry.value else { return false }
                return query.decoded.withSpan(value) { secrets.isSecret($0, at: value, among: known, name: name) }
            }
            output.append("\":")
            guard let value = entry.value else {
                output.append("null")
                continue
            }
            output.append(Self.quote)
            let isMasked = query.decoded.withSpan(value) { text in
                if isSecret { return output.appendMask(of: text) }
                if let own, value == own.data { isDataPlain = own.isVisible || HiddenCharacters.isPlain(text) }
                secrets.find(in: text, at: value, among: known, isOfLink: isOfLink, isClean: isClean)
                // Few values look like secrets, so only those are checked for being public.
                let isPublic =
                    !secrets.found.isEmpty
                    && query.decoded.withSpan(entry.name) { secrets.isPublic(at: value, among: known, name: $0, in: link()) }
                return output.appendMasked(text, isPublic ? [] : secrets.found)
            }
            output.append(Self.quote)
            if isMasked {
                query.decoded.withSpan(entry.name) { name in
                    secrets.find(in: name, at: entry.name, among: known, isOfLink: isOfLink, isClean: isClean)
                    beginPath()
                    paths.append(Self.quote)
                    paths.append(path)
                    appendName(name, at: position)
                    paths.append(Self.quote)
                }
            }
        }
    }
}
