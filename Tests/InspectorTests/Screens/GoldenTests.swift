import Foundation
import Screen
import Testing

/// Whole screens, glyph for glyph and style for style, as files in Goldens/.
///
/// A file names roles, no colours: a monochrome screen is the same frame, so what colour alone told would be missing from its text. A
/// mismatch prints the rows that differ. `LINKSCOPE_BLESS=1 swift test --filter GoldenTests` writes the files anew.
@Suite struct GoldenTests {
    @Test("the screen is the one in its file", arguments: Scene.all)
    func golden(_ scene: Scene) throws {
        for size in scene.sizes {
            let name = "\(scene.name)-\(size).screen"
            let frame = scene.rig(size).frame
            if isBlessing {
                try frame.notation.write(to: sourceFolder.appending(path: name), atomically: true, encoding: .utf8)
                continue
            }
            let expected = (try? String(contentsOf: copiedFolder.appending(path: name), encoding: .utf8)) ?? ""
            guard frame.notation != expected else { continue }
            Attachment.record(frame.notation, named: name)
            Issue.record("\(name) is another screen than its file (- file, + now):\n\(difference(expected, frame.notation))")
        }
    }

    @Test("no file is left over from a screen that is no more")
    func noneLeftOver() throws {
        let known = Set(Scene.all.flatMap { scene in scene.sizes.map { "\(scene.name)-\($0).screen" } })
        let found = try FileManager.default.contentsOfDirectory(atPath: sourceFolder.path).filter { $0.hasSuffix(".screen") }
        #expect(Set(found).subtracting(known) == [])
    }

    private var isBlessing: Bool { ProcessInfo.processInfo.environment["LINKSCOPE_BLESS"] == "1" }

    private var copiedFolder: URL { Bundle.module.bundleURL.appending(path: "Goldens") }

    private var sourceFolder: URL { URL(filePath: #filePath).appending(path: "../../Goldens").standardized }

    private func difference(_ expected: String, _ found: String) -> String {
        let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let new = found.split(separator: "\n", omittingEmptySubsequences: false)
        return (0..<max(old.count, new.count)).compactMap { row -> String? in
            let was = row < old.count ? old[row] : nil
            let now = row < new.count ? new[row] : nil
            guard was != now else { return nil }
            return [was.map { "\(row + 1) - \($0)" }, now.map { "\(row + 1) + \($0)" }].compactMap(\.self).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
