/// Reads a file of XcodeGen as one property list with the files that it includes.
struct SpecFiles {
    private static let mostFiles = 50

    private let tree: ProjectTree
    private var files = 0
    private var reader = YAMLReader()
    private var open: [String] = []
    private(set) var mistakes: [(file: SourceFile, mistake: XMLTree.Mistake)] = []
    private(set) var unknowns: [Unknown] = []

    init(tree: ProjectTree) { self.tree = tree }

    /// Returns the root of a file, merged over the files that it includes; nil if it is missing or cannot be read.
    mutating func root(_ path: String) -> PropertyList? {
        guard let file = tree.file(path), !open.contains(path), files < Self.mostFiles else { return nil }
        files += 1
        open.append(path)
        defer { open.removeLast() }
        let own: PropertyList
        do {
            own = try reader.list(of: file)
        } catch {
            // Other tools have files of this name as well.
            if open.count > 1 || file.mentions("targets:") { mistakes.append((file, error)) }
            return nil
        }
        var below: PropertyList?
        let included = own["include"].map { $0.texts.isEmpty && !$0.members.isEmpty ? [$0] : $0.text == nil ? $0.elements : [$0] } ?? []
        for include in included {
            guard let name = include.text ?? include["path"]?.text else { continue }
            let path = ProjectTree.joined(ProjectTree.folder(of: path), name) ?? name
            if !tree.has(path) { unknowns.append(Unknown("include", "\(path) is not in the project", at: include.place)) }
            guard let root = root(path) else { continue }
            below = below.map { root.merged(over: $0) } ?? root
        }
        return below.map { own.merged(over: $0) } ?? own
    }
}
