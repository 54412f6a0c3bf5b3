import Bytes
import LinkLayers
import Secrets

// Finds the link that a command would open.
//
//    adb [-s …] shell am start -a … -d 'link'       the words after `shell` are joined with spaces and read again by the device's shell
//    am start -d link
//    xcrun simctl openurl booted link
//    xcrun devicectl device process launch … --payload-url link …
//    curl [options] link     wget …     open link     xdg-open link     gio open link     npx uri-scheme open link --ios
//    idb open link     termux-open-url link     wslview link     start link
//    flutter run --dart-define=NAME=link     docker run -e NAME=link     gh repo clone link
//
// The link is the text that the program would receive, which may differ from what the user meant. For example, an unquoted `&` ends the
// command before the link ends, and a note tells the user. If the link has no scheme, curl and wget assume http, and linkscope adds
// `http://`. Quotes that were escaped once too often and a trailing backslash are removed, because they come from shell escaping and are
// not part of a link.

/// A pasted command that opens links.
struct PastedCommand {
    private(set) var links: [PastedRecord] = []
    /// The position after the command.
    let end: Int

    /// The maximum length, in bytes, of a command that spans several lines.
    static let longest = 1 << 16

    private static let names: Set<String> = [
        "adb", "adb.exe", "am", "xcrun", "simctl", "devicectl", "curl", "wget", "open", "xdg-open", "gio", "npx", "bunx", "uri-scheme",
        "linkscope", "idb", "termux-open-url", "termux-open", "wslview", "start", "flutter", "dart", "docker", "podman", "gh",
    ]
    /// Words that may precede the name of a command.
    private static let prefixes: Set<String> = ["sudo", "env", "time", "exec", "command", "nohup"]
    /// Programs that run the command in their arguments.
    private static let runners: Set<String> = ["xcrun", "npx", "bunx"]
    /// Options of curl and wget whose value is sent to the server, and may have links for an app.
    private static let bodies: Set<String> = [
        "-d", "--data", "--data-raw", "--data-binary", "--data-urlencode", "-F", "--form", "--json", "--post-data", "--body-data",
    ]
    /// Options of curl and wget whose value may look like a link but is not the link to open.
    private static let otherValues: Set<String> = bodies.union([
        "-A", "--user-agent", "-H", "--header", "-e", "--referer", "-x", "--proxy", "-o", "--output", "-b", "--cookie", "-u", "--user",
        "--output-document", "-X", "--request", "-m", "--max-time", "--connect-timeout", "--retry", "--resolve", "--connect-to", "-c",
        "--cookie-jar", "-D", "--dump-header", "-w", "--write-out", "-E", "--cert", "--cacert", "--key", "-K", "--config", "-T",
        "--upload-file", "--interface", "-P", "--directory-prefix", "--header-file", "--post-file", "-U", "--load-cookies",
        "--save-cookies",
    ])

    /// Returns where a command begins in a line: at its first word, or after a prompt character (`$`, `%`, `#`, `❯`, `➜`).
    static func start(in bytes: [UInt8], _ line: Range<Int>) -> Int? {
        var position = line.lowerBound
        let limit = min(line.upperBound, line.lowerBound + 120)
        var mayBegin = true
        while position < limit, let start = bytes[position..<limit].firstIndex(where: { !ByteClass.isBlank($0) }) {
            position = bytes[start..<line.upperBound].firstIndex(where: ByteClass.isBlank) ?? line.upperBound
            let word = bytes[start..<position]
            if mayBegin, word.count < 256, isName(word) { return start }
            mayBegin = isPrompt(word) || mayBegin && mayPrecede(word)
        }
        return nil
    }

