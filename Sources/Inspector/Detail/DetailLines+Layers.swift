import Bytes
import LinkLayers
import Screen
import Services

/// The last rows of a link: its layers, its notes, and the repairs that R applies.
extension LinkLines {
    func layersAndNotes() -> [DetailLine] {
        // Notes about secrets are shown above, with the problems.
        let notes = inspection.findings.filter { $0.severity == .note && $0.code != .secret }
        return layers() + section("Notes", path: "notes", notes.map { DetailLine($0, mask: mask) })
            + section("Repairs (R applies all)", path: "repairs", repairs())
    }

    private func layers() -> [DetailLine] {
        section(
            "Layers", path: "layers",
            inspection.layers.map { layer in
                let isHidden = !mask.isOff && inspection.isSecret(layer)
                let value =
                    isHidden
                    ? mask.whole(layer.text.string)
                    : String(decoding: mask.bytes(layer.text.bytes, knowing: layer.secrets), as: UTF8.self)
                let name = layer.service.map { "\(layer.kind.words) (\($0.name))" } ?? layer.kind.words
                return DetailLine(name, value, indent: layer.depth, path: mask.text(layer.path)).at(.input(layer.range))
            })
    }

    private func repairs() -> [DetailLine] {
        inspection.findings.compactMap { finding in
            finding.repair.map { repair in
                DetailLine(finding.code.rawValue, repair.summary, valueRole: .ok, path: finding.code.rawValue)
                    .overflowing(.words).at(repair.edits.first.map { .input($0.range) })
            }
        }
    }

    private func section(_ title: String, path: String, _ rows: [DetailLine]) -> [DetailLine] {
        guard !rows.isEmpty else { return [] }
        let isFolded = folded.contains(path)
        return [.blank, .heading("\(title) (\(rows.count))", fold: isFolded ? .closed : .open, path: path)] + (isFolded ? [] : rows)
    }
}
