import Bytes
package import JSONDocument

/// An irregularity in a link, reported during parsing. No oddity stops the parser.
package struct LinkOddity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A query key whose decoded bytes are not UTF-8; the parameter is skipped.
        case undecodableKey
        /// A query value whose decoded bytes are not UTF-8; the parameter counts as missing.
        case undecodableValue
        /// `al_applink_data` without `=`.
        case bareData
        /// `al_applink_data=` without a value.
        case emptyData
        /// The decoded data is not UTF-8.
        case dataNotUTF8
        /// The data is not JSON or contains a lone surrogate. The value is the first such finding.
        case invalidJSON(JSONFinding)
        /// The data is JSON but not an object.
        case dataNotObject(found: JSONDocument.Node.Kind)
        /// A version other than "1.0". The value is the JSON text of the version.
        case unknownVersion(String)
        /// A field of the wrong type, which counts as missing. `field` is its path in the data.
        case wrongType(field: String, expected: JSONDocument.Node.Kind, found: JSONDocument.Node.Kind)
        /// `target_url` is a string but not a URL. The input URL stays the target.
        case targetNotURL(String)
        /// A referer without a URL, so the link has no referer.
        case refererWithoutURL
        /// A referer without a name, so the link has no referer.
        case refererWithoutName
        /// A referer whose URL is a string but not a URL, so the link has no referer.
        case refererNotURL(String)
    }

    package var kind: Kind
    /// The byte range in the input URL's text.
    package var range: Range<Int>

    package init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

// Finding the oddities takes a second look at a link, so callers ask for them only if ``AppLinkReading/isOdd`` is true.
extension AppLinkReading {
    /// The number of undecodable names and values after which no more are reported. A link of 1 MB may have a hundred thousand of them.
    private static let mostUndecodable = 64

    package var isOdd: Bool {
        query.isUndecodable || !fields.faults.isEmpty || dataComponent != nil && (data == nil || !isReadable)
            || isAppLink && (fields.target != nil && target == nil || fields.referer != nil && referer == nil)
    }

    /// The oddities, in the order of the steps of reading.
    package var oddities: [LinkOddity] {
        guard isOdd else { return [] }
        var oddities = query.isUndecodable ? undecodable : []
        guard let dataComponent else { return oddities }
        guard let dataRange, let data else {
            let item = dataComponent.item
            return oddities + [LinkOddity(item.value == nil ? .bareData : .emptyData, item.range)]
        }
        guard isReadable else {
            if !query.decoded.isUTF8(data) {
                oddities.append(LinkOddity(.dataNotUTF8, dataRange))
            } else if let finding = document?.findings.first(where: { $0.isError || $0.code == .loneSurrogate }) {
                oddities.append(LinkOddity(.invalidJSON(finding), place(ofData: finding.range)))
            }
            return oddities
        }
        withData { view in
            func found(_ kind: LinkOddity.Kind, at node: Int) { oddities.append(LinkOddity(kind, place(ofData: view[node].range))) }
            if let node = fields.target, target == nil { found(.targetNotURL(view.text(of: node)), at: node) }
            for fault in fields.faults {
                switch fault {
                case .notObject: oddities.append(LinkOddity(.dataNotObject(found: view[0].kind), dataRange))
                case .unknownVersion(let node): found(.unknownVersion(view.source(of: node)), at: node)
                case .wrongType(let node, let field, let expected):
                    found(.wrongType(field: "\(field)", expected: expected, found: view[node].kind), at: node)
                }
            }
            guard let referer = fields.referer else { return }
            if fields.refererURL == nil { found(.refererWithoutURL, at: referer) }
            if fields.refererAppName == nil { found(.refererWithoutName, at: referer) }
            if let node = fields.refererURL, refererURL == nil { found(.refererNotURL(view.text(of: node)), at: node) }
        }
        return oddities
    }

    private var undecodable: [LinkOddity] {
        var oddities: [LinkOddity] = []
        for component in query.components where oddities.count < Self.mostUndecodable {
            if !component.isNameUTF8 { oddities.append(LinkOddity(.undecodableKey, component.item.key)) }
            if !component.isValueUTF8, let value = component.item.value { oddities.append(LinkOddity(.undecodableValue, value)) }
        }
        return oddities
    }
}
