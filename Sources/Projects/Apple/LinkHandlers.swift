import Bytes

/// Finds where the code of an Apple app takes links. What it does with them is code, so its routes are unknown.
struct LinkHandlers {
    typealias Handler = (name: String, place: SourcePlace)

    /// What code that takes links has, and what to call it. The first bytes are few, so that most bytes of a file need no comparison.
    private static let marks: [(text: StaticString, name: String)] = [
        ("onOpenURL", "onOpenURL"), ("openURLContexts", "scene(_:openURLContexts:)"), ("open url: URL", "application(_:open:options:)"),
        ("openURL:(NSURL", "application:openURL:options:"), ("onContinueUserActivity", "onContinueUserActivity"),
        ("continue userActivity", "NSUserActivity"), ("continueUserActivity:", "NSUserActivity"),
        ("NSUserActivityTypeBrowsingWeb", "NSUserActivity"),
    ]
    /// What hands links to a framework, which has its own routes.
    private static let forwarding: [StaticString] = [
        "RCTLinkingManager", "FlutterAppDelegate", "ExpoAppDelegate", "ApplicationDelegateProxy", "CDVAppDelegate",
        "EXAppDelegateWrapper", "RCTAppDelegate",
    ]
    private static let mostFiles = 4000

    private let targets: [AppleTarget]
    private let tree: ProjectTree
    /// The files that were searched.
    private var known: [String: Handler?] = [:]

    init(targets: [AppleTarget], tree: ProjectTree) { (self.targets, self.tree) = (targets, tree) }

    /// Returns the first place of a target's code that takes links: in its own folders, or else in one that no other target has.
    mutating func first(of target: AppleTarget) -> Handler? {
        let own = Self.folders(of: target)
        let others = targets.filter { $0.name != target.name || $0.folder != target.folder }.flatMap(Self.folders) + ["Tests"]
        let all = tree.paths(in: target.folder).filter { path in [".swift", ".m", ".mm"].contains { path.hasSuffix($0) } }
        let nearest = all.filter { path in own.contains { path.hasPrefix($0 + "/") } }
        if let handler = first(in: nearest) { return handler }
        return first(in: all.filter { path in !others.contains { path.hasPrefix($0 + "/") } && !path.contains("Tests/") })
    }

    private static func folders(of target: AppleTarget) -> [String] {
        let named = target.configurations.first.flatMap { target.file("INFOPLIST_FILE", $0)?.path }.map(ProjectTree.folder)
        return [named, ProjectTree.joined(target.folder, target.name)].compactMap { $0 }.filter { $0 != target.folder && !$0.isEmpty }
    }

    private mutating func first(in paths: [String]) -> Handler? {
        for path in paths.prefix(Self.mostFiles) {
            if known[path] == nil { known[path] = .some(tree.file(path).flatMap(handler)) }
            if let handler = known[path].flatMap({ $0 }) { return handler }
        }
        return nil
    }

    private func handler(in file: SourceFile) -> Handler? {
        let bytes = file.bytes
        // The search goes line by line, because a comment ends the search in its line.
        var isComment = false
        for index in bytes.indices {
            switch bytes[index] {
            case 0x0A: isComment = false
            case UInt8(ascii: "/"): isComment = isComment || bytes.has("//", at: index, before: bytes.count)
            case UInt8(ascii: "o"), UInt8(ascii: "c"), UInt8(ascii: "N"):
                guard !isComment, let mark = Self.marks.first(where: { bytes.has($0.text, at: index, before: bytes.count) }) else {
                    continue
                }
                return Self.forwarding.contains(where: file.mentions) ? nil : (mark.name, file.place(index))
            default: break
            }
        }
        return nil
    }
}
