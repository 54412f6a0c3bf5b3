import Platform
import Testing

struct PathPartsTests {
    @Test(
        "a path is split after its last slash",
        arguments: [
            ("links.txt", "", "links.txt", "."), ("sub/links.txt", "sub/", "links.txt", "sub/"), ("/links.txt", "/", "links.txt", "/"),
            ("/a/b/", "/a/b/", "", "/a/b/"), ("", "", "", "."), ("a/\u{301}x", "a/", "\u{301}x", "a/"),
        ])
    func parts(path: String, folder: String, name: String, openable: String) {
        let parts = PathParts(path)
        #expect((parts.folder, parts.name, parts.openableFolder) == (folder, name, openable))
        #expect(Array((parts.folder + parts.name).utf8) == Array(path.utf8))
    }
}
