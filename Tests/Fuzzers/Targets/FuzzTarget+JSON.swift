import JSONDocument

extension FuzzTarget {
    /// Every place is within the text. A parsed value, from valid text or not, stays the same when it is written and parsed again.
    static func jsonProblem(_ bytes: [UInt8]) -> String? {
        let document = JSONDocument(bytes)
        if document.isValid == document.findings.contains(where: \.isError) { return "valid and errors disagree" }
        if let finding = document.findings.first(where: { !$0.range.lies(within: bytes.count) }) {
            return "\(finding.code) is at \(finding.range) of \(bytes.count) bytes"
        }
        guard let root = document.root else { return document.isValid ? "valid without a value" : nil }
        return treeProblem(root, count: bytes.count) ?? writingProblem(document, JSONValue(root))
    }

    private static func treeProblem(_ root: JSONDocument.Node, count: Int) -> String? {
        guard root.range.lies(within: count) else { return "the value is at \(root.range) of \(count) bytes" }
        var pending = [root]
        while let node = pending.popLast() {
            var children = Array(node.elements)
            for member in node.members { children += [member.key, member.value] }
            if let child = children.first(where: { !$0.range.lies(within: node.range) }) { return "\(child.range) is in \(node.range)" }
            guard children.map(\.range).areInOrder else { return "what is in \(node.range) overlaps" }
            if node.kind == .string, node.stringValue == nil { return "the text at \(node.range) says nothing" }
            pending += children
        }
        return nil
    }

    private static func writingProblem(_ document: JSONDocument, _ value: JSONValue) -> String? {
        if document.isValid {
            guard let indented = document.indented() else { return "valid and cannot be indented" }
            let again = JSONDocument(indented)
            guard again.isValid, again.root.map(JSONValue.init) == value else { return "indented, it reads otherwise" }
        }
        guard let text = try? value.serialized() else { return document.isValid ? "valid and cannot be written" : nil }
        let again = JSONDocument(text)
        guard again.isValid else { return "what was written is not valid: \(text)" }
        return again.root.map(JSONValue.init) == value ? nil : "what was written reads otherwise: \(text)"
    }
}
