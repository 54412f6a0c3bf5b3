import Bytes
import LinkLayers

/// An element of an XML file, with what is in it.
package struct XMLElement: Sendable {
    package struct Attribute: Sendable {
        /// The name, with the prefix `android:`, `app:` or `tools:` for Android's namespaces, whatever prefix the file has for them.
        package var name: String
        package var value: String
        /// The value, without its quotes.
        package var place: SourcePlace
    }

    package var name: String
    /// The name in the opening tag.
    package var place: SourcePlace
    package var attributes: [Attribute] = []
    package var children: [XMLElement] = []
    /// The text directly in the element, without spaces around it.
    package var text = ""
    /// The first piece of text; empty, at the name, if there is none.
    package var textPlace: SourcePlace

    package func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }
    package subscript(name: String) -> String? { attribute(name)?.value }
    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The element and all elements in it, in the order of the file.
    package var descendants: [XMLElement] { [self] + children.flatMap(\.descendants) }

    /// Returns each place of a key of a property list, wherever it stands, with the value.
    func plistValues(_ key: String) -> [(key: XMLElement, value: XMLElement)] {
        descendants.filter { $0.name == "dict" }.flatMap { dictionary in
            zip(dictionary.children, dictionary.children.dropFirst()).filter { name, _ in name.name == "key" && name.text == key }
        }
    }
}

/// Reads an XML file as a tree, up to its first mistake.
package struct XMLTree {
    /// Why a file cannot be read. The tools that build the app refuse it as well.
    package struct Mistake: Error, Sendable, Hashable {
        package var offset: Int
        /// A part of a sentence, without its period.
        package var problem: String
    }

    /// The deepest nesting that is read. What people and tools write is a fraction of it.
    private static let deepest = 100
    /// Android's namespaces, and the prefixes that files have for them by custom.
    private static let prefixes = [
        "http://schemas.android.com/apk/res/android": "android", "http://schemas.android.com/apk/res-auto": "app",
        "http://schemas.android.com/tools": "tools",
    ]

    private let file: SourceFile
    private let pieces: XMLPieces
    private var open: [XMLElement] = []
    private var root: XMLElement?
    /// The prefixes of the file that are not the customary ones.
    private var renamed: [String: String] = [:]

    package static func root(of file: SourceFile) throws(Mistake) -> XMLElement {
        var tree = XMLTree(file)
        return try tree.read()
    }

    private init(_ file: SourceFile) { (self.file, pieces) = (file, XMLPieces(file.bytes)) }

    private mutating func read() throws(Mistake) -> XMLElement {
        for piece in pieces.all {
            switch piece {
            case .opening(let tag): try add(tag)
            case .closing(let name, let range): try close(name, at: range.lowerBound)
            case .text(let range): add(range)
            }
        }
        if let mistake = pieces.mistake { throw Mistake(offset: mistake.offset, problem: mistake.problem) }
        let end = max(0, pieces.bytes.count - 1)
        if let last = open.last { throw Mistake(offset: end, problem: "the file ends early; <\(last.name)> is not closed") }
        guard let root else { throw Mistake(offset: 0, problem: "the file has no element") }
        return root
    }

    /// Throws the mistake that comes first: one inside a tag, or the one that is given.
    private func fail(_ offset: Int, _ problem: String) throws(Mistake) {
        if let mistake = pieces.mistake, mistake.offset <= offset { throw Mistake(offset: mistake.offset, problem: mistake.problem) }
        throw Mistake(offset: offset, problem: problem)
    }

    private mutating func add(_ tag: XMLPieces.Tag) throws(Mistake) {
        if open.count == Self.deepest { try fail(tag.place.lowerBound, "more than \(Self.deepest) elements are in each other") }
        if root != nil { try fail(tag.place.lowerBound, "<\(tag.name)> follows the end of the first element") }
        var element = XMLElement(name: tag.name, place: file.place(tag.place), textPlace: file.place(tag.place.lowerBound))
        var names: Set<String> = []
        for (name, range) in tag.attributes {
            let value = String(decoding: pieces.text(range).bytes, as: UTF8.self)
            if !names.insert(name).inserted { try fail(range.lowerBound, "the attribute \(name) stands twice in <\(tag.name)>") }
            if name.hasPrefix("xmlns:"), let usual = Self.prefixes[value] { renamed[String(name.dropFirst(6))] = usual }
            element.attributes.append(XMLElement.Attribute(name: name, value: value, place: file.place(range)))
        }
        // A tag may use a prefix before it declares it.
        for index in element.attributes.indices { element.attributes[index].name = usual(element.attributes[index].name) }
        if tag.isEmpty { append(element) } else { open.append(element) }
    }

    private func usual(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":"), let prefix = renamed[String(name[..<colon])] else { return name }
        return prefix + name[colon...]
    }

    private mutating func close(_ name: String, at offset: Int) throws(Mistake) {
        guard let element = open.popLast() else { return try fail(offset, "</\(name)> closes nothing") }
        if element.name != name { try fail(offset, "the tags do not match: </\(name)> stands where </\(element.name)> must") }
        append(element)
    }

    private mutating func append(_ element: XMLElement) {
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    private mutating func add(_ range: Range<Int>) {
        guard let last = open.indices.last else { return }
        let text = pieces.text(range).bytes
        let trimmed = String(decoding: text[text.span.trimmed], as: UTF8.self)
        if open[last].textPlace.range.isEmpty { open[last].textPlace = file.place(range) }
        open[last].text += trimmed
    }
}

extension Project {
    /// Returns the root of an XML file; nil if the project has no such file, or if it cannot be read, which becomes a finding.
    mutating func xml(_ path: String, in tree: ProjectTree) -> XMLElement? { root(of: path, in: tree, XMLTree.root) }

    /// Returns what a reader makes of a file; nil if the project has no such file, or if it cannot be read, which becomes a finding.
    mutating func root<Root>(of path: String, in tree: ProjectTree, _ read: (SourceFile) throws(XMLTree.Mistake) -> Root) -> Root? {
        guard let file = tree.file(path) else { return nil }
        do {
            return try read(file)
        } catch {
            addUnreadable(file, at: error.offset, error.problem)
            return nil
        }
    }

    /// Adds the finding on a file that cannot be read, once for each file.
    ///
    /// - Parameter problem: A part of a sentence, without its period.
    mutating func addUnreadable(_ file: SourceFile, at offset: Int, _ problem: String) {
        guard !findings.contains(where: { $0.code == .fileUnreadable && $0.place.file == file.path }) else { return }
        let place = file.place(offset)
        let message = "line \(place.line), column \(file.column(offset)): \(problem). Nothing of this file is used."
        findings.append(ProjectFinding(.fileUnreadable, .error, message, repair: "Correct the file.", at: place))
    }
}
