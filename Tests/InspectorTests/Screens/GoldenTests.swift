import Foundation
import Screen
import TestSupport
import Testing

@testable import CursesTerminal
@testable import Inspector
@testable import Panes

/// Whole screens, glyph by glyph and style by style, compared with files in Goldens/.
///
/// A file names roles, not colors. A `-mono` file has the attributes that a terminal without colors shows instead. A mismatch prints the
/// rows that differ. `LINKSCOPE_BLESS=1 swift test --filter GoldenTests` writes the files again.
@Suite struct GoldenTests {
    @Test("the screen is the one in its file", arguments: Scene.all)
    func golden(_ scene: Scene) throws {
        for size in scene.sizes {
            let frame = scene.rig(size).frame
            try compare("\(scene.name)-\(size).screen", frame.notation)
            if scene.isShownInMonochrome { try compare("\(scene.name)-mono-\(size).screen", frame.monochromeNotation) }
        }
    }

    private func compare(_ name: String, _ notation: String) throws {
        if isBlessing { return try notation.write(to: sourceFolder.appending(path: name), atomically: true, encoding: .utf8) }
        let expected = (try? String(contentsOf: copiedFolder.appending(path: name), encoding: .utf8)) ?? ""
        guard notation != expected else { return }
        Attachment.record(notation, named: name)
        Issue.record("\(name) is another screen than its file (- file, + now):\n\(difference(expected, notation))")
    }

    @Test(
        "every role has the colors of its theme's file, so that these files and the screens show every screen in every theme",
        arguments: Theme.allCases)
    func theme(_ theme: Theme) throws {
        try compare("theme-\(theme.rawValue).txt", Palette(depth: .many, theme: theme).notation)
    }

    @Test("every window and every tab is drawn at each of the four sizes", arguments: [(120, 40), (80, 24), (40, 12), (20, 5)])
    func coverage(_ columns: Int, _ rows: Int) {
        let size = Size(columns: columns, rows: rows)
        let states = Scene.all.filter { $0.sizes.contains(size) }.map { $0.rig(size).state }
        // On a high screen, the pane itself has room for the explanation of a cell of What-if.
        let others: Set = rows == 40 ? [Window(name: "WhatIfWindow")] : []
        #expect(Set(states.compactMap { $0.overlay.map(Window.init) }) == Set(Window.allCases).subtracting(others))
        #expect(Set(DetailTab.allCases).subtracting(states.map(\.detail.tab)) == [])
        #expect(states.contains { $0.notice != nil })
    }

    @Test("every file belongs to an existing screen")
    func noneLeftOver() throws {
        let known = Set(
            Scene.all.flatMap { scene in
                scene.sizes.flatMap { size in
                    ["\(scene.name)-\(size).screen"] + (scene.isShownInMonochrome ? ["\(scene.name)-mono-\(size).screen"] : [])
                }
            }
        )
        let found = try FileManager.default.contentsOfDirectory(atPath: sourceFolder.path).filter { $0.hasSuffix(".screen") }
        #expect(Set(found).subtracting(known) == [])
    }

    private var isBlessing: Bool { ProcessInfo.processInfo.environment["LINKSCOPE_BLESS"] == "1" }

    private var copiedFolder: URL { Bundle.module.bundleURL.appending(path: "Goldens") }

    private var sourceFolder: URL { repositoryURL("Tests/InspectorTests/Goldens") }

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
