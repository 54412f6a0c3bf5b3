import Bytes

/// A module of a Gradle build: its script, the scripts that it applies, and the names that they use.
struct GradleModule {
    let folder: String
    /// The folder of `settings.gradle`, above which nothing is read; without such a file, the module's own folder.
    let root: String
    /// Convention plugins and applied scripts first, the module's own script last, because the last one wins.
    private(set) var scripts: [CodeSettings] = []
    private(set) var plugins: Set<String> = []
    let scope = CodeScope()
    /// What the scripts set in `android`, by the names of the blocks in it.
    private(set) var settings: [[String]: [(script: CodeSettings, setting: CodeSettings.Setting)]] = [:]
    let files: GradleFiles
    private var tree: ProjectTree { files.tree }

    static let application = "com.android.application"
    private static let mostScripts = 60

    /// Reads a module; nil if the folder has no build script.
    init?(_ folder: String, in files: GradleFiles) {
        guard let own = files.script("build.gradle", in: folder) else { return nil }
        (self.folder, self.files) = (folder, files)
        let tree = files.tree
        root = ProjectTree.folders(from: folder).first { tree.path($0, "settings.gradle", "settings.gradle.kts") != nil } ?? folder
        readNames()
        read(own)
        for script in scripts {
            for setting in script.all {
                guard let start = setting.path.firstIndex(of: "android") else { continue }
                settings[Array(setting.path[(start + 1)...]), default: []].append((script, setting))
            }
        }
    }

    /// A plugin of the build's own that applies Android's often has its name at the end, and its class can be anywhere.
    var buildsApp: Bool {
        plugins.contains { $0 == Self.application || $0.hasSuffix(".android.application") || $0.hasSuffix("android-application") }
    }

    // MARK: Names

    /// Reads properties, version catalogs, the root's script and the constants of the build's own code.
    private func readNames() {
        for folder in [root, folder] {
            for line in tree.file(folder, "gradle.properties")?.text.split(whereSeparator: \.isNewline) ?? [] {
                guard let sign = line.firstIndex(of: "="), !line.hasPrefix("#") else { continue }
                scope.properties[line[..<sign].trimmed] = line[line.index(after: sign)...].trimmed
            }
        }
        for path in tree.paths(in: ProjectTree.joined(root, "gradle") ?? "") where path.hasSuffix(".versions.toml") { readCatalog(path) }
        if root != folder, let script = files.script("build.gradle", in: root) { scope.add(script) }
        let code = files.buildCode.filter { root.isEmpty || $0.hasPrefix(root + "/") }
        for path in code.prefix(Self.mostScripts) { if let file = files.settings(path) { scope.add(file) } }
    }

    /// Reads `[versions]` and `[plugins]` of a catalog: `key = "1"`, `key = { id = "a.b", … }`, `key = "a.b:1"`.
    private func readCatalog(_ path: String) {
        let catalog = ProjectTree.name(of: path).split(separator: ".").first.map(String.init) ?? "libs"
        var section = ""
        for line in tree.file(path)?.text.split(whereSeparator: \.isNewline) ?? [] {
            if line.hasPrefix("[") { section = line.filter { $0 != "[" && $0 != "]" }.trimmed }
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, section == "versions" || section == "plugins" else { continue }
            let texts = parts[1].split(separator: "\"", omittingEmptySubsequences: false)
            let key = CodeScope.catalogKey([catalog, section, parts[0].trimmed])
            let isID = texts.count > 2 && (texts[0].contains("id") || section == "versions" || !texts[0].contains("{"))
            if isID { scope.properties[key] = String(texts[1].split(separator: ":").first ?? "") }
        }
    }

    // MARK: Scripts

    /// Reads the module's script and what it applies, each file once.
    private mutating func read(_ own: CodeSettings) {
        var queue = [own]
        var known: Set = [own.code.file.path]
        var index = 0
        while index < queue.count, index < Self.mostScripts {
            let script = queue[index]
            scope.add(script)
            scripts.insert(script, at: 0)
            for path in applied(by: script) where known.insert(path).inserted { queue += files.settings(path).map { [$0] } ?? [] }
            index += 1
        }
    }

