import Bytes
import Foundation
import JSONDocument
import LinkLayers
import Secrets
import TestSupport
import Testing

/// Checks the tables of `Resources/services`, row by row.
@Suite("The tables of services")
struct ServiceTableTests {
    private static let table = KnownServices.embedded.rows.table
    private static let all = KnownServices.embedded.rows.all

    /// Everything that is read from a link with these services.
    private func account(_ link: String, among services: KnownServices) -> [String] {
        var memory = InspectionMemory(services: services)
        let inspection = LinkInspection.inspect(Array(link.utf8).span, into: &memory)
        return inspection.layers.map { "\($0.kind.rawValue) \($0.service?.name ?? "") \($0.path) \($0.text.string)" }
            + inspection.findings.map { "\($0.code.rawValue) \($0.message)" }
            + inspection.parameters.map { "\($0.owner.name) \($0.rule.name.text) \($0.rule.meaning)" } + [inspection.service?.name ?? ""]
    }

    @Test("each row has an example that it alone explains", arguments: all.indices)
    func example(row: Int) throws {
        let service = Self.all[row]
        let link = try #require(service.example.first, "\(service.name)")
        #expect(account(link, among: .embedded) != account(link, among: KnownServices(Self.table.without(row))), "\(service.name): \(link)")
    }

    @Test("the link inside the example of a wrapper is found", arguments: all.filter { $0.example.count > 1 }.map(\.name))
    func inside(name: String) throws {
        let service = try #require(Self.all.first { $0.name == name })
        let inspection = LinkInspection(Array(service.example[0].utf8))
        let layer = try #require(inspection.layers.first, "\(name)")
        #expect(layer.text.string == service.example[1])
        #expect(layer.service?.name == name)
    }

