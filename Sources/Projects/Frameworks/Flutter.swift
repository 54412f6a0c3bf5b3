import Deciding
import LinkLayers

/// A Flutter project: what `pubspec.yaml` says, and the setting with which each platform leads links to the router.
struct FlutterProject {
    let folder: String
    let tree: ProjectTree
    /// The lines of `pubspec.yaml`: `dependencies/go_router` and its value.
    private let settings: [(path: String, value: String)]
    private let places: [SourcePlace]

    /// Plugins that receive links themselves. Flutter must not, then.
    private static let plugins: Set = [
        "app_links", "uni_links", "uni_links2", "uni_links3", "uni_links5", "flutter_branch_sdk", "appsflyer_sdk", "adjust_sdk",
        "singular_flutter_sdk", "airbridge_flutter_sdk", "firebase_dynamic_links",
    ]

    /// Returns nil if the folder has no Flutter project.
    init?(_ folder: String, in tree: ProjectTree) {
        guard let path = ProjectTree.joined(folder, "pubspec.yaml"), let file = tree.file(path) else { return nil }
        (self.folder, self.tree) = (folder, tree)
        var (settings, places, parents) = ([(String, String)](), [SourcePlace](), [(indent: Int, key: String)]())
        for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let (key, value) = Self.split(line.dropFirst(indent))
            guard !key.isEmpty, !key.hasPrefix("#"), indent <= Self.deepest else { continue }
            while let last = parents.last, last.indent >= indent { parents.removeLast() }
            parents.append((indent, key))
            settings.append((parents.map(\.key).joined(separator: "/"), value))
            places.append(SourcePlace(path, line: index + 1))
        }
        (self.settings, self.places) = (settings, places)
        guard self["dependencies/flutter/sdk"] == "flutter" else { return nil }
    }

    /// The most spaces before a setting that is looked at.
    private static let deepest = 40

    /// Returns the key and the value of a line, without spaces, quotes and a comment.
    private static func split(_ line: Substring) -> (key: String, value: String) {
        let line = line.prefix { $0 != "#" && $0 != "\r" }
        guard let colon = line.firstIndex(of: ":") else { return ("", "") }
        let value = line[line.index(after: colon)...].filter { !"\"' ".contains($0) }
        return (String(line[..<colon]), value)
    }

    subscript(path: String) -> String? { settings.first { $0.path == path }?.value }

    var name: String? { self["name"] }
    var place: SourcePlace { places.first ?? SourcePlace(ProjectTree.joined(folder, "pubspec.yaml") ?? "", line: 1) }

    /// The plugin that receives links, with its line.
    private var plugin: (name: String, place: SourcePlace)? {
        for (setting, place) in zip(settings, places) where setting.path.hasPrefix("dependencies/") {
            let name = ProjectTree.name(of: setting.path)
            if Self.plugins.contains(name) { return (name, place) }
        }
        return nil
    }

    /// Whether Flutter receives links without a setting: from Flutter 3.27 on, which brings Dart 3.6. Nil if older versions may build the app.
    private var receivesByDefault: Bool? {
        let isNew = Self.isAtLeast(self["environment/flutter"], 27) || Self.isAtLeast(self["environment/sdk"], 6)
        return isNew ? true : nil
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
        let platforms = Set(project.apps.filter { app in routers.contains { $0.apps.contains(app.key) } }.map(\.platform))
        for platform in AppPlatform.allCases where platforms.contains(platform) {
            let flag = platform == .android ? androidFlag : appleFlag
            let isOn = flag?.isOn ?? receivesByDefault
            if let plugin {
                for index in routers.indices { routers[index].isCertain = false }
                guard isOn == true else { continue }
                addConflict(plugin, flag?.place, platform, to: &project)
            } else if isOn == false, let flag {
                for index in routers.indices { routers[index].disabled[platform] = flag.place }
                addDisabled(flag.place, platform, to: &project)
            } else if isOn == nil {
                let why = "before Flutter 3.27 links do not reach the router unless \(Self.flagName(platform)) is true"
                for index in routers.indices { routers[index].isCertain = false }
                project.unknowns.append(Unknown(Self.flagName(platform), why, at: place))
            }
        }
        guard let plugin, !platforms.isEmpty else { return }
        let why = "the plugin \(plugin.name) hands links to code, which chooses the route"
        project.unknowns.append(Unknown("routes", why, at: plugin.place))
    }

    private static func flagName(_ platform: AppPlatform) -> String {
        platform == .android ? "flutter_deeplinking_enabled" : "FlutterDeepLinkingEnabled"
    }

    private func addDisabled(_ place: SourcePlace, _ platform: AppPlatform, to project: inout Project) {
        project.findings.append(
            ProjectFinding(
                .flutterDisabled, .error,
                "\(Self.flagName(platform)) is false, and no plugin receives links, so a link opens the app on its start screen on \(platform.name).",
                repair: "Remove \(Self.flagName(platform)), or set it to true.", at: place))
    }

    private func addConflict(
        _ plugin: (name: String, place: SourcePlace), _ place: SourcePlace?, _ platform: AppPlatform, to project: inout Project
    ) {
        let repair = "Set \(Self.flagName(platform)) to false, or remove \(plugin.name)."
        let message =
            "Both Flutter and the plugin \(plugin.name) receive links on \(platform.name), so a link is handled twice, or by the wrong one."
        project.findings.append(ProjectFinding(.flutterConflict, .warning, message, repair: repair, at: place ?? plugin.place))
    }

    private var androidFlag: (isOn: Bool, place: SourcePlace)? {
        let manifest = ProjectTree.joined(folder, "android/app/src/main/AndroidManifest.xml").flatMap { tree.file($0) }
        guard let manifest else { return nil }
        let pieces = XMLPieces(manifest.bytes)
        for case .opening(let tag) in pieces.all where tag.name == "meta-data" {
            let text = { (name: String) in tag.value(of: name).map { String(decoding: manifest.bytes[$0], as: UTF8.self) } }
            guard text("android:name") == Self.flagName(.android), let value = text("android:value") else { continue }
            if ["true", "false"].contains(value) { return (value == "true", manifest.place(tag.place)) }
        }
        return nil
    }

    private var appleFlag: (isOn: Bool, place: SourcePlace)? {
        for path in tree.paths(in: ProjectTree.joined(folder, "ios") ?? "ios") where path.hasSuffix("Info.plist") {
            guard let list = tree.file(path), list.mentions("FlutterDeepLinkingEnabled") else { continue }
            let pieces = XMLPieces(list.bytes)
            var key: Range<Int>?
            for piece in pieces.all {
                switch piece {
                case .text(let range): key = String(decoding: list.bytes[range], as: UTF8.self) == Self.flagName(.ios) ? range : nil
                case .opening(let tag):
                    if let key, ["true", "false"].contains(tag.name) { return (tag.name == "true", list.place(key)) }
                case .closing: break
                }
            }
        }
        return nil
    }
}
