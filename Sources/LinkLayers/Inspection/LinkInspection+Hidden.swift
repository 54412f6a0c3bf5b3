import AppLinks
import Bytes
import JSONDocument
import Secrets

// Hidden characters in the link itself: as written, in its decoded parameters, and in its data.

extension LinkInspection {
    /// The maximum number of parameters that are reported, and of texts in the data that are examined.
    private static let mostHidden = 16

    static func hidden(in text: String) -> [Finding] {
        let survey = HiddenCharacters.survey(text)
        guard !survey.isEmpty else { return [] }
        let edits = ByteView.with(text) { bytes in
            HiddenCharacters.places(in: text).map { place in
                // Without its first character, the rest of a control sequence of a terminal would be visible.
                LinkRepair.Edit(place.lowerBound..<(ControlSequence.end(in: bytes, at: place.lowerBound) ?? place.upperBound), [])
            }
        }
        var finding = HiddenCharacters.finding(survey, in: "The link", at: survey.range)
        finding.repair = LinkRepair(edits.count == 1 ? "Remove the hidden character." : "Remove the hidden characters.", edits)
        return [finding]
    }

    /// Returns findings for hidden characters that appear only after decoding, in every parameter except the data, and in the keys and
    /// strings of the data.
    static func hidden(in link: AppLinkReading) -> [Finding] {
        guard !link.isVisible else { return [] }
        let bytes = link.text
        let edits = LayerEdits(MappedText(bytes), in: nil, of: [])
        var findings: [Finding] = []
        for component in link.query.components where findings.count < mostHidden {
            let item = component.item
            if HiddenCharacters.mayStandEscaped(bytes, item.key) {
                findings +=
                    HiddenCharacters.finding(escapedIn: item.key, of: edits, "The name of a parameter", isText: false).map { [$0] } ?? []
            }
            guard let value = item.value, value != link.dataRange, HiddenCharacters.mayStandEscaped(bytes, value) else { continue }
            let name = link.query.decoded.string(component.name)
            let finding = HiddenCharacters.finding(escapedIn: value, of: edits, "The parameter \(Quote.shortened(name))", isText: true)
            findings += finding.map { [$0] } ?? []
        }
        return findings + hiddenInData(of: link)
    }

    private static func hiddenInData(of link: AppLinkReading) -> [Finding] {
        var findings: [Finding] = []
        guard let root = link.document?.root else { return findings }
        let bytes = link.text
        // Finding the place of a text takes a pass over the data, so the number of texts is limited.
        var looks = 0
        func look(_ node: JSONDocument.Node, _ what: String, isText: Bool) {
            guard let text = node.stringValue, !HiddenCharacters.survey(text, isText: isText).isEmpty, let range = node.contentRange
            else { return }
            let written = link.place(ofData: range)
            looks += 1
            let data = MappedText(bytes).percentDecoded(written)
            let decoded = data.jsonDecoded(0..<data.count)
            let survey = HiddenCharacters.survey(decoded, isText: isText)
            guard !survey.isEmpty else { return }
            findings.append(HiddenCharacters.finding(survey, in: what, at: decoded.original(survey.range)))
        }
        var stack = [root]
        while let node = stack.popLast(), looks < mostHidden {
            for member in node.members {
                if looks < mostHidden { look(member.key, "A key in al_applink_data", isText: false) }
                stack.append(member.value)
            }
            stack.append(contentsOf: node.elements)
            look(node, "A string in al_applink_data", isText: true)
        }
        return findings
    }
}
