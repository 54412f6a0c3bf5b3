/// A message in the last row of the screen about what just happened. It stays until the user presses a key.
package struct Notice: Sendable, Equatable {
    package enum Tone: Sendable { case plain, good, bad }

    package var tone: Tone
    package var text: String

    package init(_ tone: Tone, _ text: String) {
        self.tone = tone
        self.text = text
    }
}
