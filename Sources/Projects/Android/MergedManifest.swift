/// The activities of an app after its manifests are merged, as the manifest merger of the Android build does it.
struct MergedManifest {
    /// The root of a manifest, and the package that completes its names that begin with a dot.
    typealias Source = (root: XMLElement, namespace: String?)

    /// An activity, or an alias of one.
    struct Component {
        /// As written.
        var name: String
        /// The place of the name.
        var place: SourcePlace
        var attributes: [String: XMLElement.Attribute] = [:]
        /// Filters are never joined: each manifest adds its own.
        var filters: [XMLElement] = []
        /// The `<nav-graph>` and `<meta-data>` elements.
        var extras: [XMLElement] = []
        /// Whether a manifest that is not in the tree may say more, because this one speaks of merging.
        var isOverlay = false
        fileprivate var removed: Set<String> = []
        fileprivate var dropsFilters = false

        init(_ name: String, at place: SourcePlace) { (self.name, self.place) = (name, place) }

        /// Whether other apps can start it.
        mutating func export() {
            attributes["android:exported"] = XMLElement.Attribute(name: "android:exported", value: "true", place: place)
        }

        /// Adds what a weaker manifest says.
        fileprivate mutating func merge(_ element: XMLElement) {
            var removing: [Substring] = []
            for attribute in element.attributes {
                if attribute.name == "tools:remove" { removing += attribute.value.split { ", ".contains($0) } }
                if attribute.name.hasPrefix("tools:"), attribute.name != "tools:ignore" { isOverlay = true }
                guard attributes[attribute.name] == nil, !removed.contains(attribute.name) else { continue }
                attributes[attribute.name] = attribute
            }
            removed.formUnion(removing.map(String.init))
            let isClosed = dropsFilters
            for child in element.children {
                switch child.name {
                case "intent-filter":
                    let isRemoval = child["tools:node"]?.hasPrefix("remove") ?? false
                    if isRemoval { dropsFilters = true } else if !isClosed { filters.append(child) }
                case "nav-graph", "meta-data": extras.append(child)
                default: break
                }
            }
        }
    }

    private(set) var components: [Component] = []
    private(set) var label: XMLElement.Attribute?
    private(set) var package: String?
    private(set) var targetSDK: Int?
    /// Whether it needs no hardware that phones do not have: it is not for watches or cars.
    private(set) var isForPhone = true
    private var indices: [String: Int] = [:]
    /// What weaker manifests cannot add: keys of components, or types of them.
    private var closed: Set<String> = []

    private static let otherHardware: Set = ["android.hardware.type.watch", "android.hardware.type.automotive"]

    /// - Parameter sources: The manifests, the strongest first.
    init(_ sources: [Source]) {
        for source in sources {
            let root = source.root
            package = package ?? root["package"]
            targetSDK = targetSDK ?? root.all("uses-sdk").first?["android:targetSdkVersion"].flatMap { Int($0) }
            let features = root.all("uses-feature").filter { $0["android:required"] != "false" }.compactMap { $0["android:name"] }
            if features.contains(where: Self.otherHardware.contains) { isForPhone = false }
            var closing: Set<String> = []
            // The build refuses an activity outside of <application>, but what else is wrong with it is worth knowing.
            for application in [root] + root.all("application") {
                label = label ?? application.attribute("android:label")
                for child in application.children where child.name == "activity" || child.name == "activity-alias" {
                    add(child, of: source, &closing)
                }
                if ["replace", "remove"].contains(application["tools:node"]) { return }
            }
            closed.formUnion(closing)
        }
    }

    private mutating func add(_ element: XMLElement, of source: Source, _ closing: inout Set<String>) {
        let node = element["tools:node"]
        if node == "removeAll" { closing.insert(element.name) }
        guard let name = element.attribute("android:name"), node != "removeAll", !closed.contains(element.name) else { return }
        let key = "\(element.name) \(Self.fullName(name.value, source.namespace ?? source.root["package"]))"
        if closed.contains(key) { return }
        if node == "remove" || node == "replace" { closing.insert(key) }
        if node == "remove" { return }
        let index = indices[key] ?? components.count
        if index == components.count {
            indices[key] = index
            components.append(Component(name.value, at: name.place))
        }
        components[index].merge(element)
    }

    private static func fullName(_ name: String, _ namespace: String?) -> String {
        guard let namespace, !name.dropFirst().contains(".") else { return name }
        return name.hasPrefix(".") ? namespace + name : "\(namespace).\(name)"
    }
}
