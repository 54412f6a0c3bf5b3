import Bytes
import LinkLayers

extension PastedCommand {
    /// Extracts the links from the words of one command.
    struct Reader {
        let text: TracedText
        let isOnDevice: Bool

        /// Returns the command's name without its folder.
        static func name(_ word: ShellCommand.Word) -> String {
            let parts = word.text.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return String(decoding: word.text.bytes.contains(UInt8(ascii: "=")) ? word.text.bytes[...] : parts.last ?? [], as: UTF8.self)
        }

        /// Returns the value of the first of these options, even if the value is a malformed link. Returns nil if none of the options has a
        /// value.
        func link(of words: ArraySlice<ShellCommand.Word>, options: Set<String>) -> [Link]? {
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
        ) -> [Link] {
            var links: [Link] = []
            var isValue = false
            for word in words where links.count < most {
                let isOther = isValue
                isValue = options.contains(String(decoding: word.text.bytes.prefix(32), as: UTF8.self))
                if !isOther, isLink(word.text.bytes) { links.append(link(word)) }
            }
            return links
        }

        /// Returns the links whose end was cut off by the shell on this computer. The device's shell never receives the end, so notes
        /// report it.
        func cutLinks(_ words: ArraySlice<ShellCommand.Word>) -> [Link] {
            words.filter { $0.cutOff != nil }.map { link($0) }
        }

        /// Returns whether a word is a host with an optional port and path, such as `e.com/p` and `localhost:8080`. A host must have a dot
        /// or a port, or be `localhost`. Some programs accept such links without a scheme.
        static func isHost(_ bytes: [UInt8]) -> Bool {
            let host = bytes.prefix { !"/?#".utf8.contains($0) }
            let parts = host.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard let name = parts.first, name.first.map({ ByteClass.isLetter($0) || ByteClass.isDigit($0) }) == true, parts.count <= 2,
                name.allSatisfy({ ByteClass.isLetter($0) || ByteClass.isDigit($0) || "-._".utf8.contains($0) || $0 >= 0x80 }),
                parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.count <= 5 && $0.allSatisfy(ByteClass.isDigit) })
            else { return false }
            let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count == 2 || labels.count > 1 && labels.allSatisfy { !$0.isEmpty } || name.elementsEqual("localhost".utf8)
        }

        /// Returns the link with `http://`, which curl and wget assume when no scheme is given.
        func withScheme(_ link: Link) -> Link {
            guard Self.isHost(link.text.bytes) else { return link }
            var text = TracedText()
            text.append("http://".utf8, for: 0..<0, of: link.text)
            text.append(link.text, 0..<link.text.count)
            return Link(
                text: text, notes: link.notes + ["The link in the command has no scheme, so http:// was added, as curl and wget do."])
        }

        static func isLink(_ bytes: [UInt8]) -> Bool { LinkStart.isAt(0, in: bytes, before: bytes.count) }

        /// Returns whether a word is a link, or any text after a scheme, such as `mailto:a@b.example`.
        static func isLinkOrOpaque(_ bytes: [UInt8]) -> Bool {
            if isLink(bytes) { return true }
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 1, colon + 1 < bytes.count else { return false }
            return ByteClass.isLetter(bytes[0]) && bytes[..<colon].allSatisfy(ByteClass.isSchemeTail)
        }

        private func link(_ word: ShellCommand.Word, from start: Int = 0) -> Link {
            var notes: [String] = []
            if let cutOff = word.cutOff { notes.append(note(on: cutOff)) }
            if word.isExpanded {
                notes.append("The shell would replace $… or `…` in the link; the link is shown as written.")
            }
            // Line ends inside quotes were added by a terminal or a mail program, so they are removed.
            let whole = Self.withoutQuotes(word.text.bytes, start..<word.text.count)
            let link = word.text.decoding(whole, where: ByteClass.isLineEnd) { _ in ([], 1) } ?? TracedText(word.text, whole)
            return Link(text: link, notes: notes)
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

        private func note(on cutOff: Range<Int>) -> String {
            let mark = String(UnicodeScalar(text.bytes[cutOff.lowerBound]))
            let lost = Quote.shortened(String(decoding: text.bytes[cutOff].prefix(200), as: UTF8.self))
            let what = "ends the command at the unquoted \(mark), so \(lost) never reaches the app."
            guard isOnDevice else { return "The shell \(what) Put the link in quotes." }
            return "The device's shell reads the command again and \(what) Quote it twice: adb shell \"am start -d 'LINK'\"."
        }
    }
}
