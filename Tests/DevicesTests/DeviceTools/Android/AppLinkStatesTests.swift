import DeviceTools
import Testing

@Suite("What pm get-app-links reports")
struct AppLinkStatesTests {
    private static let output = """
          com.example.shop:
            ID: 01234567-89ab-cdef-0123-456789abcdef
            Signatures: [14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5]
            Domain verification state:
              shop.example: verified
              www.shop.example: 1024
              *.shops.example: none
            User 0:
              Verification link handling allowed: true
              Selection state:
                Disabled:
                  shop.example
                  www.shop.example
                Enabled:
                  chosen.example

        """

    @Test("each host has its state, and the user's choices are told apart")
    func states() throws {
        let states = try #require(AppLinkList.apps(.printing(Self.output)).first?.states)
        #expect(states.domains.map(\.host) == ["shop.example", "www.shop.example", "*.shops.example"])
        #expect(states.domains.map(\.state) == ["verified", "1024", "none"])
        #expect(states.domains.map(\.isVerified) == [true, false, false])
        #expect(states.selected == ["chosen.example"])
        #expect(states.isAllowed == true)
    }

    @Test("a host is found whatever its case, and by a wildcard")
    func hosts() throws {
        let states = try #require(AppLinkList.apps(.printing(Self.output)).first?.states)
        #expect(states.domain(for: "SHOP.example")?.state == "verified")
        #expect(states.domain(for: "a.shops.example")?.state == "none")
        #expect(states.domain(for: "shops.example") == nil)
        #expect(states.domain(for: "other.example") == nil)
    }

    @Test(
        "a device that does not know the command gives no states",
        arguments: [
            "Unknown command: get-app-links", "", "Error: package not found", "\u{1B}[2J", "com.example.shop:\n  ID: 1\n",
        ]
    )
    func unknown(_ output: String) {
        #expect(AppLinkList.apps(.printing(output)).isEmpty)
    }

    @Test("the states have meanings, and an unknown one is shown as it is")
    func meanings() {
        #expect(AppLinkStates.Domain(host: "a", state: "verified").words == "verified: the app gets the links of this host")
        #expect(AppLinkStates.Domain(host: "a", state: "1028").words.contains("error 1028"))
        #expect(AppLinkStates.Domain(host: "a", state: "new_state").words == "in the state \"new_state\"")
    }

    @Test("an endless list is cut")
    func endless() throws {
        let hosts = (0..<5000).map { "  h\($0).example: none\n" }.joined()
        let states = try #require(AppLinkList.apps(.printing("Domain verification state:\n" + hosts)).first?.states)
        #expect(states.domains.count == 1000)
    }
}
