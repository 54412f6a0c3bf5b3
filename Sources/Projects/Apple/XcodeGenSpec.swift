/// Reads `project.yml`, from which XcodeGen writes an Xcode project.
///
///     name: Shop
///     include: [base.yml]
///     options: {bundleIdPrefix: com.example}
///     targets:
///       Shop:
///         type: application
///         platform: iOS
///         settings: {base: {PRODUCT_NAME: Shop}, configs: {Debug: {URL_SCHEME: shop-debug}}}
///         info: {path: Shop/Info.plist, properties: {CFBundleURLTypes: []}}
///         entitlements: {path: Shop/Shop.entitlements, properties: {}}
struct XcodeGenSpec {
    private let root: PropertyList
    private let folder: String
    private let tree: ProjectTree
    private let name: String

    /// - Returns: The targets, and the path of the project that XcodeGen writes; nil if the file is of another tool.
    static func read(_ path: String, in tree: ProjectTree, into project: inout Project) -> (targets: [AppleTarget], project: String)? {
        var files = SpecFiles(tree: tree)
        let read = files.root(path)
        for (file, mistake) in files.mistakes { project.addUnreadable(file, at: mistake.offset, mistake.problem) }
        guard let root = read, root["targets"]?.members.isEmpty == false, let name = root["name"]?.text else { return nil }
        let spec = XcodeGenSpec(root: root, folder: ProjectTree.folder(of: path), tree: tree, name: name)
        let targets = (root["targets"]?.members ?? []).prefix(XcodeProject.mostTargets).map { spec.target($0.key, $0.value) }
        for unknown in files.unknowns where !project.unknowns.contains(unknown) { project.unknowns.append(unknown) }
        return (targets, ProjectTree.joined(spec.folder, name + ".xcodeproj") ?? "")
    }

    private func target(_ name: String, _ written: PropertyList) -> AppleTarget {
        let description = withTemplates(written, of: name)
        let product = AppleTarget.Product(description["type"]?.text ?? "")
        var target = AppleTarget(name: name, product: product, folder: folder, place: written.place)
        target.info = description["info"]?["properties"]
        target.entitlements = description["entitlements"]?["properties"]
        let configurations = root["configs"]?.members.map(\.key) ?? []
        for configuration in (configurations.isEmpty ? ["Debug", "Release"] : configurations).prefix(XcodeProject.mostConfigurations) {
            var settings = BuildSettings(target: name, configuration: configuration, project: self.name, folder: folder, at: written.place)
            settings.environment = MissingSettings(name: "the environment of XcodeGen", place: written.place)
            settings.add(defaults(for: name, description))
            for layer in [root, description] {
                if let file = layer["configFiles"]?[configuration], let path = path(file) {
                    settings.add(XCConfig(path, named: file.place, in: tree).lines)
                }
                settings.add(lines(layer["settings"], in: configuration, depth: 0))
            }
            target.configurations.append(settings)
        }
        return target
    }

    /// Returns what XcodeGen itself sets for a target.
    private func defaults(for name: String, _ description: PropertyList) -> [BuildSettings.Line] {
        let platforms = description["platform"]?.texts ?? description["supportedDestinations"]?.texts ?? []
        let isForPhone = platforms.isEmpty || platforms.contains { ["iOS", "auto"].contains($0.text) }
        let place = description["platform"]?.place ?? description.place
        var lines = [BuildSettings.Line.assignment(SettingAssignment("SDKROOT", isForPhone ? "iphoneos" : "macosx", at: place))]
        if let prefix = root["options"]?["bundleIdPrefix"], let text = prefix.text {
            let suffix = name.map { $0 == "_" ? "-" : $0 }.filter { $0.isLetter || $0.isNumber || "-.".contains($0) }
            lines.append(.assignment(SettingAssignment("PRODUCT_BUNDLE_IDENTIFIER", text + "." + String(suffix), at: prefix.place)))
        }
        // Without a word about it, XcodeGen takes the Info.plist that it finds among the sources.
        let sources = description["sources"].map { $0.texts + $0.elements.compactMap { $0["path"] } } ?? []
        for source in sources {
            guard let folder = path(source), let list = tree.paths(in: folder).first(where: { ProjectTree.name(of: $0) == "Info.plist" })
            else { continue }
            lines.append(.assignment(SettingAssignment("INFOPLIST_FILE", "/" + list, at: source.place)))
            break
        }
        for (key, setting) in [("info", "INFOPLIST_FILE"), ("entitlements", "CODE_SIGN_ENTITLEMENTS")] {
            guard let file = description[key]?["path"], let path = path(file) else { continue }
            lines.append(.assignment(SettingAssignment(setting, "/" + path, at: file.place)))
        }
        return lines
    }

