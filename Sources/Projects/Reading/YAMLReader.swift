import Bytes
import Yams

/// Reads YAML files as property lists: a specification of XcodeGen, a `pubspec.yaml`, or the settings of Unity.
struct YAMLReader {
    /// The most values of all files that a reader reads, counted as often as an alias repeats them.
    private static let mostValues = 100_000
    private static let deepest = 64
    /// A few lines with aliases of aliases stand for billions of values, which Yams compares if they are keys.
    private static let mostAliases = 40
    private static let largestFile = 1 << 20

    private var values = 0

    mutating func list(of file: SourceFile) throws(XMLTree.Mistake) -> PropertyList {
        guard file.bytes.count <= Self.largestFile, Self.aliases(in: file.bytes) <= Self.mostAliases else {
            throw XMLTree.Mistake(
                offset: 0, problem: "the file is larger than those of tools, or has more than \(Self.mostAliases) aliases")
        }
        let (parser, node): (Parser, Node?)
        do {
            // This resolver leaves every text as it is written.
            parser = try Parser(yaml: file.text, resolver: .basic, encoding: .utf8)
            node = try parser.singleRoot()
        } catch {
            let (problem, mark) = Self.problem(of: error)
            throw XMLTree.Mistake(offset: mark.map { Self.offset(of: $0, in: file) } ?? 0, problem: "this is not YAML: \(problem)")
        }
        guard let node else { return PropertyList(.dictionary([]), at: file.place(0)) }
        // The parser owns the anchors of its nodes.
        return try withExtendedLifetime(parser) { () throws(XMLTree.Mistake) in try list(node, of: file, depth: 0) }
    }

    private mutating func list(_ node: Node, of file: SourceFile, depth: Int) throws(XMLTree.Mistake) -> PropertyList {
        let start = node.mark.map { Self.offset(of: $0, in: file) } ?? 0
        values += 1
        guard depth < Self.deepest, values < Self.mostValues else {
            throw XMLTree.Mistake(offset: start, problem: "the file has too many values, or too many in each other")
        }
        switch node {
        case .scalar(let scalar):
            let length = min(scalar.string.utf8.count, file.bytes.count - start)
            return PropertyList(.text(scalar.string), at: file.place(start..<start + length))
        case .sequence(let sequence):
            var elements: [PropertyList] = []
            for element in sequence { elements.append(try list(element, of: file, depth: depth + 1)) }
            return PropertyList(.list(elements), at: file.place(start))
        case .mapping(let mapping):
            var members: [PropertyList.Member] = []
            var merged: [PropertyList.Member] = []
            for (key, value) in mapping {
                guard let key = key.scalar?.string else { continue }
                let value = try list(value, of: file, depth: depth + 1)
                if key == "<<" {
                    merged += value.members + value.elements.flatMap(\.members)
                } else {
                    members.append((key, value))
                }
            }
            let keys = Set(members.map(\.key))
            return PropertyList(.dictionary(merged.filter { !keys.contains($0.key) } + members), at: file.place(start))
        case .alias: throw XMLTree.Mistake(offset: start, problem: "an alias names nothing")
        }
    }

    /// Returns the byte at a mark, whose column counts Unicode scalars.
    private static func offset(of mark: Mark, in file: SourceFile) -> Int {
        let start = file.starts[min(max(0, mark.line - 1), file.starts.count - 1)]
        let line = file.bytes[start...].prefix { !ByteClass.isLineEnd($0) }
        return line.index(after: mark.column - 1, charactersFrom: start)
    }

    private static func problem(of error: any Error) -> (String, Mark?) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _)?, .parser(_, let problem, let mark, _)?, .composer(_, let problem, let mark, _)?:
            (problem, mark)
        case .duplicatedKeysInMapping(let names, let context)?: ("\(names.sorted().joined(separator: ", ")) stands twice", context.mark)
        default: ("its bytes are not UTF-8", nil)
        }
    }

    private static func aliases(in bytes: [UInt8]) -> Int {
        guard bytes.contains(UInt8(ascii: "&")) else { return 0 }
        return bytes.indices.count { index in
            guard bytes[index] == UInt8(ascii: "*"), index + 1 < bytes.count else { return false }
            let next = bytes[index + 1]
            let isName = ByteClass.isLetterOrDigit(next) || "_-".utf8.contains(next)
            return isName && (index == 0 || bytes[index - 1] <= 0x20 || "[{,:?-".utf8.contains(bytes[index - 1]))
        }
    }
}
