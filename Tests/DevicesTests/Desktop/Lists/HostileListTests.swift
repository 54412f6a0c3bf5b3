import TestSupport
import Testing

@testable import Devices

@Suite("Any mimeapps.list")
struct HostileListTests {
    private static let pieces = [
        "[Default Applications]", " [Default Applications]", "[Added Associations]", "[Removed Associations]", "[", "]", "\n", "\n", "\n\n",
        "\r\n", "\r", "=", ";", " ", "\t", "#", "x-scheme-handler/shop", "x-scheme-handler/shop=", "x-scheme-handler/cafe=a.desktop",
        "\nx-scheme-handler/shop=a.desktop;b.desktop\n", "a.desktop;", "\u{0}", "\u{FEFF}",
    ].map { Array($0.utf8) }

    private func bytes(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            if Int.random(in: 0..<10, using: &random) == 0 {
                bytes += hostileBytes(&random, count: Int.random(in: 0...9, using: &random))
            } else if let piece = Self.pieces.randomElement(using: &random) {
                bytes += piece
            }
        }
        return bytes
    }

    @Test("schemes that are registered and unregistered in any order leave every byte as it was", arguments: Seeds.among(1...12))
    func roundTrip(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let original = bytes(&random)
            var list = MimeAppsList(original)
            #expect(list.bytes == original)
            var changes = ListChanges()
            let types = ["shop", "cafe", "news"].map(DesktopEntry.type(ofScheme:))
            var open = types.shuffled(using: &random)
            var registered: [String] = []
            while !open.isEmpty || !registered.isEmpty {
                if let type = open.popLast() {
                    list.register(DesktopEntry.id, for: type, noting: &changes)
                    #expect(
                        list.defaults(of: type).first == DesktopEntry.id, "\(String(decoding: original, as: UTF8.self).debugDescription)")
                    registered.append(type)
                    if Bool.random(using: &random) { continue }
                }
                let type = registered.remove(at: Int.random(in: registered.indices, using: &random))
                list = MimeAppsList(list.bytes)
                list.unregister(DesktopEntry.id, for: type, noting: &changes)
            }
            #expect(list.bytes == original, "\(String(decoding: original, as: UTF8.self).debugDescription)")
            #expect(changes == ListChanges())
        }
    }

    @Test("the time for a file with many equal lines grows with its length")
    func manyLines() {
        let line = "x-scheme-handler/shop=a.desktop\n"
        let isLinear = ThreadTime.isLinear(from: 2_500) { count in
            let original = Array(("[Default Applications]\n" + String(repeating: line, count: count)).utf8)
            var list = MimeAppsList(original)
            var changes = ListChanges()
            for _ in 0..<2 { list.register(DesktopEntry.id, for: "x-scheme-handler/shop", noting: &changes) }
            list.unregister(DesktopEntry.id, for: "x-scheme-handler/shop", noting: &changes)
            #expect(list.bytes == original)
        }
        #expect(isLinear)
    }
}
