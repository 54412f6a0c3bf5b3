import Testing

@testable import Devices

@Suite("Editing a mimeapps.list")
struct ListEditingTests {
    static let handler = DesktopEntry.id

    /// A file before linkscope is registered for the scheme `shop`, and after that. `ours` stands for linkscope's entry.
    struct Example: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var before: String
        var after: String

        init(_ name: String, _ before: String, _ after: String) {
            testDescription = name
            self.before = before.replacing("ours", with: handler)
            self.after = after.replacing("ours", with: handler)
        }
    }

    static let examples = [
        Example(
            "an empty file",
            "",
            """
            [Default Applications]
            x-scheme-handler/shop=ours;

            """),
        Example(
            "the scheme has no handler",
            """
            [Default Applications]
            text/html=firefox.desktop;

            """,
            """
            [Default Applications]
            x-scheme-handler/shop=ours;
            text/html=firefox.desktop;

            """),
        Example(
            "the scheme has a handler, which stays as the next one",
            """
            [Default Applications]
            x-scheme-handler/shop=shop.desktop
            text/html=firefox.desktop;
            """,
            """
            [Default Applications]
            x-scheme-handler/shop=ours;shop.desktop;
            text/html=firefox.desktop;
            """),
        Example(
            "several handlers, spaces, comments, and other groups",
            """
            # Written by hand
            [Added Associations]
            x-scheme-handler/shop=a.desktop;

            [Default Applications]
              # The shop
              x-scheme-handler/shop = a.desktop ; b.desktop
            x-scheme-handler/shopping=c.desktop

            [Removed Associations]
            x-scheme-handler/shop=d.desktop;
            """,
            """
            # Written by hand
            [Added Associations]
            x-scheme-handler/shop=a.desktop;

            [Default Applications]
              # The shop
            x-scheme-handler/shop=ours;a.desktop;b.desktop;
            x-scheme-handler/shopping=c.desktop

            [Removed Associations]
            x-scheme-handler/shop=d.desktop;
            """),
        Example(
            "no group of defaults, and a newline at the end",
            "[Added Associations]\ntext/html=a.desktop;\n",
            "[Added Associations]\ntext/html=a.desktop;\n\n[Default Applications]\nx-scheme-handler/shop=ours;\n"),
        Example(
            "no group of defaults, and no newline at the end",
            "[Added Associations]\ntext/html=a.desktop;",
            "[Added Associations]\ntext/html=a.desktop;\n\n[Default Applications]\nx-scheme-handler/shop=ours;"),
        Example(
            "no group of defaults, and an empty line at the end",
            "[Added Associations]\n\n", "[Added Associations]\n\n[Default Applications]\nx-scheme-handler/shop=ours;\n"),
        Example(
            "an empty group without a newline", "[Default Applications]", "[Default Applications]\nx-scheme-handler/shop=ours;"),
        Example(
            "CRLF line ends",
            "[Default Applications]\r\nx-scheme-handler/shop=a.desktop\r\n",
            "[Default Applications]\r\nx-scheme-handler/shop=ours;a.desktop;\r\n"),
        Example(
            "CRLF line ends, and no handler",
            "[Default Applications]\r\ntext/html=a.desktop\r\n",
            "[Default Applications]\r\nx-scheme-handler/shop=ours;\r\ntext/html=a.desktop\r\n"),
        Example(
            "the same key and the same group twice: programs differ in which one they read, so both are changed",
            """
            [Default Applications]
            x-scheme-handler/shop=a.desktop
            x-scheme-handler/shop=b.desktop
            [Default Applications]
            x-scheme-handler/shop=a.desktop
            """,
            """
            [Default Applications]
            x-scheme-handler/shop=ours;a.desktop;
            x-scheme-handler/shop=ours;b.desktop;
            [Default Applications]
            x-scheme-handler/shop=ours;a.desktop;
            """),
        Example(
            "lines that become equal keep their own spelling",
            """
             [Default Applications]
            x-scheme-handler/shop=
            x-scheme-handler/shop = a.desktop
            x-scheme-handler/shop=a.desktop
            [Default Applications]
            x-scheme-handler/shop= ;
            """,
            """
             [Default Applications]
            x-scheme-handler/shop=ours;
            x-scheme-handler/shop=ours;a.desktop;
            x-scheme-handler/shop=ours;a.desktop;
            [Default Applications]
            x-scheme-handler/shop=ours;
            """),
        Example(
            "a group after spaces, which xdg-mime does not see",
            " [Default Applications]\nx-scheme-handler/shop=a.desktop\n",
            """
             [Default Applications]
            x-scheme-handler/shop=ours;a.desktop;

            [Default Applications]
            x-scheme-handler/shop=ours;

            """),
        Example(
            "linkscope was removed from the scheme before",
            """
            [Removed Associations]
            x-scheme-handler/shop=ours;a.desktop;

            [Default Applications]

            """,
            """
            [Removed Associations]
            x-scheme-handler/shop=a.desktop;

            [Default Applications]
            x-scheme-handler/shop=ours;

            """),
        Example(
            "lines that no program can read",
            "[Default Applications\nx-scheme-handler/shop\n=\u{0}\n[]\n[Default Applications]=\nshop\n",
            "[Default Applications\nx-scheme-handler/shop\n=\u{0}\n[]\n[Default Applications]=\nshop\n"
                + "\n[Default Applications]\nx-scheme-handler/shop=ours;\n"),
    ]

    @Test("before → after → undone", arguments: examples)
    func table(example: Example) {
        var list = MimeAppsList(Array(example.before.utf8))
        var changes = ListChanges()
        list.register(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list.text == example.after)
        #expect(list.defaults(of: "x-scheme-handler/shop").first == Self.handler)
        list = MimeAppsList(list.bytes)

        let (once, changesOnce) = (list, changes)
        list.register(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list == once && changes == changesOnce, "registering twice is the same as once")

        list.unregister(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list.text == example.before)
        #expect(changes == ListChanges())
    }

    /// What another program or the user does to the file after linkscope was registered, and what remains when linkscope is unregistered.
    static let interferences = [
        Example(
            "xdg-mime makes another program the default",
            "[Default Applications]\nx-scheme-handler/shop=b.desktop\n", "[Default Applications]\nx-scheme-handler/shop=b.desktop\n"),
        Example(
            "gio makes another program the default, and keeps linkscope and the former one",
            """
            [Default Applications]
            x-scheme-handler/shop=b.desktop;ours;a.desktop;

            [Added Associations]
            x-scheme-handler/shop=b.desktop;ours;
            x-scheme-handler/other=ours;
            """,
            """
            [Default Applications]
            x-scheme-handler/shop=b.desktop;a.desktop;

            [Added Associations]
            x-scheme-handler/shop=b.desktop;
            x-scheme-handler/other=ours;
            """),
        Example(
            "a line is added, and the changed one is written differently",
            "[Default Applications]\ntext/html=c.desktop\nx-scheme-handler/shop = ours ; a.desktop ; # x\n",
            "[Default Applications]\ntext/html=c.desktop\nx-scheme-handler/shop = a.desktop;# x;\n"),
        Example("the file is emptied", "", ""),
        Example(
            "linkscope is all that is left", "[Default Applications]\nx-scheme-handler/shop=ours\n\n[Other]",
            "[Default Applications]\n\n[Other]"),
    ]

    @Test("another program changes the file before linkscope is unregistered", arguments: interferences)
    func interference(example: Example) {
        var list = MimeAppsList(Array("[Default Applications]\nx-scheme-handler/shop=a.desktop\n".utf8))
        var changes = ListChanges()
        list.register(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        list = MimeAppsList(Array(example.before.utf8))
        list.unregister(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list.text == example.after)
        #expect(changes == ListChanges())
    }

    @Test("the group that linkscope added stays while it has another line")
    func addedGroup() {
        var list = MimeAppsList(Array("[Other]\n".utf8))
        var changes = ListChanges()
        list.register(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        list.register(Self.handler, for: "x-scheme-handler/cafe", noting: &changes)
        list.unregister(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list.text == "[Other]\n\n[Default Applications]\nx-scheme-handler/cafe=\(Self.handler);\n")
        list = MimeAppsList(list.bytes + Array("text/html=a.desktop\n".utf8))
        list.unregister(Self.handler, for: "x-scheme-handler/cafe", noting: &changes)
        #expect(list.text == "[Other]\n\n[Default Applications]\ntext/html=a.desktop\n")
    }

    @Test("registering again after another program was chosen makes linkscope the default again, and that choice is restored")
    func chosenBetween() {
        var list = MimeAppsList(Array("[Default Applications]\nx-scheme-handler/shop = a.desktop\n".utf8))
        var changes = ListChanges()
        list.register(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        list = MimeAppsList(Array("[Default Applications]\nx-scheme-handler/shop=b.desktop;\(Self.handler);a.desktop;\n".utf8))
        list.register(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list.defaults(of: "x-scheme-handler/shop") == [Self.handler, "b.desktop", "a.desktop"])
        list.unregister(Self.handler, for: "x-scheme-handler/shop", noting: &changes)
        #expect(list.text == "[Default Applications]\nx-scheme-handler/shop=b.desktop;a.desktop;\n")
        #expect(changes == ListChanges())
    }
}

extension MimeAppsList {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
