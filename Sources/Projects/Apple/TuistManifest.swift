import Bytes

/// Reads the literals of a `Project.swift`, from which Tuist writes an Xcode project. What is not a literal is code, and unknown.
struct TuistManifest {
    private let root: PropertyList
    private let folder: String
    private let tree: ProjectTree
    private let name: String

    /// - Returns: The targets, and the path of the project that Tuist writes; nil if the file is no manifest.
    static func read(_ path: String, in tree: ProjectTree, into project: inout Project) -> (targets: [AppleTarget], project: String)? {
        guard let file = tree.file(path), file.mentions("import ProjectDescription") else { return nil }
        let tokens = SourceTokens(file)
        if let open = tokens.all.first(where: { $0.kind == .opening && $0.partner == tokens.all.count }) {
            project.addUnreadable(file, at: open.start, "the bracket or the quotation mark is not closed")
        }
        // `Project(name: …)`, or what a helper of the build makes of it: `Project.app(name: …)`.
        let call = tokens.all.indices.first { index in
            tokens.has(index, "Project") && (tokens.has(index + 1, "(") || tokens.has(index + 1, ".") && tokens.has(index + 3, "("))
        }
        guard let root = call.map({ PropertyList(tokens.expression(at: $0)) }) else {
            noteCode(at: file.place(0), &project)
            return ([], "")
        }
        let folder = ProjectTree.folder(of: path)
        let name = root["name"]?.text ?? ""
        let manifest = TuistManifest(root: root, folder: folder, tree: tree, name: name)
        let targets = descriptions(in: tokens).prefix(XcodeProject.mostTargets).map(manifest.target)
        let all = root["targets"]?.elements ?? []
        if targets.count < all.count || all.isEmpty {
            noteCode(at: root["targets"]?.place ?? root.place, &project)
        }
        return (targets, ProjectTree.joined(folder, name + ".xcodeproj") ?? "")
    }

    /// Adds an unknown, once for all manifests: most of those that are code make frameworks.
    private static func noteCode(at place: SourcePlace, _ project: inout Project) {
        guard !project.unknowns.contains(where: { $0.what == "targets" }) else { return }
        project.unknowns.append(Unknown("targets", "code makes them, here or in another Project.swift", at: place))
    }

    /// Returns the targets that a manifest describes, be it in the project, in a constant or in a function. A dependency has no product.
    private static func descriptions(in tokens: SourceTokens) -> [PropertyList] {
        tokens.all.indices.lazy.filter { index in
            let isMember = tokens.has(index - 1, ".") && (tokens.has(index, "target") || tokens.has(index, "init"))
            return (isMember || tokens.has(index, "Target")) && tokens.has(index + 1, "(")
        }
        .map { PropertyList(tokens.expression(at: $0)) }.filter { $0["product"] != nil }
    }

    private func target(_ description: PropertyList) -> AppleTarget {
        let name =
            [description["name"]?.text, ProjectTree.name(of: folder), self.name].lazy.compactMap(\.self).first { !$0.isEmpty } ?? "app"
        let product = [".app": AppleTarget.Product.app, ".appClip": .appClip][Self.word(description["product"])] ?? .other
        var target = AppleTarget(name: name, product: product, folder: folder, place: description["name"]?.place ?? description.place)
        var own: [BuildSettings.Line] = []
        func set(_ setting: String, _ value: String, at place: SourcePlace) {
            own.append(.assignment(SettingAssignment(setting, value, at: place)))
        }
        let destinations = description["destinations"] ?? description["platform"]
        let platforms = ([Self.word(destinations)] + (destinations?.elements ?? []).map(Self.word)).filter { !$0.isEmpty }
        // A name of the manifest's own may stand for any of them.
        let isForPhone = platforms.isEmpty || !platforms.allSatisfy { name in Self.otherPlatforms.contains { name.hasPrefix($0) } }
        set("SDKROOT", isForPhone ? "iphoneos" : "macosx", at: target.place)
        for (key, setting) in Self.files {
            guard let value = description[key] else { continue }
            switch Self.word(value) {
            case ".default": break
            case ".extendingDefault": target.info = value["with"]
            case "" where !value.members.isEmpty: if key == "infoPlist" { target.info = value } else { target.entitlements = value }
            default:
                let file = value.text == nil ? value["path"] ?? value[""] : value
                // What is no literal becomes a variable that nothing sets but the code.
                set(setting, file?.text.map(located) ?? "${\(key)}", at: (file ?? value).place)
            }
        }
        let configurations = [root, description].lazy.map { $0["settings"]?["configurations"]?.elements ?? [] }.first { !$0.isEmpty } ?? []
        let names = configurations.compactMap { $0["name"]?.text ?? ($0[""]?.text) }
        for configuration in (names.isEmpty ? ["Debug", "Release"] : names).prefix(XcodeProject.mostConfigurations) {
            var settings = BuildSettings(target: name, configuration: configuration, project: self.name, folder: folder, at: target.place)
            settings.environment = MissingSettings(name: "code in Project.swift", place: target.place)
            for described in [root["settings"], description["settings"]] { settings.add(code(in: described, configuration)) }
            settings.add(lines(root["settings"], in: configuration))
            settings.add(own)
            settings.add(lines(description["settings"], in: configuration))
            target.configurations.append(settings)
        }
        return target
    }

