import AppLinks
import Deciding
import TestSupport
import Testing

@Suite("Damaged files never trap, and every place is within the file or the link")
struct HostileFileTests {
    private static let aasa =
        ##"{"applinks":{"apps":[],"defaults":{"caseSensitive":false},"substitutionVariables":{"f":["a*","b?","é"]},"details":[{"appIDs":["A.b"],"appID":"A.c","components":[{"/":"/$(f)/$(lang)*","?":{"a":"?*","b":"$(digit)"},"#":"t*p","percentEncoded":false},{"/":"*é?","exclude":true,"comment":"c"}],"defaults":{"?":"x=*"}},{"appID":"A.b","paths":["NOT /x/*","/y/$(region)"]}]}}"##
    private static let assetLinks =
        ##"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["AB:CD"]},"relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[{"/":"/a*","?":{"b":"c?"},"#":"d","exclude":true,"comments":"e"}]}}},{"include":"https://i.example/a"},{"relation":["x/y"],"target":{"namespace":"web","site":"https://a.example:8443"}}]"##
    private static let link = "https://h.example//A%C3%A9/de%2Fx/?a=1&b=%35&a=é&x=1#top%20"

    private func mutated(_ text: String, _ random: inout SeededRandom, times: ClosedRange<Int> = 1...4) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: times, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: bytes.removeSubrange(place...)
            case 1, 2, 3: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 4, 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: place)
            case 6, 7: bytes[place] = "*?$()/\"{}[]:,%".utf8.randomElement(using: &random) ?? 0
            default: bytes.remove(at: place)
            }
        }
        return bytes
    }

    @Test("apple-app-site-association", .daily, arguments: Seeds.among(1...4))
    func aasa(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var decided = 0
        let files = Effort.size(500, long: 1_500)
        for _ in 0..<files {
            let bytes = mutated(Self.aasa, &random)
            let link = String(decoding: mutated(Self.link, &random), as: UTF8.self)
            let file = AASAFile(bytes)
            #expect(file.findings.allSatisfy { $0.range.map { $0.upperBound <= file.source.count } ?? true })
            for app in file.appIDs + [nil] {
                let traced = file.decision(for: link, appID: app, domain: "", isTraced: true)
                #expect(file.decision(for: link, appID: app, domain: "").outcome == traced.outcome)
                let size = link.utf8.count
                for step in traced.steps {
                    #expect(step.range.upperBound <= file.source.count)
                    guard let miss = step.miss else { continue }
                    #expect(0...size ~= miss.linkOffset && miss.linkOffset <= miss.linkEnd && miss.linkEnd <= size, "\(link)")
                    #expect(0...miss.pattern.utf8.count ~= miss.patternOffset, "\(miss)")
                    decided += 1
                }
                #expect(traced.steps.count(where: \.isNearest) == (traced.steps.last?.miss != nil ? 1 : 0))
            }
        }
        #expect(decided > files / 3)
    }

    @Test("assetlinks.json", .daily, arguments: Seeds.among(11...14))
    func assetLinks(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let site = try #require(WebSite("https://a.example:8443"))
        for _ in 0..<Effort.size(500, long: 1_500) {
            let file = AssetLinksFile(mutated(Self.assetLinks, &random))
            let link = LinkURL(String(decoding: mutated(Self.link, &random), as: UTF8.self))
            #expect(file.findings.allSatisfy { $0.range.map { $0.upperBound <= file.source.count } ?? true })
            for statement in file.statements {
                var effort = Pattern.Effort()
                _ = link.map { statement.dynamicOutcome(for: $0, &effort) }
            }
            var query = AssetLinksQuery(relation: "x/y", target: .web(site))
            query.included = ["https://i.example/a": file]
            let answer = query.answer(file)
            #expect(answer.isLinked || !answer.reason.isEmpty)
        }
    }

    @Test("signed data with any bytes", .daily, arguments: Seeds.among(21...22))
    func signed(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let tags: [UInt8] = [0x30, 0x80, 0x06, 0x04, 0x24, 0xA0, 0x00, 0x02, 0x31, 0x84, 0xFF, 0x7F, 0x01, 0x09]
        for _ in 0..<Effort.size(5_000, long: 20_000) {
            let bytes = [0x30, 0x80] + (0..<Int.random(in: 0...60, using: &random)).map { _ in tags.randomElement(using: &random) ?? 0 }
            #expect(AASAFile(bytes).appIDs.isEmpty)
        }
    }
}
