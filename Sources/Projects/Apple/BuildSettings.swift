import Bytes

/// An assignment of a build setting, as a project or an xcconfig file has it.
struct SettingAssignment: Sendable {
    /// The name without its conditions: `X` of `X[sdk=iphoneos*]`.
    var name: String
    var value: String
    var place: SourcePlace
    /// Such as `sdk=iphoneos*`.
    var conditions: [String]

    init(_ key: String, _ value: String, at place: SourcePlace) {
        let parts = key.split(separator: "[").map { $0.filter { $0 != " " && $0 != "]" } }
        (name, conditions) = (parts.first ?? "", parts.dropFirst().flatMap { $0.split(separator: ",").map(String.init) })
        (self.value, self.place) = (value, place)
    }

    /// Returns whether the assignment counts when the app is built for an iPhone.
    func isForDevice(in configuration: String) -> Bool {
        conditions.allSatisfy { condition in
            let parts = condition.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return false }
            let actual = ["sdk": "iphoneos", "arch": "arm64", "config": configuration, "variant": "normal"][String(parts[0])]
            guard let actual else { return false }
            return parts[1].hasSuffix("*") ? actual.hasPrefix(parts[1].dropLast()) : actual == parts[1]
        }
    }
}

/// Something that may set anything and that cannot be read, such as an xcconfig file that is kept out of the repository.
struct MissingSettings: Sendable, Hashable {
    /// The beginning of a sentence: `Local.xcconfig, which is not in the project,`.
    var name: String
    /// The place that names it.
    var place: SourcePlace
    /// Whether a build without it is as good, as it is after `#include?`.
    var isOptional = false
}

/// A text of a build, such as a setting or a string of Info.plist, with its variables replaced.
struct ResolvedText: Sendable, Hashable {
    var text: String
    var place: SourcePlace
    /// The first variable that nothing sets. A build replaces it with nothing.
    var undefined: String?
    /// Why the text may be another one.
    var doubt: Doubt?
    /// Whether the text is complete, although it may be another one.
    var isComplete = true

    var isKnown: Bool { undefined == nil && doubt == nil }
    /// The text, if a build may have it.
    var candidates: [String] { isComplete && !text.isEmpty ? [text] : [] }
}

/// The build settings of one target in one configuration. A later assignment of a name hides the earlier ones.
struct BuildSettings: Sendable {
    enum Line: Sendable {
        case assignment(SettingAssignment)
        case missing(MissingSettings)
    }

    /// What a value may grow to, and how many variables are replaced in it: values can double with each variable.
    private static let longestValue = 4096
    private static let mostReplacements = 1000
    /// The deepest chain of variables in variables.
    private static let deepest = 32

    let configuration: String
    /// What may replace `${NAME}` before Xcode reads it: a place in the file of a generator.
    var environment: MissingSettings?
    private var assignments: [String: [(value: SettingAssignment, order: Int)]] = [:]
    /// Assignments for Macs and other devices.
    private var others: [SettingAssignment] = []
    private var holes: [(value: MissingSettings, order: Int)] = []
    private var order = 0

    /// Creates the settings that Xcode makes for a target.
    ///
    /// - Parameter folder: The folder of the project.
    init(target: String, configuration: String, project: String, folder: String, at place: SourcePlace) {
        self.configuration = configuration
        let root = "/" + folder
        let own = [
            "TARGET_NAME": target, "TARGETNAME": target, "CONFIGURATION": configuration, "PROJECT_NAME": project, "SRCROOT": root,
            "SOURCE_ROOT": root, "PROJECT_DIR": root, "PRODUCT_NAME": "$(TARGET_NAME)", "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
            "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)", "PLATFORM_NAME": "iphoneos", "EFFECTIVE_PLATFORM_NAME": "-iphoneos",
            "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)", "AppIdentifierPrefix": "$(DEVELOPMENT_TEAM).",
            "TeamIdentifierPrefix": "$(DEVELOPMENT_TEAM).",
        ]
        // No file that is missing sets these.
        for (name, value) in own { assignments[name] = [(SettingAssignment(name, value, at: place), .max)] }
    }

    /// Adds a layer over the others: an xcconfig file, or the settings of a project or a target.
    mutating func add(_ lines: [Line]) {
        var conditional: [SettingAssignment] = []
        for line in lines {
            order += 1
            switch line {
            case .missing(let file): holes.append((file, order))
            case .assignment(let assignment) where assignment.conditions.isEmpty: add(assignment)
            case .assignment(let assignment):
                if assignment.isForDevice(in: configuration) { conditional.append(assignment) } else { others.append(assignment) }
            }
        }
        // Within a layer, a condition that holds comes before no condition, whatever the order.
        conditional.forEach { add($0) }
    }

    private mutating func add(_ assignment: SettingAssignment) { assignments[assignment.name, default: []].append((assignment, order)) }

    /// Returns the value of a setting; nil if nothing sets it, and no missing file can.
    func value(_ name: String) -> ResolvedText? {
        var budget = Self.mostReplacements
        return value(name, before: .max, depth: 0, &budget)
    }

    /// Returns each value that is assigned to a setting, for whichever device.
    func allValues(of name: String) -> [ResolvedText] {
        let all = assignments[name, default: []].map(\.value) + others.filter { $0.name == name }
        return all.map { resolved($0.value, at: $0.place) }
    }

