import Checks
import JSONDocument

/// Checks values against a JSON schema, as far as `Resources/suite.schema.json` uses the language.
struct SchemaCheck {
    let root: JSONDocument.Node

    func accepts(_ node: YAMLNode) -> Bool { accepts(node, root) }

    private func accepts(_ node: YAMLNode, _ schema: JSONDocument.Node) -> Bool {
        if let name = schema["$ref"]?.stringValue?.split(separator: "/").last {
            return root["definitions"]?[String(name)].map { accepts(node, $0) } ?? false
        }
        let members = node.members
        if let types = schema["type"] {
            let names = types.kind == .array ? types.elements.compactMap(\.stringValue) : [types.stringValue ?? ""]
            guard names.contains(where: { kinds(of: node).contains($0) }) else { return false }
        }
        if let words = schema["enum"], !words.elements.contains(where: { $0.stringValue == node.text }) { return false }
        if let word = schema["const"]?.stringValue, word != node.text { return false }
        for part in schema["required"]?.elements.compactMap(\.stringValue) ?? [] {
            guard members?.contains(where: { $0.name == part }) == true else { return false }
        }
        for member in members ?? [] {
            if let own = schema["properties"]?[member.name] {
                guard accepts(member.value, own) else { return false }
            } else if let others = schema["additionalProperties"] {
                guard others.kind == .object ? accepts(member.value, others) : others.boolValue == true else { return false }
            }
        }
        if let items = schema["items"], let elements = node.elements {
            guard elements.allSatisfy({ accepts($0, items) }) else { return false }
        }
        if schema["minItems"] != nil, node.elements?.isEmpty == true { return false }
        if schema["minProperties"] != nil, members?.isEmpty == true { return false }
        if let all = schema["allOf"], !all.elements.allSatisfy({ accepts(node, $0) }) { return false }
        if let any = schema["anyOf"], !any.elements.contains(where: { accepts(node, $0) }) { return false }
        if let one = schema["oneOf"], one.elements.count(where: { accepts(node, $0) }) != 1 { return false }
        return true
    }

    private func kinds(of node: YAMLNode) -> [String] {
        switch node.content {
        case .mapping: return ["object"]
        case .sequence: return ["array"]
        case .scalar(let text, let isPlain):
            if !isPlain { return ["string"] }
            if node.isNull { return ["null"] }
            if text == "true" || text == "false" { return ["boolean"] }
            return JSONNumber(literal: text) == nil ? ["string"] : ["number"]
        }
    }
}