    private static let applying: Set = ["id", "alias", "apply", "plugin"]

    /// Notes the plugins that a script applies, and returns the files of the scripts and plugins of the tree among them.
    private mutating func applied(by script: CodeSettings) -> [String] {
        var paths: [String] = []
        for setting in script.all where setting.operation == .call {
            let code = script.code
            // The accessor of a plugin that the build itself has, as in `plugins { acme.application }`.
            if setting.path.first == "plugins", setting.value.isEmpty {
                let accessor = (setting.path.dropFirst() + [setting.name]).joined(separator: ".")
                plugins.insert(accessor)
                paths += conventionPaths(accessor)
            }
            guard Self.applying.contains(setting.name) else { continue }
            let line = (setting.index + 1..<min(setting.index + 30, code.all.count)).prefix { !code.startsLine($0) }
            if line.contains(where: { code.word($0) == "apply" && code.word(code.has($0 + 1, "(") ? $0 + 2 : $0 + 1) == "false" }) {
                continue
            }
            var value = setting.value
            let label = code.word(value.lowerBound)
            if code.has(value.lowerBound + 1, ":") || code.has(value.lowerBound + 1, "=") {
                value = min(value.lowerBound + 2, value.upperBound)..<value.upperBound
            }
            let first = code.split(value).first ?? value
            if label == "from" {
                paths += scriptPaths(first, code)
            } else if let id = scope.value(first, in: code).value.known ?? code.texts(first).first ?? alias(first, of: setting, in: code) {
                plugins.insert(id)
                paths += conventionPaths(id)
            }
        }
        return paths
    }

    /// Returns the accessor of a plugin, of a catalog that the build names itself.
    private func alias(_ value: Range<Int>, of setting: CodeSettings.Setting, in code: SourceTokens) -> String? {
        setting.name == "alias" ? value.filter(code.isWord).map(code.word).joined(separator: ".") : nil
    }

    /// Returns where an applied script may be: beside the module's script, or below the root.
    private func scriptPaths(_ value: Range<Int>, _ code: SourceTokens) -> [String] {
        guard let quote = value.last(where: code.isQuote) else { return [] }
        let name = code.inside(quote).map(code.piece).joined()
        let relative = name.drop { $0 == "/" }
        return [folder, root].compactMap { ProjectTree.joined($0, String(relative)) }.filter(tree.has)
    }

    /// Returns the files of a plugin that the build itself has: a script with the plugin's name, or the class that implements it.
    private func conventionPaths(_ id: String) -> [String] {
        let isForeign = ["com.android.", "org.jetbrains.", "com.google.", "org.gradle."].contains { id.hasPrefix($0) }
        if isForeign || id.isEmpty { return [] }
        // The script of a plugin with dots can be in folders: `acme/application.gradle.kts`.
        let last = id.split(separator: ".").last ?? ""
        let scripts = [".gradle.kts", ".gradle"].flatMap { ending in
            files.paths(named: id + ending)
                + files.paths(named: last + ending).filter { $0.hasSuffix("/\(id.replacing(".", with: "/"))\(ending)") }
        }
        if !scripts.isEmpty { return scripts }
        for path in files.buildScripts {
            guard let script = files.settings(path), let implementation = implementation(of: id, in: script) else { continue }
            return [".kt", ".java", ".groovy"].flatMap { files.paths(named: implementation + $0) }
        }
        return []
    }

    /// Returns whether a file has the class of a plugin that the build gives an ID, and nothing in the module's scripts applies it.
    func leavesOut(_ file: CodeSettings) -> Bool {
        let name = ProjectTree.name(of: file.code.file.path).prefix { $0 != "." }
        return !scripts.contains { $0.code.file.text.contains(name) }
            && files.buildScripts.contains { files.settings($0)?.code.file.text.contains("\(name)\"") == true }
    }

    private func implementation(of id: String, in script: CodeSettings) -> String? {
        let registered = script.all.first { $0.name == "id" && scope.value(of: $0, in: script).value.known == id }
        guard let registered else { return nil }
        let setting = script.all.first { $0.name == "implementationClass" && $0.path == registered.path }
        return setting.flatMap { script.code.texts($0.value).first?.split(separator: ".").last.map(String.init) }
    }

