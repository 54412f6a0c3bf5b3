import Bytes

/// An intent filter of AndroidManifest.xml.
struct ManifestFilter {
    struct Value {
        var text: [UInt8]
        var range: Range<Int>

        var string: String { String(decoding: text, as: UTF8.self) }
        var isFilledIn: Bool { DeclaredScheme.isFilledIn(text) }
    }

    /// The bytes of the element's name.
    var place: Range<Int>
    var isVerified: Bool
    /// Whether other apps may start the component; nil if the manifest does not say, or a build fills it in.
    var isExported: Bool?
    var actions: Set<String> = []
    var categories: Set<String> = []
    var schemes: [Value] = []
    var hosts: [Value] = []
    var ports: [Value] = []
    var paths: [(name: String, value: Value)] = []
    var hasType = false

    var isView: Bool { actions.contains("android.intent.action.VIEW") }
    var isBrowsable: Bool { categories.contains("android.intent.category.BROWSABLE") }
    var isDefault: Bool { categories.contains("android.intent.category.DEFAULT") }
    var isFilledIn: Bool { (schemes + hosts).contains(where: \.isFilledIn) }

    /// The schemes that web pages use.
    static let web: Set = ["http", "https"]
    /// The schemes of data that apps pass to each other, which links do not have.
    static let data: Set = ["content", "file"]
}