    private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
        let name = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? []
        return names.contains(String(decoding: name, as: UTF8.self))
    }

    private static func isPrompt(_ word: ArraySlice<UInt8>) -> Bool {
        guard let last = String(decoding: word.suffix(3), as: UTF8.self).unicodeScalars.last else { return false }
        return "$%#❯➜".unicodeScalars.contains(last)
    }

    /// Returns whether a word may precede the name of a command, such as `sudo` and `NAME=value`.
    static func mayPrecede(_ word: ArraySlice<UInt8>) -> Bool {
        if prefixes.contains(String(decoding: word, as: UTF8.self)) { return true }
        guard let equals = word.firstIndex(of: UInt8(ascii: "=")), equals > word.startIndex else { return false }
        return word[..<equals].allSatisfy { ByteClass.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// Returns whether a line begins with a program that accepts links without a scheme.
    static func needsNoScheme(_ line: Span<UInt8>) -> Bool {
        var start = 0
        while start < line.count, ByteClass.isBlank(line[start]) || line[start] == UInt8(ascii: "$") { start += 1 }
        guard start + 5 < line.count, ByteClass.isBlank(line[start + 4]) else { return false }
        return line.hasLetters("curl", at: start) || line.hasLetters("wget", at: start)
    }

    /// Returns where the next link-opening command begins in the rest of a line. Other commands are skipped.
    static func next(in text: TracedText, _ rest: Range<Int>) -> Int? {
        var position = rest.lowerBound
        while position < rest.upperBound {
            if let start = start(in: text.bytes, position..<rest.upperBound) { return start }
            position = max(ShellCommand(text, from: position, before: rest.upperBound).end, position + 1)
        }
        return nil
    }

    /// Returns whether a line is a command without a link. One with slashes may have a broken link. A line that begins with `am`, `open` or
    /// `start` may be a sentence, so it does not count.
    static func isOne(_ line: Span<UInt8>) -> Bool {
        let bytes = line.extracting(first: 512).array
        let hasSlashes = bytes.place(of: "//", in: bytes.indices) != nil
        guard bytes.contains(where: ByteClass.isBlank), !hasSlashes, let start = start(in: bytes, bytes.indices) else { return false }
        let name = bytes[start...].prefix { !ByteClass.isBlank($0) }
        return !["am", "open", "start"].contains(String(decoding: name, as: UTF8.self)) && name.count < bytes.count - start
    }

    /// Returns the links of all commands in a line that begins with a command.
    static func links(in line: TracedText) -> [PastedRecord] {
        var links: [PastedRecord] = []
        var next = start(in: line.bytes, 0..<line.count)
        while let start = next, let command = PastedCommand(line, from: start, before: line.count) {
            links += command.links
            next = self.next(in: line, min(command.end, line.count)..<line.count)
        }
        return links
    }

    /// Reads the command at `start`. Returns nil if the command has an unclosed quote.
    init?(_ text: TracedText, from start: Int, before limit: Int) {
        let command = ShellCommand(text, from: start, before: limit)
        guard command.isComplete else { return nil }
        end = command.end
        read(command.words[...], of: text, isOnDevice: false)
    }

    private mutating func read(_ words: ArraySlice<ShellCommand.Word>, of text: TracedText, isOnDevice: Bool) {
        let words = words.drop { Self.isSkipped(Reader.name($0)) }
        guard let name = words.first.map({ Reader.name($0) }) else { return }
        // Only the shell of Windows has the command start.
        let reader = Reader(text: text, isOnDevice: isOnDevice, replacesNames: name != "start")
        let rest = words.dropFirst()
        switch name {
        case "adb", "adb.exe":
            // A device has no adb.
            guard !isOnDevice, let shell = rest.firstIndex(where: { $0.text.bytes.elementsEqual("shell".utf8) }) else { break }
            let device = Self.deviceText(of: rest[(shell + 1)...])
            // The device's shell never receives what was cut off.
            let cut = rest.first { $0.cutOff != nil }.map { reader.link($0, twice: true) }?.cut ?? reader.splitLink(in: rest)
            var all: [PastedRecord] = []
            var position = 0
            while position < device.count {
                let command = ShellCommand(device, from: position, before: device.count)
                links = []
                read(command.words[...], of: device, isOnDevice: true)
                all += links
                position = max(command.end, position + 1)
            }
            links = all.map { link in
                guard let cut else { return link }
                return PastedRecord(text: link.text, wrapping: .command, notes: [cut] + link.notes, cut: cut)
            }
        case "am":
            links = reader.link(of: rest, options: ["-d", "--data"]) ?? reader.links(in: rest, most: 1, where: Reader.isLinkOrOpaque)
            if let activity = reader.link(of: rest, options: ["-n", "--component"])?.first {
                for index in links.indices { links[index].notes.append(Self.note(onActivity: activity.text.bytes[...])) }
            }
        case "devicectl": links = reader.link(of: rest, options: ["--payload-url"]) ?? []
        case "curl", "wget":
            // For curl, -O takes the file name from the link. For wget, -O is followed by a file name.
            let others = name == "wget" ? Self.otherValues.union(["-O"]) : Self.otherValues
            links = reader.link(of: rest, options: ["--url"]) ?? reader.links(in: rest, options: others, where: Reader.isLink)
            if links.isEmpty { links = reader.links(in: rest, options: others, where: Reader.isHost) }
            links = links.map(reader.withScheme) + reader.links(inValuesOf: Self.bodies, rest)
        case "simctl", "open", "xdg-open", "gio", "uri-scheme", "linkscope", "idb", "termux-open-url", "termux-open", "wslview", "start":
            links = reader.links(in: rest, where: Reader.isLinkOrOpaque)
        case "flutter", "dart", "docker", "podman", "gh": links = rest.flatMap(reader.links(inside:))
        default: break
        }
    }

    /// Returns whether a word is not the command that opens a link: `sudo`, `npx`, `NAME=value`, or an option such as npx's `--yes`.
    private static func isSkipped(_ name: String) -> Bool {
        prefixes.contains(name) || runners.contains(name) || name.utf8.contains(UInt8(ascii: "=")) || name.utf8.first == UInt8(ascii: "-")
    }

    static func note(onActivity activity: ArraySlice<UInt8>) -> String {
        let name = Quote.shortened(String(decoding: activity, as: UTF8.self))
        return "The command names the activity \(name), so Android starts it without looking for an app that claims the link. "
            + "linkscope shows what a tap on the link does."
    }

    /// Returns the text that adb sends to the device: the words without their quotes, joined with spaces.
    private static func deviceText(of words: ArraySlice<ShellCommand.Word>) -> TracedText {
        var device = TracedText()
        // Each space has the place of the next word. An empty word, such as `''`, has no place.
        var spaces: [UInt8] = []
        for word in words.drop(while: { ["-n", "-t", "-tt", "-T", "-x"].contains(String(decoding: $0.text.bytes, as: UTF8.self)) }) {
            if !word.text.isEmpty {
                device.append(spaces, for: 0..<0, of: word.text)
                device.append(word.text, 0..<word.text.count)
                spaces = []
            }
            spaces.append(0x20)
        }
        return device
    }

    /// Extracts the links from the words of one command.
    struct Reader {
        let text: TracedText
        let isOnDevice: Bool
        /// Whether the shell replaces names after a `$`. That of Windows does not.
        let replacesNames: Bool

        /// Returns the command's name without its folder.
        static func name(_ word: ShellCommand.Word) -> String {
            let parts = word.text.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return String(decoding: word.text.bytes.contains(UInt8(ascii: "=")) ? word.text.bytes[...] : parts.last ?? [], as: UTF8.self)
        }

        /// Returns the value of the first of these options, even if the value is a malformed link. Returns nil if none of the options has a
        /// value.
        func link(of words: ArraySlice<ShellCommand.Word>, options: Set<String>) -> [PastedRecord]? {
            var isNext = false
            for word in words {
                if isNext { return word.text.isEmpty ? nil : [link(word)] }
                let option = String(decoding: word.text.bytes.prefix(32), as: UTF8.self)
                isNext = options.contains(option)
                if let equals = option.firstIndex(of: "="), options.contains(String(option[..<equals])) {
                    return [link(word, from: option.utf8.distance(from: option.startIndex, to: equals) + 1)]
                }
            }
            return nil
        }

        /// Returns the first words that are links, except the values of `options`.
        func links(
            in words: ArraySlice<ShellCommand.Word>, options: Set<String> = [], most: Int = .max, where isLink: ([UInt8]) -> Bool
        ) -> [PastedRecord] {
            var links: [PastedRecord] = []
            var isValue = false
            for word in words where links.count < most {
                let isOther = isValue
                isValue = options.contains(String(decoding: word.text.bytes.prefix(32), as: UTF8.self))
                if !isOther, isLink(word.text.bytes) { links.append(link(word)) }
            }
            return links
        }

        func links(inValuesOf options: Set<String>, _ words: ArraySlice<ShellCommand.Word>) -> [PastedRecord] {
            zip(words, words.dropFirst()).filter { options.contains(String(decoding: $0.0.text.bytes.prefix(32), as: UTF8.self)) }
                .flatMap { links(inValue: $0.1.text) }.map { PastedRecord(text: $0, wrapping: .command) }
        }

        /// Returns the links in a word, such as that of `NAME=link`.
        func links(inside word: ShellCommand.Word) -> [PastedRecord] {
            LinkSearch.links(in: word.text, 0..<word.text.count).map { found in
                found.range.upperBound == word.text.count
                    ? link(word, from: found.range.lowerBound) : PastedRecord(text: found.record.text, wrapping: .command)
            }
        }

        /// Returns the links in a value. A link that fills the value, or all of it after `name=`, may have spaces, but no line ends.
        private func links(inValue value: TracedText) -> [TracedText] {
            let found = LinkSearch.links(in: value, 0..<value.count)
            guard found.count == 1, let range = found.first?.range, range.upperBound < value.count,
                range.lowerBound == 0 || value.bytes[range.lowerBound - 1] == UInt8(ascii: "="), value.bytes[range.upperBound] == 0x20,
                !value.bytes[range.upperBound...].contains(where: ByteClass.isLineEnd)
            else { return found.map(\.record.text) }
            return [TracedText(value, range.lowerBound..<value.count)]
        }

        /// Returns a note if the device's shell splits the link at a space, or takes a quotation mark in the link for its own:
        /// `am start -d "shop://a?q=b c"`. Returns nil otherwise.
        func splitLink(in words: ArraySlice<ShellCommand.Word>) -> String? {
            let value = zip(words, words.dropFirst()).first {
                ["-d", "--data"].contains(String(decoding: $0.0.text.bytes.prefix(8), as: UTF8.self))
            }
            guard let link = value?.1.text, let first = link.bytes.first, first != 0x20, !Self.isQuote(first),
                let sign = link.bytes.firstIndex(where: { $0 == 0x20 || Self.isQuote($0) }), link.bytes[sign - 1] != UInt8(ascii: "\\")
            else { return nil }
            let arrived = Quote.shortened(String(decoding: link.bytes[..<sign], as: UTF8.self))
            let reading =
                link.bytes[sign] == 0x20
                ? "splits the link at the space: the app gets \(arrived)"
                : "reads the \(String(UnicodeScalar(link.bytes[sign]))) after \(arrived) as the start of a quoted text: the app gets a different link"
            return "The device's shell reads the command again and \(reading). \(Self.adviceForTwo)"
        }

        private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") }
        private static let adviceForTwo = "Quote the link for both shells, yours and the device's: adb shell \"am start -d 'LINK'\"."

        /// Returns whether a word is a host with an optional port and path, such as `e.com/p` and `localhost:8080`. A host must have a dot
        /// or a port, or be `localhost`. Some programs accept such links without a scheme.
        static func isHost(_ bytes: [UInt8]) -> Bool {
            let host = bytes.prefix { !"/?#".utf8.contains($0) }
            let parts = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard let name = parts.first, name.first.map(ByteClass.isLetterOrDigit) == true, parts.count <= 2,
                name.allSatisfy({ ByteClass.isLetterOrDigit($0) || "-._".utf8.contains($0) || $0 >= 0x80 }),
                parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.count <= 5 && $0.allSatisfy(ByteClass.isDigit) })
            else { return false }
            let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count == 2 || labels.count > 1 && labels.allSatisfy { !$0.isEmpty } || name.elementsEqual("localhost".utf8)
        }

        /// Returns the link with `http://`, which curl and wget assume when no scheme is given.
        func withScheme(_ link: PastedRecord) -> PastedRecord {
            guard Self.isHost(link.text.bytes) else { return link }
            var text = TracedText()
            text.append("http://".utf8, for: 0..<0, of: link.text)
            text.append(link.text, 0..<link.text.count)
            let note = "The link in the command has no scheme, so http:// was added, as curl and wget do."
            return PastedRecord(
                text: text, wrapping: .command, notes: link.notes + [note], cut: link.cut, isReplaced: link.isReplaced)
        }

        static func isLink(_ bytes: [UInt8]) -> Bool { LinkStart.isAt(0, in: bytes, before: bytes.count) }

        /// Returns whether a word is a link, or any text after a scheme, such as `mailto:a@b.example`.
        static func isLinkOrOpaque(_ bytes: [UInt8]) -> Bool {
            if isLink(bytes) { return true }
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 1, colon + 1 < bytes.count else { return false }
            return ByteClass.isScheme(bytes[..<colon])
        }

        /// - Parameter twice: Whether the shell of a device reads the link, too.
        func link(_ word: ShellCommand.Word, from start: Int = 0, twice: Bool = false) -> PastedRecord {
            var notes: [String] = []
            let written = TracedText(word.text, start..<word.text.count)
            let cut = word.cutOff.map { note(on: $0, behind: written, twice: twice || isOnDevice) }
            if let cut { notes.append(cut) }
            // Line ends inside quotes were added by a terminal or a mail program, so they are removed.
            let whole = Self.withoutQuotes(word.text.bytes, start..<word.text.count)
            let link = word.text.decoding(whole, where: ByteClass.isLineEnd) { _ in ([], 1) } ?? TracedText(word.text, whole)
            let own = link.source(of: 0..<link.count)
            let expansion = replacesNames ? word.expansions.first { text.source(of: $0).overlaps(own) } : nil
            let replaced = expansion.map(note(onExpansion:))
            if let replaced { notes.append(replaced) }
            return PastedRecord(
                text: link, wrapping: .command, notes: notes, cut: cut ?? replaced, isReplaced: cut == nil && replaced != nil)
        }

        private func note(onExpansion place: Range<Int>) -> String {
            let sign = String(decoding: text.bytes[place], as: UTF8.self)
            let isCommand = sign == "`" || sign == "$("
            let what = isCommand ? "what is in \(sign)\(sign == "`" ? "`" : ")")" : Quote.shortened(sign)
            let value = isCommand ? "the output of a command" : "the value of a variable, which is often empty"
            let shell = isOnDevice ? "Your shell or the device's" : "The shell"
            let advice = isOnDevice ? "Write each $ of the link as %24." : "If it belongs to the link, put the link in single quotes."
            return "\(shell) replaces \(what) in the link with \(value). linkscope shows the link as written. \(advice)"
        }

        /// Returns the range without surrounding quotes that were escaped once too often, and without the backslashes at its ends.
        private static func withoutQuotes(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
            var (start, end) = (range.lowerBound, range.upperBound)
            while start < end, "\\\"'".utf8.contains(bytes[start]) { start += 1 }
            while end > start, bytes[end - 1] == UInt8(ascii: "\\") || start > range.lowerBound && "\"'".utf8.contains(bytes[end - 1]) {
                end -= 1
            }
            return start < end ? start..<end : range
        }

        private func note(on cutOff: Range<Int>, behind link: TracedText, twice: Bool) -> String {
            let mark = String(UnicodeScalar(text.bytes[cutOff.lowerBound]))
            let own = link.bytes[Self.withoutQuotes(link.bytes, 0..<link.count)]
            // Search both parts together, because a name in one part can make a value in the other a secret.
            let whole = Array(own) + text.bytes[cutOff]
            let secrets = Secrets.ranges(in: whole)
            func shown(_ part: Range<Int>) -> String {
                Quote.shortened(SearchedText(whole[part], secrets.parts(in: part)).masked(Secrets.mask))
            }
            let (arrived, lost) = (shown(0..<own.count), shown(own.count..<whole.count))
            let shell = isOnDevice ? "The device's shell reads the command again and" : "The shell"
            let advice = twice ? Self.adviceForTwo : "Put the link in single quotes."
            return
                "\(shell) ends \(isOnDevice ? "it" : "the command") at the unquoted \(mark): the app gets \(arrived), without \(lost). \(advice)"
        }
    }
}