    @Test func `every row of the files is read, and says how it is known and when it was checked`() throws {
        let folder = repositoryURL("Resources/services")
        var (services, apps) = (0, 0)
        var (schemes, secrets) = (0, 0)
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let rows = try #require(JSONDocument(Array(try Data(contentsOf: file))).root)
            if file.lastPathComponent == "schemes.json" {
                schemes += rows.elements.reduce(0) { $0 + ($1["names"]?.count ?? 0) }
            } else if file.lastPathComponent == "secrets.json" {
                secrets = rows.count
            } else if file.lastPathComponent == "apps.json" {
                apps = rows.count
            } else {
                services += rows.count
            }
        }
        #expect(Self.all.count == services && KnownServices.apps.rows.all.count == apps)
        #expect(KnownSchemes.embedded.rows.all.reduce(0) { $0 + $1.names.count } == schemes)
        #expect(KnownSecrets.embedded.all.count == secrets)
        for service in Self.all {
            #expect(Set(service.source).isSubset(of: "DC~") && !service.source.isEmpty, "\(service.name)")
            #expect(service.checked.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, "\(service.name)")
            #expect(service.facts.hasSuffix(".") == (service.state == .live), "\(service.name)")
            // Such rows are found by the first segment of their paths.
            let isOfAnyHost = service.hosts.contains { $0.text == "*" }
            #expect(!isOfAnyHost || service.addresses.allSatisfy { $0.wholeMatch(of: /\*\/[^*\/]+(\/.*)?/) != nil }, "\(service.name)")
        }
    }

    @Test func `no two rows have the same name, host and path`() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        let schemes = KnownSchemes.embedded.rows.all.flatMap(\.names)
        #expect(Set(schemes).count == schemes.count)
        #expect(schemes == schemes.map { $0.lowercased() })
    }

    @Test(
        "the words that are found in the text of a table are those of its rows",
        arguments: [
            KnownServices.embedded.rows.table, KnownServices.apps.rows.table, KnownSchemes.embedded.rows.table, KnownSecrets.embedded.table,
        ])
    func words(table: FactTable) throws {
        let rows = try table.rows.indices.map { try #require(table.parse($0)) }
        let named = rows.allSatisfy { $0["name"] != nil }
        for (row, node) in rows.enumerated() where named {
            #expect(String(decoding: table.text[table.name(of: row)], as: UTF8.self) == node["name"]?.stringValue)
        }
        let keys = [
            "hosts", "schemes", "names", "shapes", "segments", "users", "in", "except", "beside", "together", "words", "own-hosts",
        ]
        for key in keys {
            var found = rows.map { _ in [String]() }
            table.forEachWord(of: key) { word in
                #expect(found[word.row].count == word.number)
                found[word.row].append(String(decoding: table.text[word.range], as: UTF8.self))
            }
            for (row, node) in rows.enumerated() {
                let holders = [node] + (node["parameters"].map { Array($0.elements) } ?? [])
                let words = holders.flatMap { $0[key].map { $0.elements.compactMap(\.stringValue) } ?? [] }
                #expect(found[row] == words, "write one space after each comma and colon, and no escapes: \(node.text)")
            }
        }
        for (key, value) in [("kind", "parameters"), ("kind", "namespace"), ("state", "dead"), ("match", "whole")] {
            let found = table.rows(with: "\"\(key)\": \"\(value)\"")
            #expect(found == rows.indices.filter { rows[$0][key]?.stringValue == value }, "\(key): \(value)")
        }
        for key in ["numbers", "signatures", "shapes", "segments", "users"] {
            #expect(table.rows(with: "\"\(key)\": [") == rows.indices.filter { rows[$0][key] != nil }, "\(key)")
        }
    }

    @Test func `a start reads only the rows that a link needs`() async {
        // Only a new process has read no row.
        await #expect(processExitsWith: .success) {
            func rowsRead(by link: String) -> Int {
                _ = LinkInspection(Array(link.utf8))
                _ = Secrets.masked(link)
                return KnownServices.embedded.rows.table.parsedRows + KnownSchemes.embedded.rows.table.parsedRows
                    + KnownSecrets.embedded.table.parsedRows
            }
            try #require(rowsRead(by: "shop://item/7?x=1") == 0)
            // The scheme, and a service that is known by its parameters.
            try #require(rowsRead(by: "https://a.example/p?x=1") <= 2)
            try #require(rowsRead(by: "https://a.example/p?utm_source=mail&token=a1B2c3D4") <= 6)
        }
    }

    @Test("hosts are matched at a dot, and by their whole name")
    func hosts() {
        let known = KnownServices.embedded
        func name(_ host: String, _ path: String = "/x") -> String? {
            let text = Array((host + path).utf8)
            return known.service(ofHost: 0..<host.utf8.count, path: host.utf8.count..<text.count, in: text) { _ in false }?.name
        }
        #expect(name("x.sng.link") == "Singular")
        #expect(name("c.singular.net") == "Singular")
        #expect(name("support.singular.net") == nil)
        #expect(name("msng.link") == nil)
        #expect(name("bit.ly") == "Bitly")
        #expect(name("BIT.LY") == "Bitly")
        #expect(name("rabbit.ly") == nil)
        #expect(name("bit.ly.example") == nil)
        #expect(name("www.google.co.uk", "/url") == "Google redirect")
        #expect(name("google.com", "/url") == "Google redirect")
        #expect(name("google.com.evil.example", "/url") == nil)
        #expect(name("www.google.com", "/urls") == nil)
        #expect(name("notgoogle.com", "/url") == nil)
        #expect(name("maps.app.goo.gl") == "Google Maps and Photos links")
        #expect(name("shop.app.goo.gl") == "Firebase Dynamic Links")
        #expect(name("goo.gl", "/maps/x") == "goo.gl links made by Google's apps")
        #expect(name("goo.gl", "/abc") == "Google's shortener")
        #expect(name("url.uk.m.mimecastprotect.com", "/s/x") == "Mimecast")
        #expect(name("url.a.b.m.mimecastprotect.com", "/s/x") == nil)
        #expect(name("click.mail.example", "/f/a/nLyONgyl~~/AAAAAQA~/RgRX8") == "SparkPost")
        #expect(name("click.mail.example", "/f/a/nLyONgyl/AAAAAQA~/RgRX8") == nil)
        #expect(name("click.mail.example", "/f/a/nLyONgyl~~/") == nil)
        #expect(name("r.mail.example", "/tr/cl/7Hq") == "Brevo (own domain)")
        #expect(name("r.mail.example", "/tr/7Hq") == nil)
        #expect(name("mail.example", "/ls/click") == nil)
        #expect(name("images-ext-2.discordapp.net", "/external/a/https/b/c") == "Discord picture")
    }

    @Test func `services are found by their names, hosts and schemes, and parameters by their names`() {
        #expect(KnownServices.embedded.services(called: "branch").map(\.name) == ["Branch"])
        #expect(KnownServices.embedded.services(called: "bit.ly").map(\.name) == ["Bitly"])
        #expect(KnownServices.embedded.services(called: "t.me").map(\.name) == ["Telegram sharing"])
        #expect(KnownServices.embedded.services(called: "x-safari-https").map(\.name) == ["Safari"])
        #expect(KnownServices.embedded.services(called: "nothing.example").isEmpty)
        #expect(!KnownServices.embedded.rules(called: "utm_source").isEmpty)
        #expect(KnownServices.embedded.rules(called: "nothing_").isEmpty)
        #expect(KnownSecrets.embedded.rows(called: "teams.live.com").map(\.name) == ["Teams"])
    }

    @Test func `schemes know whose they are`() {
        func owner(_ scheme: String) -> SchemeFacts.Owner? {
            let bytes = Array(scheme.utf8)
            return KnownSchemes.embedded.facts(bytes.span, 0..<bytes.count)?.owner
        }
        #expect(owner("HTTPS") == .web)
        #expect(owner("itms-apps") == .system)
        #expect(owner("wc") == .standard)
        #expect(owner("WIFI") == .payload)
        #expect(owner("shop") == nil)
        for scheme in KnownSchemes.embedded.rows.all {
            for name in scheme.names { #expect(owner(name) == scheme.owner) }
            #expect(!scheme.example.isEmpty && !scheme.facts.isEmpty)
        }
    }
}
