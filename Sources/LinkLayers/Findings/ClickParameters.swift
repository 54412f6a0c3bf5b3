import AppLinks
import Bytes
import Secrets

/// The campaign and tracking parameters of a link and of the links inside it, which one finding reports. Only tracking parameters can be
/// removed without losing information.
struct ClickParameters {
    /// Distinct names of parameters, each with a line feed after it.
    private struct Names {
        var text: [UInt8] = []
        var count = 0

        mutating func add(_ name: Span<UInt8>) {
            var start = 0
            for index in text.indices where text[index] == Self.end {
                if index - start == name.count, text.span.extracting(start..<index).isEqual(to: name) { return }
                start = index + 1
            }
            count += 1
            guard count <= Self.most else { return }
            for index in 0..<name.count { text.append(name[index]) }
            text.append(Self.end)
        }

        mutating func removeAll() {
            text.removeAll(keepingCapacity: true)
            count = 0
        }

        /// The first names, for people.
        var listed: String {
            let names = text.split(separator: Self.end).map { Quote.beginning(String(decoding: $0, as: UTF8.self)) }
            let isWhole = count <= Self.shown
            return names.prefix(isWhole ? Self.shown : Self.shown - 1).joined(separator: ", ") + (isWhole ? "" : ", …")
        }

        static let end = UInt8(ascii: "\n")
        /// The maximum number of distinct names. Further names are counted even if they repeat.
        static let most = 32
        static let shown = 4
    }

    private var campaign = Names()
    private var tracking = Names()
    private var first: Range<Int>?
    /// Whether each campaign parameter names the campaign.
    private var areNames = true
    // Most links of a feed have the same parameters, so the sentences are kept.
    private var sentences: [[UInt8]: String] = [:]
    private var key: [UInt8] = []
    private static let mostSentences = 64

    /// Forgets the parameters of the previous link.
    mutating func begin() {
        if first == nil { return }
        campaign.removeAll()
        tracking.removeAll()
        first = nil
        areNames = true
    }

    mutating func take(_ component: LinkQuery.Component, _ rule: ParameterRule, _ edits: LayerEdits, _ url: SplitLink) {
        switch rule.role {
        case .campaign:
            url.query.decoded.withSpan(component.name) { campaign.add($0) }
            areNames = areNames && !rule.isSetting
        case .tracking: url.query.decoded.withSpan(component.name) { tracking.add($0) }
        case .functional, .preview, .label: return
        }
        if first == nil { first = edits.place(component.item.range) }
    }

    mutating func finish(_ sink: inout FindingList) {
        guard let first else { return }
        key.removeAll(keepingCapacity: true)
        key += campaign.text
        key.append(areNames ? Names.end : 0)
        key += tracking.text
        let isCounted = campaign.count > Names.most || tracking.count > Names.most
        if !isCounted, let sentence = sentences[key] {
            return sink.found(Finding(.trackingParameters, sentence, range: first))
        }
        let sentence = sentence
        if !isCounted, sentences.count < Self.mostSentences { sentences[key] = sentence }
        sink.found(Finding(.trackingParameters, sentence, range: first))
    }

    private var sentence: String {
        let isOne = campaign.count == 1
        let noun = isOne ? "parameter (\(campaign.listed))" : "parameters (\(campaign.listed))"
        let verb = areNames ? (isOne ? "names" : "name") : (isOne ? "belongs to" : "belong to")
        let campaigns = campaign.count == 0 ? "" : "\(campaign.count) \(noun) \(verb) a campaign."
        let identifies =
            tracking.count == 1
            ? "parameter (\(tracking.listed)) identifies the click or the person; the link works without it."
            : "parameters (\(tracking.listed)) identify the click or the person; the link works without them."
        let trackings = tracking.count == 0 ? "" : "\(tracking.count) tracking \(identifies)"
        return campaigns + (campaigns.isEmpty || trackings.isEmpty ? "" : " ") + trackings
    }
}
