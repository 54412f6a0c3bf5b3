import Inspector

@testable import Panes
@testable import PlainMode

/// A conversation in plain mode, written down: `>` before a typed line, and then what linkscope says.
struct Transcript {
    private(set) var text: String
    private(set) var rig: Rig
    private(set) var talk: PlainTalk

    init(_ title: String, device: Rig = Rig()) {
        text = "# \(title)\n"
        rig = device
        talk = rig.startTalking()
    }

    /// Types lines, one after the other.
    mutating func type(_ lines: String...) {
        for line in lines { type(bytes: Array(line.utf8), shown: line) }
    }

    /// Types a line that is not shown as it is.
    mutating func type(bytes: [UInt8], shown: String) {
        text += "> \(shown)\n"
        rig.now += 1000
        talk.hear([PlainLine(bytes)])
        listen()
    }

    /// Types lines that are read together, as those of a paste, or pipes them in.
    mutating func typeAtOnce(_ lines: [String], shown: String, isScripted: Bool = false) {
        text += "> \(shown)\n"
        talk.hear(PlainLine.read(lines.map { Array($0.utf8) }, isScripted: isScripted), isScripted: isScripted)
        listen()
    }

    /// Delivers links from another terminal.
    mutating func deliver(_ lines: [String], shown: String) {
        text += "# \(shown)\n"
        rig.deliver(lines)
        listen()
    }

    mutating func tell(_ news: LookupNews, shown: String) {
        text += "# \(shown)\n"
        rig.tell(news)
        listen()
    }

    /// Ends the writing of a file.
    mutating func endExport(_ news: ExportNews, shown: String) {
        text += "# \(shown)\n"
        rig.send(.export(rig.exports.last?.number ?? 0, news))
        listen()
    }

    private mutating func listen() {
        for line in rig.run(&talk) { text += line + "\n" }
    }
}
