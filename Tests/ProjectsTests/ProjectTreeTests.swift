import Projects
import Testing

@Suite("The files of a project")
struct ProjectTreeTests {
    @Test("folders of dependencies and builds are left out; a path never leads out of the project")
    func paths() {
        let tree = ProjectTree(["app/a.txt": "one\ntwo", "app-b/c": "", "node_modules/x/app.json": "", ".git/config": "", "build/x": ""])
        #expect(tree.paths == ["app-b/c", "app/a.txt"] && Array(tree.paths(in: "app")) == ["app/a.txt"])
        #expect(tree.file("node_modules/x/app.json") == nil && tree.file("../x") == nil)
        #expect(tree.file("app/a.txt")?.place(4).line == 2)
        #expect(ProjectTree.joined("app/src", "../res/./a") == "app/res/a" && ProjectTree.joined("app", "../../etc/passwd") == nil)
        #expect(ProjectTree.joined("/tmp/app", "app.json") == "/tmp/app/app.json" && ProjectTree.joined("app", "/a") == "a")
    }
}