    // MARK: Other modules

    /// Returns the folders of the modules of the same build that the module depends on, nearest first.
    func libraries() -> [String] {
        var modules: [String: String] = [:]
        for folder in files.modules where root.isEmpty || folder.hasPrefix(root + "/") {
            modules[Self.key(folder.dropFirst(root.isEmpty ? 0 : root.count))] = folder
        }
        var found = [folder]
        var known = Set(found)
        var index = 0
        while index < found.count, index < Self.mostLibraries {
            let own = index == 0 ? scripts : files.script("build.gradle", in: found[index]).map { [$0] } ?? []
            for name in own.flatMap(Self.dependencies) {
                if let folder = modules[Self.key(name)], known.insert(folder).inserted { found.append(folder) }
            }
            index += 1
        }
        return Array(found.dropFirst())
    }

    private static let mostLibraries = 400

    /// Returns a name for a module that is equal for `:core:my-lib`, `core.myLib` and `core/my-lib`.
    private static func key(_ name: some StringProtocol) -> String {
        String(name).lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the modules in `dependencies`, as `project(":lib")` or `projects.core.lib`, and the dynamic features.
    private static func dependencies(of script: CodeSettings) -> [String] {
        let code = script.code
        var names: [String] = []
        for setting in script.all where setting.path.last == "dependencies" || setting.name == "dynamicFeatures" {
            names += code.texts(setting.value).filter { $0.hasPrefix(":") && !$0.dropFirst().contains(" ") }
            guard let start = setting.value.first(where: { code.word($0) == "projects" }) else { continue }
            let accessor = setting.value.drop { $0 <= start }.prefix { code.isWord($0) || code.has($0, ".") }
            names.append(accessor.map { code.word($0) }.joined())
        }
        return names
    }
}

/// The build scripts of a tree and the code of its builds, each read once.
final class GradleFiles {
    let tree: ProjectTree
    /// The folders with a build script.
    let modules: [String]
    /// The code in `buildSrc`, `build-logic` and the like, and the build scripts there.
    let buildCode: [String]
    let buildScripts: [String]
    private let byName: [String: [String]]
    private var known: [String: CodeSettings] = [:]

    init(_ tree: ProjectTree) {
        self.tree = tree
        let ends = [".gradle", ".gradle.kts", ".kt", ".java", ".groovy"]
        let paths = tree.paths.filter { path in ends.contains(where: path.hasSuffix) }
        byName = Dictionary(grouping: paths, by: ProjectTree.name)
        let scripts = ["build.gradle", "build.gradle.kts"].flatMap { [byName] in byName[$0] ?? [] }
        modules = Set(scripts.map(ProjectTree.folder)).sorted()
        buildScripts = scripts.filter(Self.isBuildCode)
        buildCode = paths.filter { !$0.hasSuffix(".gradle") && !$0.hasSuffix(".kts") && Self.isBuildCode($0) }
    }

    private static func isBuildCode(_ path: String) -> Bool {
        path.split(separator: "/").contains { folder in
            ["buildSrc", "build-", "buildLogic"].contains { folder.hasPrefix($0) } || folder.hasSuffix("plugins")
        }
    }

    func paths(named name: String) -> [String] { byName[name] ?? [] }

    func settings(_ path: String) -> CodeSettings? {
        if let settings = known[path] { return settings }
        let settings = tree.file(path).map { CodeSettings($0) }
        known[path] = settings
        return settings
    }

    /// Returns `build.gradle` or `settings.gradle` of a folder, in either dialect.
    func script(_ name: String, in folder: String) -> CodeSettings? {
        [name + ".kts", name].firstResult { settings(folder.isEmpty ? $0 : "\(folder)/\($0)") }
    }
}

extension StringProtocol {
    /// The text without spaces around it.
    var trimmed: String {
        let bytes = Array(utf8)
        return String(decoding: bytes[bytes.span.trimmed], as: UTF8.self)
    }
}