    /// Returns the path that a value names. A file that is included names files from its own folder.
    private func path(_ value: PropertyList) -> String? {
        value.text.flatMap { ProjectTree.joined(ProjectTree.folder(of: value.place.file), $0) }
    }

    /// Returns the settings of a configuration: plain ones, or `base`, `groups` and `configs`.
    private func lines(_ settings: PropertyList?, in configuration: String, depth: Int) -> [BuildSettings.Line] {
        guard let settings, depth < 8 else { return [] }
        guard settings.members.contains(where: { ["base", "groups", "configs"].contains($0.key) }) else {
            return XcodeProject.lines(settings)
        }
        let groups = (settings["groups"]?.texts ?? []).prefix(20).flatMap { group in
            lines(group.text.flatMap { root["settingGroups"]?[$0] }, in: configuration, depth: depth + 1)
        }
        // A name such as `debug` means each configuration that contains it.
        let own = (settings["configs"]?.members ?? []).filter { configuration.lowercased().contains($0.key.lowercased()) }
        let exact = own.filter { $0.key == configuration }
        return XcodeProject.lines(settings["base"]) + groups
            + (exact.isEmpty ? own : exact).flatMap { lines($0.value, in: configuration, depth: depth + 1) }
    }

    private func withTemplates(_ written: PropertyList, of name: String) -> PropertyList {
        let templates = (written["templates"]?.texts ?? []).prefix(20).compactMap { template in
            template.text.flatMap { root["targetTemplates"]?[$0] }
        }
        let attributes = ["target_name": name].merging(
            (written["templateAttributes"]?.members ?? []).map { ($0.key, $0.value.text ?? "") }
        ) { own, _ in own }
        return templates.reduce(written) { $0.merged(over: $1.filled(with: attributes)) }
    }
}

extension PropertyList {
    /// Returns the value with the members of another that it does not have. Lists are joined, as XcodeGen does.
    func merged(over other: PropertyList) -> PropertyList {
        var result = self
        switch (content, other.content) {
        case (.dictionary(let own), .dictionary(let below)):
            var members = own
            var indices: [String: Int] = [:]
            for (index, member) in own.enumerated() { indices[member.key] = index }
            for member in below {
                if let index = indices[member.key] {
                    members[index].value = members[index].value.merged(over: member.value)
                } else if indices[member.key + ":REPLACE"] == nil {
                    members.append(member)
                }
            }
            result.content = .dictionary(members)
        case (.list(let own), .list(let below)): result.content = .list(below + own)
        default: break
        }
        return result
    }

    /// Returns the value with `${name}` replaced in its texts.
    fileprivate func filled(with attributes: [String: String]) -> PropertyList {
        var result = self
        switch content {
        case .text(let text):
            let parts = text.split(separator: "${", omittingEmptySubsequences: false)
            result.content = .text(
                parts.dropFirst().reduce(String(parts[0])) { done, part in
                    guard let end = part.firstIndex(of: "}"), let value = attributes[String(part[..<end])] else {
                        return done + "${" + part
                    }
                    return done + value + part[part.index(after: end)...]
                })
        case .list(let elements): result.content = .list(elements.map { $0.filled(with: attributes) })
        case .dictionary(let members):
            result.content = .dictionary(members.map { ($0.key, $0.value.filled(with: attributes)) })
        }
        return result
    }
}
