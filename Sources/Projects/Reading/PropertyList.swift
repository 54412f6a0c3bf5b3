import Bytes

/// A value of a property list, or of a file that takes its place such as XcodeGen's `project.yml`, and where it stands.
struct PropertyList: Sendable {
    typealias Member = (key: String, value: PropertyList)

    enum Content: Sendable {
        /// A string. Numbers, dates and Booleans are texts as well: nothing about links depends on the difference.
        case text(String)
        case list([PropertyList])
        case dictionary([Member])
    }

    var content: Content
    var place: SourcePlace

    init(_ content: Content, at place: SourcePlace) { (self.content, self.place) = (content, place) }

    var text: String? { if case .text(let text) = content { text } else { nil } }

    /// The elements of a list; none for anything else.
    var elements: [PropertyList] { if case .list(let elements) = content { elements } else { [] } }

    /// The members of a dictionary; none for anything else.
    var members: [Member] { if case .dictionary(let members) = content { members } else { [] } }

    subscript(key: String) -> PropertyList? { members.last { $0.key == key }?.value }

    /// The strings of a list, or the string that stands in its place.
    var texts: [PropertyList] { text == nil ? elements.filter { $0.text != nil } : [self] }

    /// Returns the root of a file in either form: XML, or the older one with braces.
    static func root(of file: SourceFile) throws(XMLTree.Mistake) -> PropertyList {
        let isBinary = file.bytes.has("bplist", at: 0, before: file.bytes.count)
        if isBinary { throw XMLTree.Mistake(offset: 0, problem: "this is a binary property list; plutil -convert xml1 makes it readable") }
        let hasMark = file.bytes.has("\u{FEFF}", at: 0, before: file.bytes.count)
        let first = file.bytes.dropFirst(hasMark ? 3 : 0).first { !ByteClass.isBlank($0) }
        guard first == UInt8(ascii: "<") else {
            var reader = OldPropertyListReader(file)
            return try reader.root()
        }
        let root = try XMLTree.root(of: file)
        guard root.name == "plist", let value = root.children.first else { return try PropertyList(root, of: file) }
        return try PropertyList(value, of: file)
    }

    private init(_ element: XMLElement, of file: SourceFile) throws(XMLTree.Mistake) {
        let place = element.textPlace
        switch element.name {
        case "dict": self.init(.dictionary(try Self.members(of: element, in: file)), at: place)
        case "array":
            var elements: [PropertyList] = []
            for child in element.children { elements.append(try PropertyList(child, of: file)) }
            self.init(.list(elements), at: place)
        case "true", "false": self.init(.text(element.name), at: place)
        case "string", "integer", "real", "date", "data":
            self.init(.text(Self.untrimmed(element, in: file)), at: place)
        default: throw XMLTree.Mistake(offset: element.place.range.lowerBound, problem: "<\(element.name)> is no value of a property list")
        }
    }

    private static func members(of element: XMLElement, in file: SourceFile) throws(XMLTree.Mistake) -> [Member] {
        var members: [Member] = []
        var key: String?
        for child in element.children {
            if let name = key {
                members.append((name, try PropertyList(child, of: file)))
                key = nil
            } else if child.name == "key" {
                key = child.text
            } else {
                throw XMLTree.Mistake(offset: child.place.range.lowerBound, problem: "a <key> must stand before <\(child.name)>")
            }
        }
        if let key { throw XMLTree.Mistake(offset: element.place.range.lowerBound, problem: "the key \(key) has no value") }
        return members
    }

    /// Returns the text with the blanks around it: to iOS they are a part of a scheme or a domain, which then does not work.
    private static func untrimmed(_ element: XMLElement, in file: SourceFile) -> String {
        let written = file.bytes[element.textPlace.range]
        guard !element.text.isEmpty else { return "" }
        let start = written.prefix(while: ByteClass.isBlank)
        let end = written.reversed().prefix(while: ByteClass.isBlank).reversed()
        return String(decoding: start, as: UTF8.self) + element.text + String(decoding: Array(end), as: UTF8.self)
    }
}

extension Project {
    /// Returns the root of a property list; nil if the project has no such file, or if it cannot be read, which becomes a finding.
    mutating func propertyList(_ path: String, in tree: ProjectTree) -> PropertyList? { root(of: path, in: tree, PropertyList.root) }
}
