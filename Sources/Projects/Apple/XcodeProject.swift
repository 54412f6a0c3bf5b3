/// Reads the targets of a `project.pbxproj`, which is a property list of objects that name each other by IDs.
struct XcodeProject {
    /// More targets, configurations and settings than any project has.
    static let mostTargets = 100
    static let mostConfigurations = 40
    static let mostSettings = 2000

    private let objects: [String: PropertyList]
    private let root: PropertyList
    private let tree: ProjectTree
    private let name: String
    /// The folder from which settings and file references name files.
    private let folder: String
    /// The IDs of the groups that files and groups are in, by the IDs of these.
    private var groups: [String: String] = [:]
    /// The lines of the xcconfig files that were read, by their paths.
    private var layers: [String: [BuildSettings.Line]] = [:]

    init?(_ list: PropertyList, path: String, in tree: ProjectTree) {
        objects = Dictionary(list["objects"]?.members.map { ($0.key, $0.value) } ?? []) { _, last in last }
        guard let root = list["rootObject"]?.text.flatMap({ [objects] in objects[$0] }) else { return nil }
        (self.root, self.tree) = (root, tree)
        let bundle = ProjectTree.folder(of: path)
        name = String(ProjectTree.name(of: bundle).dropLast(".xcodeproj".utf8.count))
        folder = ProjectTree.joined(ProjectTree.folder(of: bundle), root["projectDirPath"]?.text ?? "") ?? ""
        for member in list["objects"]?.members ?? [] {
            for child in member.value["children"]?.texts ?? [] { groups[child.text ?? ""] = member.key }
        }
    }

    mutating func targets() -> [AppleTarget] {
        let shared = configurations(of: root)
        var targets: [AppleTarget] = []
        for id in (root["targets"]?.texts ?? []).prefix(Self.mostTargets) {
            guard let id = id.text, let object = objects[id], object["isa"]?.text == "PBXNativeTarget" else { continue }
            let type = object["productType"]?.text ?? ""
            let product = AppleTarget.Product(type.hasPrefix("com.apple.product-type.") ? String(type.dropFirst(23)) : type)
            var target = AppleTarget(name: object["name"]?.text ?? id, product: product, folder: folder, place: object.place)
            target.team = root["attributes"]?["TargetAttributes"]?[id]?["DevelopmentTeam"]?.text
            for configuration in configurations(of: object) {
                let name = configuration["name"]?.text ?? ""
                var settings = BuildSettings(target: target.name, configuration: name, project: self.name, folder: folder, at: object.place)
                // Later layers are stronger.
                for layer in [shared.first { $0["name"]?.text == name }, configuration] {
                    guard let layer else { continue }
                    settings.add(base(of: layer))
                    settings.add(Self.lines(layer["buildSettings"]))
                }
                target.configurations.append(settings)
            }
            targets.append(target)
        }
        return targets
    }

    private func configurations(of object: PropertyList) -> [PropertyList] {
        let list = object["buildConfigurationList"]?.text.flatMap { objects[$0] }
        return (list?["buildConfigurations"]?.texts ?? []).prefix(Self.mostConfigurations).compactMap { objects[$0.text ?? ""] }
    }

    static func lines(_ settings: PropertyList?) -> [BuildSettings.Line] {
        (settings?.members ?? []).prefix(mostSettings).map { member in
            let value = member.value.text ?? member.value.texts.compactMap(\.text).joined(separator: " ")
            return .assignment(SettingAssignment(member.key, value, at: member.value.place))
        }
    }

    /// Returns the lines of the xcconfig file of a configuration.
    private mutating func base(of configuration: PropertyList) -> [BuildSettings.Line] {
        let path: String?
        let reference: PropertyList
        if let id = configuration["baseConfigurationReference"] {
            (reference, path) = (id, self.path(of: id.text ?? ""))
        } else if let anchor = configuration["baseConfigurationReferenceAnchor"],
            let name = configuration["baseConfigurationReferenceRelativePath"]?.text
        {
            // In a folder that Xcode keeps in step with the disk, files have no IDs.
            (reference, path) = (anchor, self.path(of: anchor.text ?? "").flatMap { ProjectTree.joined($0, name) })
        } else {
            return []
        }
        // A file outside of the project is not read, and what it sets is not known.
        let name = path ?? "its xcconfig file"
        if let known = layers[name] { return known }
        let lines = XCConfig(name, named: reference.place, in: tree).lines
        layers[name] = lines
        return lines
    }

    /// Returns the path of a file or a group; nil if it is outside of the project.
    private func path(of id: String) -> String? {
        var (id, parts) = (id, [String]())
        // A hostile project has groups in themselves.
        for _ in 0..<100 {
            guard let object = objects[id] else { break }
            if let path = object["path"]?.text { parts.append(path) }
            switch object["sourceTree"]?.text {
            case "<group>", nil: break
            case "SOURCE_ROOT": return ProjectTree.joined(folder, parts.reversed().joined(separator: "/"))
            default: return nil
            }
            guard let group = groups[id] else { break }
            id = group
        }
        return ProjectTree.joined(folder, parts.reversed().joined(separator: "/"))
    }
}
