import LinkLayers

// A form that is filled by a typed command: `build target=myapp://item/42 extra.campaign="summer sale" referer-name=Shop`.

extension LinkForm {
    /// The fields by the names under which they are typed. They are the names of the options of `linkscope build`.
    static let typedFields: [(name: String, field: Field)] = [
        ("target", .target), ("app", .app), ("referer-name", .refererName), ("referer-url", .refererURL), ("data", .data),
    ]

    private static let extraPrefix = "extra."

    /// Writes typed texts into the fields. The other fields stay as they are.
    mutating func fill(_ text: String) throws(TypedCommand.Mistake) {
        for word in Self.words(text) {
            guard let mark = word.firstIndex(of: "=") else {
                throw TypedCommand.Mistake(message: "\"\(word)\" has no =. Write it like this: target=myapp://item/42")
            }
            let (name, value) = (String(word[..<mark]), String(word[word.index(after: mark)...]))
            if let field = Self.typedFields.first(where: { $0.name == name.lowercased() })?.field {
                write(value, into: field)
            } else if name.hasPrefix(Self.extraPrefix), name.count > Self.extraPrefix.count {
                try writeExtra(String(name.dropFirst(Self.extraPrefix.count)), value)
            } else {
                let names = Self.typedFields.map(\.name).joined(separator: ", ")
                throw TypedCommand.Mistake(message: "There is no field \"\(name)\". The fields are \(names) and extra.NAME.")
            }
        }
    }

    private mutating func write(_ text: String, into field: Field) {
        move(to: field)
        edit { $0 = TextLine(text) }
    }

    /// Writes an extra in place of the one with its name, or as a new one.
    private mutating func writeExtra(_ name: String, _ value: String) throws(TypedCommand.Mistake) {
        let known = isJSON.indices.first { self[.extraName($0)].text == name }
        guard let index = known ?? isJSON.indices.first(where: { self[.extraName($0)].text.isEmpty }) else {
            throw TypedCommand.Mistake(message: "The form has no room for another extra.")
        }
        write(name, into: .extraName(index))
        write(value, into: .extraValue(index))
    }

    /// Returns the words of a text. A value in quotation marks is one word.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for character in text {
            // Other quotation marks are those of JSON: data={"n":7}.
            if character == "\"", isQuoted || word.last == "=" {
                isQuoted.toggle()
            } else if character.isWhitespace, !isQuoted {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
