package import JSONDocument

// Reads the rows of the tables.

extension Service {
    convenience init?(_ row: JSONDocument.Node) {
        guard let name = row["name"]?.stringValue, let kind = row["kind"]?.stringValue.flatMap(Kind.init),
            let state = State(rawValue: row["state"]?.stringValue ?? "live"), let facts = row["facts"]?.stringValue,
            let source = row["source"]?.stringValue, let checked = row["checked"]?.stringValue
        else { return nil }
        let carriers = row.words("carriers").map(Carrier.init)
        let numbers = row.words("numbers").map(Carrier.init)
        let parameters = row["parameters"].map { Array($0.elements) } ?? []
        let rules = parameters.map(ParameterRule.all)
        guard !carriers.contains(nil), !numbers.contains(nil), !rules.contains(where: \.isEmpty) else { return nil }
        self.init(
            name: name, kind: kind, state: state, hosts: row.words("hosts").map(HostPattern.init), schemes: row.words("schemes"),
            paths: row.words("paths").map(PathPattern.init), needs: row.words("needs").map(NamePattern.init),
            carriers: carriers.compactMap { $0 }, numbers: numbers.compactMap { $0 }, own: row.words("own").map(NamePattern.init),
            isOpen: row["open"]?.boolValue == true, parameters: rules.flatMap { $0 },
            signatures: row["signatures"].map { $0.elements.map { $0.strings.map(NamePattern.init) } } ?? [], facts: facts,
            source: source, checked: checked, example: row.words("example"))
    }
}

extension ParameterRule {
    /// Returns a rule for each name of a row; none if the row does not say what the parameters do.
    static func all(in row: JSONDocument.Node) -> [ParameterRule] {
        guard let role = row["does"]?.stringValue.flatMap(Role.init), let meaning = row["meaning"]?.stringValue else { return [] }
        let expiry = row["until"]?.stringValue.flatMap(Expiry.init)
        if row["until"] != nil, expiry == nil { return [] }
        return row.words("names").map { name in
            ParameterRule(
                name: NamePattern(name), role: role, meaning: meaning, isLink: row["link"]?.boolValue == true,
                isFallback: row["fallback"]?.boolValue == true,
                isIdentifier: row["identifier"]?.boolValue == true, values: row.words("values"), expiry: expiry,
                isOnlyOnHost: row["only"]?.stringValue == "host", isSetting: row["setting"]?.boolValue == true)
        }
    }
}

extension SchemeFacts {
    convenience init?(_ row: JSONDocument.Node) {
        guard let owner = row["class"]?.stringValue.flatMap(Owner.init), let facts = row["facts"]?.stringValue,
            let source = row["source"]?.stringValue, let checked = row["checked"]?.stringValue, let example = row["example"]?.stringValue
        else { return nil }
        self.init(
            names: row.words("names"), owner: owner, isOpaque: row["opaque"]?.boolValue == true, isForm: row["form"]?.boolValue == true,
            isInCodes: row["codes"]?.boolValue == true, isOnlyOnIOS: row["platform"]?.stringValue == "ios",
            isPrivate: row["private"]?.boolValue == true, facts: facts, source: source, checked: checked, example: example)
    }
}

extension SecretFacts {
    package init?(_ row: JSONDocument.Node) {
        guard let name = row["name"]?.stringValue, let sign = Sign(row), let facts = row["facts"]?.stringValue,
            let source = row["source"]?.stringValue, let checked = row["checked"]?.stringValue
        else { return nil }
        self.init(name: name, sign: sign, facts: facts, source: source, checked: checked, example: row.words("example"))
    }
}

extension SecretFacts.Sign {
    fileprivate init?(_ row: JSONDocument.Node) {
        if row["names"] != nil {
            guard let naming = SecretNaming(row) else { return nil }
            self = .names(naming)
        } else if row["shapes"] != nil {
            self = .shapes(row.words("shapes"), content: row["holds"]?.stringValue)
        } else if row["segments"] != nil {
            guard let value = ValueTest(row) else { return nil }
            self = .segments(row.words("segments"), value)
        } else if row["users"] != nil {
            self = .users(row.words("users"))
        } else {
            self = .context(
                SecretSurroundings(
                    beside: row.words("beside"), together: row.words("together"), words: row.words("words"), hosts: row.words("hosts"),
                    ownHosts: row.words("own-hosts"), schemes: row.words("schemes")))
        }
    }
}

extension ValueTest {
    package init?(_ row: JSONDocument.Node) {
        let unless = row.words("unless")
        self.init(
            least: row["least"].flatMap { Int($0.text) } ?? 0, changes: row["changes"].flatMap { Int($0.text) } ?? 0,
            isRandom: row["random"]?.boolValue == true, isSolid: row["solid"]?.boolValue == true, beginnings: row.words("begins"),
            sign: row["with"]?.stringValue?.utf8.first, harmless: Set(unless.compactMap(ValueTest.Harmless.init)))
        guard harmless.count == unless.count else { return nil }
    }
}

extension SecretNaming {
    package convenience init?(_ row: JSONDocument.Node) {
        guard let value = ValueTest(row) else { return nil }
        self.init(
            names: row.words("names"), isWhole: row["match"]?.stringValue == "whole", isCommon: row["common"]?.boolValue == true,
            end: row["ends"]?.stringValue.flatMap(SecretNaming.End.init) ?? .usual, fields: row.words("fields"), contexts: row.words("in"),
            needsAllContexts: row["all"]?.boolValue == true, exceptions: row.words("except"), value: value,
            content: row["holds"]?.stringValue)
    }
}

extension JSONDocument.Node {
    fileprivate var strings: [String] { elements.compactMap(\.stringValue) }

    /// Returns the strings of a list; none if there is no such member.
    fileprivate func words(_ name: String) -> [String] { self[name]?.strings ?? [] }
}