    /// How the names of destinations and platforms begin that are no phones.
    private static let otherPlatforms = [".mac", ".apple", ".watch", ".tv", ".vision"]

    /// The arguments of a target that are settings of Xcode.
    private static let files = [
        ("bundleId", "PRODUCT_BUNDLE_IDENTIFIER"), ("infoPlist", "INFOPLIST_FILE"), ("entitlements", "CODE_SIGN_ENTITLEMENTS"),
    ]

    /// Returns `.app` for `.app` and `Product.app`, `.file` for `.file(path: "x")`; nothing for literals.
    private static func word(_ value: PropertyList?) -> String {
        guard let name = value?[PropertyList.function]?.text else { return "" }
        return name.lastIndex(of: ".").map { String(name[$0...]) } ?? name
    }

    /// Returns a path of the tree for one from the root, which is the nearest folder with `Tuist.swift` or a folder `Tuist`, and others as they
    /// are.
    private func located(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        let parents = ProjectTree.folders(from: folder).filter { !$0.isEmpty }
        let root = parents.first { tree.has($0 + "/Tuist.swift") || !tree.paths(in: $0 + "/Tuist").isEmpty }
        return root.map { "/\($0)\(path)" } ?? path
    }

    private func own(_ configuration: String, of settings: PropertyList?) -> PropertyList? {
        settings?["configurations"]?.elements.first { ($0["name"]?.text ?? $0[""]?.text) == configuration }
    }

    /// Returns what may set anything: settings that are no literals, or for a configuration with another name.
    private func code(in settings: PropertyList?, _ configuration: String) -> [BuildSettings.Line] {
        guard let settings else { return [] }
        let own = own(configuration, of: settings)
        let written = [settings["base"], own?["settings"]].compactMap { $0 }
        let isUnread = own == nil && (settings["configurations"] != nil || written.isEmpty)
        let code = written.first { $0[PropertyList.function] != nil } ?? own?["xcconfig"].flatMap { $0.text == nil ? $0 : nil }
        return (code ?? (isUnread ? settings : nil)).map { [.missing(MissingSettings(name: "code", place: $0.place))] } ?? []
    }

    private func lines(_ settings: PropertyList?, in configuration: String) -> [BuildSettings.Line] {
        let own = own(configuration, of: settings)
        let file = own?["xcconfig"].flatMap { file in
            file.text.flatMap { ProjectTree.joined(folder, located($0)) }.map { XCConfig($0, named: file.place, in: tree).lines }
        }
        return (file ?? []) + XcodeProject.lines(settings?["base"]) + XcodeProject.lines(own?["settings"])
    }
}

extension PropertyList {
    /// The key of a function's name, in a dictionary of the arguments of its call.
    fileprivate static let function = "()"
    /// Calls that are what they have in parentheses.
    private static let wrappers: Set = [".string", ".array", ".dictionary", ".path", ".relativeToManifest", ".relativeToRoot"]

    /// Creates the value of a literal of Swift. Code that is no literal becomes an empty dictionary.
    fileprivate init(_ literal: Literal) {
        self.init(.dictionary([]), at: literal.place)
        let member = { (entry: Literal.Entry) in (entry.key?.text ?? entry.key?.path ?? "", PropertyList(entry.value)) }
        if let text = literal.text {
            content = .text(text)
            // The place of a string is what is between its quotes.
            let (start, end) = (literal.range.lowerBound + 1, literal.range.upperBound - 1)
            if start <= end, literal.file.bytes[start - 1] == UInt8(ascii: "\"") { place = literal.file.place(start..<end) }
        }
        if let elements = literal.elements { content = .list(elements.map { PropertyList($0) }) }
        if let entries = literal.entries { content = .dictionary(entries.map(member)) }
        let isCall = if case .call = literal.content { true } else { false }
        guard let path = literal.path, !isCall || literal.members.isEmpty else { return }
        if Self.wrappers.contains(path), let first = literal.arguments.first {
            self = PropertyList(first.value)
            // A slash stands for the root of the whole project.
            if path == ".relativeToRoot", let text { content = .text("/" + text) }
        } else {
            let name = (Self.function, PropertyList(.text(path), at: literal.place))
            content = .dictionary([name] + literal.arguments.map(member))
        }
    }
}
