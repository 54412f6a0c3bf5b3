import Deciding
import LinkLayers

/// A Flutter project: what `pubspec.yaml` says, and the setting with which each platform leads links to the router.
struct FlutterProject {
    let folder: String
    let tree: ProjectTree
    private let file: SourceFile
    private let settings: PropertyList

    /// Plugins that receive links themselves. Flutter must not, then.
    private static let plugins: Set = [
        "app_links", "uni_links", "uni_links2", "uni_links3", "uni_links5", "flutter_branch_sdk", "appsflyer_sdk", "adjust_sdk",
        "singular_flutter_sdk", "airbridge_flutter_sdk", "firebase_dynamic_links",
    ]

    /// Returns nil if the folder has no Flutter project.
    init?(_ folder: String, in tree: ProjectTree) {
        var reader = YAMLReader()
        guard let file = tree.file(folder, "pubspec.yaml"), let settings = try? reader.list(of: file),
            settings["dependencies"]?["flutter"]?["sdk"]?.text == "flutter"
        else { return nil }
        (self.folder, self.tree, self.file, self.settings) = (folder, tree, file, settings)
    }

    var name: String? { settings["name"]?.text }
    var place: SourcePlace { file.place(0) }

    /// The plugin that receives links, with its line.
    private var plugin: (name: String, place: SourcePlace)? {
        settings["dependencies"]?.members.first { Self.plugins.contains($0.key) }.map { ($0.key, $0.value.place) }
    }

    /// Returns whether the least version that `^3.6.0` or `>=3.6.0 <4.0.0` allows is 3 with this number or later.
    private static func isAtLeast(_ constraint: String?, _ minor: Int) -> Bool {
        guard let constraint, let start = constraint.firstIndex(where: \.isWholeNumber), !constraint.hasPrefix("<") else { return false }
        let numbers = constraint[start...].prefix { $0.isWholeNumber || $0 == "." }.split(separator: ".").compactMap { Int($0) }
        return numbers.count > 1 && (numbers[0] > 3 || numbers[0] == 3 && numbers[1] >= minor)
    }

    // MARK: The setting

    /// Says what the settings mean for the routers, and what is wrong with them.
    func apply(to routers: inout [Router], of project: inout Project) {
        let claiming = Set(project.claims.map(\.app))
        let platforms = Set(project.apps.filter { app in routers.contains { $0.apps.contains(app.key) } }.map(\.platform))
        let linked = Set(project.apps.filter { claiming.contains($0.key) }.map(\.platform))
        var conflicts: [(platform: AppPlatform, flag: SourcePlace?)] = []
        // Since Flutter 3.27 (Dart 3.6), links need no setting, but other projects may be built with older versions.
        let environment = settings["environment"]
        let isNew = Self.isAtLeast(environment?["flutter"]?.text, 27) || Self.isAtLeast(environment?["sdk"]?.text, 6)
        for platform in AppPlatform.allCases where platforms.contains(platform) {
            let flag = platform == .android ? androidFlag : appleFlag
            let isOn = flag?.isOn ?? (isNew ? true : nil)
            if plugin != nil {
                for index in routers.indices { routers[index].isCertain = false }
                if isOn == true, linked.contains(platform) { conflicts.append((platform, flag?.place)) }
            } else if isOn == false, let flag {
                for index in routers.indices { routers[index].disabled[platform] = flag.place }
                let message =
                    "\(Self.flagName(platform)) is false, and no plugin receives links, so a link opens the app on its start screen on \(platform.name)."
                let repair = "Remove \(Self.flagName(platform)), or set it to true."
                project.findings.append(ProjectFinding(.flutterDisabled, .error, message, repair: repair, at: flag.place))
            } else if isOn == nil {
                let why = "before Flutter 3.27 links do not reach the router unless \(Self.flagName(platform)) is true"
                for index in routers.indices { routers[index].isCertain = false }
                project.unknowns.append(Unknown(Self.flagName(platform), why, at: place))
            }
        }
        guard let plugin, !platforms.isEmpty else { return }
        addConflict(plugin, conflicts, to: &project)
        let why = "the plugin \(plugin.name) hands links to code, which chooses the route"
        project.unknowns.append(Unknown("routes", why, at: plugin.place))
    }

    private static func flagName(_ platform: AppPlatform) -> String {
        platform == .android ? "flutter_deeplinking_enabled" : "FlutterDeepLinkingEnabled"
    }

    /// Adds a finding on each line that makes Flutter receive links: a flag or, for all platforms without one, the plugin's.
    private func addConflict(
        _ plugin: (name: String, place: SourcePlace), _ conflicts: [(platform: AppPlatform, flag: SourcePlace?)], to project: inout Project
    ) {
        for (place, all) in Dictionary(grouping: conflicts, by: { $0.flag ?? plugin.place }) {
            let (names, flags) = (all.map(\.platform.name), all.map { Self.flagName($0.platform) })
            let repair = "Set \(flags.joined(separator: " and ")) to false, or remove \(plugin.name)."
            let message =
                "Both Flutter and the plugin \(plugin.name) receive links on \(names.joined(separator: " and ")), so a link is handled "
                + "twice, or by the wrong one."
            project.findings.append(ProjectFinding(.flutterConflict, .warning, message, repair: repair, at: place))
        }
    }

    private var androidFlag: (isOn: Bool, place: SourcePlace)? {
        guard let file = tree.file(folder, "android/app/src/main/AndroidManifest.xml"), let root = try? XMLTree.root(of: file) else {
            return nil
        }
        for element in root.descendants where element.name == "meta-data" && element["android:name"] == Self.flagName(.android) {
            if let isOn = element["android:value"].flatMap(Bool.init) { return (isOn, element.place) }
        }
        return nil
    }

    private var appleFlag: (isOn: Bool, place: SourcePlace)? {
        for path in tree.paths(in: ProjectTree.joined(folder, "ios") ?? "ios") where path.hasSuffix("Info.plist") {
            guard let file = tree.file(path), file.mentions("FlutterDeepLinkingEnabled"), let root = try? XMLTree.root(of: file) else {
                continue
            }
            for (key, value) in root.plistValues(Self.flagName(.ios)) {
                if let isOn = Bool(value.name) { return (isOn, key.textPlace) }
            }
        }
        return nil
    }
}
