import Checks
import Testing

@Suite("Names that a walk leaves out")
struct IgnoreListTests {
    private let list = IgnoreList(Array("# comment\nbuild/\n*.min.js\n/docs/old\n!kept\na/**/b\n".utf8))

    @Test("names match at any depth, and a slash at the end wants a folder")
    func names() {
        #expect(list.contains("build", isFolder: true) && list.contains("app/build", isFolder: true))
        #expect(!list.contains("build", isFolder: false) && !list.contains("builder", isFolder: true))
    }

    @Test("a star stands for text within a name")
    func stars() {
        #expect(list.contains("web/app.min.js", isFolder: false) && !list.contains("app.js", isFolder: false))
        #expect(IgnoreList(Array("a/*/c".utf8)).contains("a/b/c", isFolder: false))
        #expect(!IgnoreList(Array("a/*/c".utf8)).contains("a/b/b/c", isFolder: false))
    }

    @Test("a path with a slash is a path from the folder of the list")
    func paths() {
        #expect(list.contains("docs/old", isFolder: true) && !list.contains("app/docs/old", isFolder: true))
    }

    @Test("patterns that linkscope does not know leave nothing out")
    func unknown() {
        #expect(!list.contains("kept", isFolder: false) && !list.contains("a/x/b", isFolder: false))
    }
}
