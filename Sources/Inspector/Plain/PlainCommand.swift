/// A command that was typed as a line in plain mode. Links are named by their numbers; nil stands for the current link.
package enum PlainCommand: Sendable, Hashable {
    package enum Part: String, Sendable, CaseIterable { case summary, extras, raw, findings, events, journey, target, referer }

    package enum Listing: Sendable, Hashable {
        case last, all, problems
        case range(ClosedRange<Int>)
    }

    case help(String?)
    case show(Int?, Part)
    case list(Listing)
    /// `from` is the name of what should be in front.
    case open(Int?, from: String?)
    case goBack(Int?)
    case dismiss(Int?)
    case undo, redo
    case device(String?)
    case apps
    case install(String)
    case remove(String)
    case front(String)
    case assume(Bool)
    case hold(Bool)
    case lookUp(Int?, PlainWord, isFresh: Bool)
    case stop
    case repair(Int?)
    case copy(Int?, CopyChoice)
    case sample(Int?)
    case secrets(Bool)
    case quit

    /// Why a line is no command.
    package struct Mistake: Error, Hashable {
        package var message: String
    }

    /// The number of the link that the command names.
    var link: Int? {
        switch self {
        case .show(let link, _), .open(let link, _), .goBack(let link), .dismiss(let link), .lookUp(let link, _, _), .repair(let link),
            .copy(let link, _):
            link
        default: nil
        }
    }

    /// Whether the command needs the content of its link.
    var needsLink: Bool {
        switch self {
        case .show, .open, .goBack, .dismiss, .lookUp, .repair, .copy: true
        default: false
        }
    }
}

extension PlainCommand {
    /// Parses a line. A number alone reads the link with this number out.
    package init(_ line: String) throws(Mistake) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first else { throw Mistake(message: "The line is empty.") }
        if let number = TypedCommand.linkNumber(first), words.count == 1 {
            self = .show(number, .summary)
            return
        }
        let candidates = PlainWord.candidates(for: first)
        guard let word = candidates.first, candidates.count == 1 else { throw Self.unknown(first, candidates) }
        self = try Self.command(word, Array(words.dropFirst()))
    }

    private static func command(_ word: PlainWord, _ given: [String]) throws(Mistake) -> PlainCommand {
        let wrong = Mistake(message: "\"\(word.rawValue)\" is used like this: \(word.synopsis)")
        let text = given.joined(separator: " ")
        switch word {
        case .help: return .help(text.isEmpty ? nil : text)
        case .device: return .device(text.isEmpty ? nil : text)
        case .list: return .list(try listing(given, wrong))
        case .install, .remove, .front:
            guard !text.isEmpty else { throw wrong }
            return word == .install ? .install(text) : word == .remove ? .remove(text) : .front(text)
        case .assume, .secrets:
            guard text == "on" || text == "off" else { throw wrong }
            return word == .assume ? .assume(text == "on") : .secrets(text == "on")
        case .undo, .redo, .apps, .hold, .resume, .stop, .quit:
            guard given.isEmpty else { throw wrong }
            return withoutArguments(word)
        case .show, .open, .goBack, .dismiss, .fetch, .scripts, .verdict, .repair, .copy, .sample:
            var rest = given
            let link = rest.first.flatMap(TypedCommand.linkNumber)
            if link != nil { rest.removeFirst() }
            return try aboutLink(word, link, rest, wrong)
        }
    }

    private static func withoutArguments(_ word: PlainWord) -> PlainCommand {
        switch word {
        case .undo: .undo
        case .redo: .redo
        case .apps: .apps
        case .hold: .hold(true)
        case .resume: .hold(false)
        case .stop: .stop
        default: .quit
        }
    }

    private static func aboutLink(_ word: PlainWord, _ link: Int?, _ rest: [String], _ wrong: Mistake) throws(Mistake) -> PlainCommand {
        switch (word, rest.count) {
        case (.show, 0): return .show(link, .summary)
        case (.show, 1):
            guard let part = one(of: Part.allCases, \.rawValue, rest[0]) else { throw wrong }
            return .show(link, part)
        case (.open, 0): return .open(link, from: nil)
        case (.open, 2...) where rest[0] == "from": return .open(link, from: rest.dropFirst().joined(separator: " "))
        case (.goBack, 0): return .goBack(link)
        case (.dismiss, 0): return .dismiss(link)
        case (.repair, 0): return .repair(link)
        case (.sample, 0): return .sample(link)
        case (.fetch, 0), (.scripts, 0), (.verdict, 0): return .lookUp(link, word, isFresh: false)
        case (.fetch, 1), (.scripts, 1), (.verdict, 1):
            guard rest[0] == "again" else { throw wrong }
            return .lookUp(link, word, isFresh: true)
        case (.copy, 0): return .copy(link, .link)
        case (.copy, 1):
            guard let form = one(of: CopyChoice.printed, \.title, rest[0]) else { throw wrong }
            return .copy(link, form)
        default: throw wrong
        }
    }

    private static func listing(_ given: [String], _ wrong: Mistake) throws(Mistake) -> Listing {
        guard let word = given.first else { return .last }
        guard given.count == 1 else { throw wrong }
        if "all".hasPrefix(word) { return .all }
        if "problems".hasPrefix(word) { return .problems }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { TypedCommand.linkNumber(String($0)) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else { throw wrong }
        return .range(first...last)
    }

    /// Returns the value whose name is a text, or the only one whose name begins with it.
    private static func one<Value>(of values: [Value], _ name: (Value) -> String, _ text: String) -> Value? {
        let text = text.lowercased()
        if let exact = values.first(where: { name($0) == text }) { return exact }
        let found = values.filter { name($0).hasPrefix(text) }
        return found.count == 1 ? found[0] : nil
    }

    private static func unknown(_ typed: String, _ candidates: [PlainWord]) -> Mistake {
        let shown = typed.count > 40 ? String(typed.prefix(40)) + "..." : typed
        if candidates.count > 1 {
            let names = candidates.map { "\"\($0.rawValue)\"" }
            return Mistake(message: "\"\(shown)\" can be \(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])")
        }
        let meant = NearestWord.to(typed, among: PlainWord.allCases.map(\.rawValue))
        let advice = meant.map { "did you mean \"\($0)\"?" } ?? "\"help\" lists all commands"
        return Mistake(message: "no such command \"\(shown)\"; \(advice)")
    }
}

extension CopyChoice {
    /// The forms that can be printed.
    fileprivate static let printed: [CopyChoice] = [.link, .repaired, .data, .referer, .adb, .simctl, .devicectl, .intent, .curl]
}