    /// Returns a text with its variables replaced.
    func resolved(_ text: String, at place: SourcePlace) -> ResolvedText {
        var budget = Self.mostReplacements
        return replaced(text, at: place, in: nil, depth: 0, &budget)
    }

    /// - Parameter count: The number of assignments that count, the others being those that ask for what they hide.
    private func value(_ name: String, before count: Int, depth: Int, _ budget: inout Int) -> ResolvedText? {
        let all = assignments[name, default: []].prefix(count)
        guard let last = all.last else {
            guard let hole = holes.last?.value else { return nil }
            return ResolvedText(text: "", place: hole.place, doubt: Self.doubt(of: name, hole), isComplete: hole.isOptional)
        }
        let place = last.value.place
        var result = replaced(last.value.value, at: place, in: (name, all.count - 1), depth: depth, &budget)
        if let hole = holes.last, hole.order > last.order { result.doubt = Self.doubt(of: name, hole.value) }
        return result
    }

    private static func doubt(of name: String, _ hole: MissingSettings) -> Doubt {
        Doubt(why: "\(hole.name) may set \(name)", place: hole.place)
    }

    /// - Parameter setting: The setting that has the text, and how many assignments of it are below.
    private func replaced(
        _ text: String, at place: SourcePlace, in setting: (name: String, below: Int)?, depth: Int, _ budget: inout Int
    ) -> ResolvedText {
        var result = ResolvedText(text: "", place: place)
        let bytes = Array(text.utf8.prefix(Self.longestValue))
        var index = 0
        var start = 0
        var output: [UInt8] = []
        while let dollar = bytes[index...].firstIndex(of: UInt8(ascii: "$")) {
            guard let name = Self.variable(in: bytes, at: dollar) else {
                index = dollar + 1
                continue
            }
            output += bytes[start..<dollar]
            (index, start) = (name.end, name.end)
            budget -= 1
            guard depth < Self.deepest, budget > 0, output.count < Self.longestValue else {
                result.doubt = Doubt(why: "its variables refer to each other in a circle", place: place)
                result.isComplete = false
                break
            }
            let written = String(decoding: bytes[name.range], as: UTF8.self)
            let inner = written.contains("$") ? replaced(written, at: place, in: nil, depth: depth + 1, &budget).text : written
            var value = variable(inner, in: setting, depth: depth + 1, &budget)
            if let environment, let missing = value.undefined, bytes[dollar + 1] == UInt8(ascii: "{") {
                value = ResolvedText(text: "", place: place, doubt: Self.doubt(of: missing, environment), isComplete: false)
            }
            output += value.text.utf8
            result.undefined = result.undefined ?? value.undefined
            result.doubt = result.doubt ?? value.doubt
            result.isComplete = result.isComplete && value.isComplete
        }
        result.text = String(decoding: output + bytes[start...], as: UTF8.self)
        return result
    }

    /// Returns the value of a variable with its operators, such as `PRODUCT_NAME:rfc1034identifier`.
    private func variable(_ text: String, in setting: (name: String, below: Int)?, depth: Int, _ budget: inout Int) -> ResolvedText {
        let nowhere = SourcePlace("", line: 1)
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var name = parts.removeFirst()
        var below = Int.max
        if let setting, name == "inherited" || name == setting.name { (name, below) = (setting.name, setting.below) }
        // `$()` keeps the slashes of a URL in an xcconfig file from being a comment.
        if name.isEmpty { return ResolvedText(text: "", place: nowhere) }
        var value = value(name, before: below, depth: depth, &budget)
        // What is inherited may be nothing.
        if value == nil, below != .max { value = ResolvedText(text: "", place: nowhere) }
        for part in parts {
            if part.hasPrefix("default=") {
                if value?.text.isEmpty ?? true { value = ResolvedText(text: String(part.dropFirst(8)), place: nowhere) }
            } else {
                let text = value?.text ?? ""
                value?.text = Self.applied(part, to: text)
            }
        }
        return value ?? ResolvedText(text: "", place: nowhere, undefined: name)
    }

    private static func applied(_ operation: String, to text: String) -> String {
        switch operation {
        case "lower": text.lowercased()
        case "upper": text.uppercased()
        case "rfc1034identifier": String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
        case "c99extidentifier", "identifier": String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        default: text
        }
    }

    /// Returns the variable at a dollar sign: `$(NAME)`, `${NAME}` or `$NAME`, where the name can have variables itself.
    private static func variable(in bytes: [UInt8], at dollar: Int) -> (range: Range<Int>, end: Int)? {
        let start = dollar + 1
        guard start < bytes.count else { return nil }
        let opening = bytes[start]
        guard opening == UInt8(ascii: "(") || opening == UInt8(ascii: "{") else {
            let name = bytes[start...].prefix { ByteClass.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
            return name.isEmpty || ByteClass.isDigit(opening) ? nil : (start..<name.endIndex, name.endIndex)
        }
        let closing = UInt8(ascii: opening == UInt8(ascii: "(") ? ")" : "}")
        var depth = 0
        for index in start..<bytes.count {
            if bytes[index] == opening { depth += 1 }
            if bytes[index] == closing { depth -= 1 }
            if depth == 0 { return (start + 1..<index, index + 1) }
        }
        return nil
    }
}
