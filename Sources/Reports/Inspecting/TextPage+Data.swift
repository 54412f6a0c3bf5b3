import AppLinks
import Bytes
import JSONDocument

extension TextPage {
    /// Appends the data as a tree. The extras have a section of their own. If the data does not make an App Link, the part that could be
    /// parsed is shown.
    mutating func append(dataOf link: LinkReading) {
        link.withReportedData { view, extras, isAsWritten in
            if view.count == 0 { return }
            // Of data that is not JSON, such as data that was encoded twice, the parser only keeps a word without meaning.
            if !link.tape.isValid, view[0].kind != .object, view[0].kind != .array { return }
            if !isAsWritten { secrets.dataStart = nil }
            append(view, root: 0, as: link.isAppLink ? "data" : "data (unused)", skipping: extras)
            if let extras { append(view, root: extras, as: "extras") }
        }
    }

    private mutating func append(_ view: JSONView, root: Int, as name: StaticString, skipping skipped: Int? = nil) {
        var (isFirst, count) = (true, 0)
        walk.begin(at: root)
        while let step = walk.step(in: view) {
            if case .value(let node) = step, node == skipped {
                walk.skip(in: view)
                continue
            }
            if count == TextOutput.mostLines { return lines.leaveOut() }
            count += 1
            guard case .value(let node) = step else { continue }
            append(view, node, as: name, skipping: skipped, &isFirst)
        }
    }

    /// Appends the line of a value. The lines of a container's values follow.
    private mutating func append(
        _ view: JSONView, _ node: Int, as name: StaticString, skipping skipped: Int?, _ isFirst: inout Bool
    ) {
        let record = view[node]
        let isContainer = record.kind == .object || record.kind == .array
        let isEmpty = record.count == 0 || record.count == 1 && skipped != nil && walk.containers.isEmpty
        let container = walk.containers.last
        // The label already represents the outermost container.
        if container == nil, isContainer, !isEmpty { return }
        let depth = max(walk.containers.count - 1, 0)
        if isFirst { lines.begin(literal: name) } else { lines.beginInner(depth: depth) }
        isFirst = false
        var isSecret = false
        if let container, container.isObject {
            view.withText(of: container.key) { text in
                append(text, isClean: isClean(text, view[container.key]))
                isSecret = secrets.isSecret(name: text)
            }
            lines.output.append(UInt8(ascii: ":"))
        } else if depth > 0 {
            lines.output.append(UInt8(ascii: "-"))
        }
        switch record.kind {
        case .string:
            lines.output.append(" \"")
            view.withText(of: node) { append($0, isSecret: isSecret, isClean: isClean($0, record)) }
            lines.output.append(UInt8(ascii: "\""))
        case .object where isSecret, .array where isSecret, .number where isSecret:
            lines.output.append(" \"")
            lines.bullets(view.bulletCount(for: node))
            lines.output.append(UInt8(ascii: "\""))
            walk.skip(in: view)
        case .object, .array: if isEmpty { lines.output.append(record.kind == .object ? " {}" : " []") }
        case .number, .bool, .null:
            lines.output.append(UInt8(ascii: " "))
            view.bytes.withSpan(record.range) { lines.outside($0) }
        }
        lines.endLine()
    }

    private func isClean(_ text: Span<UInt8>, _ record: NodeRecord) -> Bool {
        secrets.isClean(text, hasNone: !record.flags.contains(.needsDecoding) && secrets.hasNone(inData: record.range))
    }
}
