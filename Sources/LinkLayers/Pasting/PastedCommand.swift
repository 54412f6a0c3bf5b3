// Finds the link that a command was to open.
//
//     adb [-s …] shell am start -a … -d 'link'       the words after `shell` are joined with blanks and read once more by the device's shell
//     am start -d link
//     xcrun simctl openurl booted link
//     xcrun devicectl device process launch … --payload-url link …
//     curl [options] link     wget …     open link     xdg-open link     gio open link     npx uri-scheme open link --ios
//
// The link is what the program would have been given, which is not always what was meant: a bare `&` ends the command before it. That is told.

/// A command for opening a link, out of a paste.
struct PastedCommand {
    struct Link {
        var text: TracedText
        var notes: [String]
    }

    private(set) var links: [Link] = []
    /// Behind the command.
    let end: Int

    /// The longest command that is read over several lines.
    static let longest = 1 << 16

    private static let names: Set<String> = [
        "adb", "am", "xcrun", "simctl", "devicectl", "curl", "wget", "open", "xdg-open", "gio", "npx", "bunx", "uri-scheme", "linkscope",
    ]
    /// What may stand before the name of a command.
    private static let prefixes: Set<String> = ["sudo", "env", "time", "exec", "command", "nohup"]
    /// Options of curl and wget whose value may look like a link and is not the one.
    private static let otherValues: Set<String> = [
        "-A", "--user-agent", "-H", "--header", "-e", "--referer", "-x", "--proxy", "-o", "--output", "-b", "--cookie", "-d", "--data",
        "--data-raw", "--data-binary", "--data-urlencode", "-F", "--form", "-u", "--user", "-O", "--output-document",
    ]

    /// Where a command begins in a line: at its first word, or behind the sign of a prompt (`$`, `%`, `#`, `❯`, `➜`).
    static func start(in bytes: [UInt8], _ line: Range<Int>) -> Int? {
        var position = line.lowerBound
        let limit = min(line.upperBound, line.lowerBound + 120)
        var isWordStart = true
        var mayBegin = true
        while position < limit {
            let byte = bytes[position]
            if ByteClass.isBlank(byte) {
                isWordStart = true
            } else if isWordStart {
                isWordStart = false
                let end = bytes[position..<line.upperBound].firstIndex(where: ByteClass.isBlank) ?? line.upperBound
                if mayBegin, end - position < 256, isName(bytes[position..<end]) { return position }
                mayBegin = isPrompt(bytes[position..<end]) || mayBegin && mayPrecede(bytes[position..<end])
                position = end
                continue
            }
            position += 1
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

    /// `sudo`, and `NAME=value`.
    private static func mayPrecede(_ word: ArraySlice<UInt8>) -> Bool {
        if prefixes.contains(String(decoding: word, as: UTF8.self)) { return true }
        guard let equals = word.firstIndex(of: UInt8(ascii: "=")), equals > word.startIndex else { return false }
        return word[..<equals].allSatisfy { Bytes.isLetter($0) || Bytes.isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// Reads the command that begins here; nil when a quote of it is open at the end.
    init?(_ text: TracedText, from start: Int, before limit: Int) {
        let command = ShellCommand(text, from: start, before: limit)
        guard command.isComplete else { return nil }
        end = command.end
        read(command.words[...], of: text, isOnDevice: false)
    }

    private mutating func read(_ words: ArraySlice<ShellCommand.Word>, of text: TracedText, isOnDevice: Bool) {
        let reader = Reader(text: text, isOnDevice: isOnDevice)
        guard let name = words.first.map({ Reader.name($0) }) else { return }
        let rest = words.dropFirst()
        switch name {
        case "adb":
            guard let shell = rest.firstIndex(where: { $0.text.bytes.elementsEqual("shell".utf8) }) else { break }
            let device = Self.deviceText(of: rest[(shell + 1)...])
            links = reader.cutLinks(rest)
            let command = ShellCommand(device, from: 0, before: device.count)
            let notes = links.flatMap(\.notes)
            links = []
            read(command.words[...], of: device, isOnDevice: true)
            for index in links.indices { links[index].notes = notes + links[index].notes }
        case "am":
            links = reader.link(of: rest, options: ["-d", "--data"]) ?? reader.links(in: rest, options: [], allowingOpaque: true, most: 1)
        case "xcrun", "sudo", "env", "time", "exec", "command", "nohup", "npx", "bunx": read(rest, of: text, isOnDevice: isOnDevice)
        case "devicectl": links = reader.link(of: rest, options: ["--payload-url"]) ?? []
        case "curl", "wget":
            links = reader.link(of: rest, options: ["--url"]) ?? reader.links(in: rest, options: Self.otherValues, allowingOpaque: false)
        case "simctl", "open", "xdg-open", "gio", "uri-scheme", "linkscope":
            links = reader.links(in: rest, options: [], allowingOpaque: true)
        default:
            // `NAME=value`, `--yes` of npx.
            if name.contains("=") || name.hasPrefix("-") { read(rest, of: text, isOnDevice: isOnDevice) }
        }
    }

    /// What adb hands to the device: the words without their quotes, with blanks between them.
    private static func deviceText(of words: ArraySlice<ShellCommand.Word>) -> TracedText {
        var device = TracedText()
        for word in words.drop(while: { ["-n", "-t", "-tt", "-T", "-x"].contains(String(decoding: $0.text.bytes, as: UTF8.self)) }) {
            if !device.isEmpty { device.append([0x20], for: 0..<0, of: word.text) }
            device.append(word.text, 0..<word.text.count)
        }
        return device
    }
}
