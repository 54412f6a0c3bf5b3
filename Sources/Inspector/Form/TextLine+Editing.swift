import Screen

extension TextLine {
    /// Does what a key does in a line of text. Returns false if the key does nothing there.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .backspace: deleteBackward()
        case .delete, .control("d"): deleteForward()
        case .left, .control("b"): move(by: -1)
        case .right, .control("f"): move(by: 1)
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        case .control("u"): deleteToStart()
        case .control("k"): deleteToEnd()
        case .character(let scalar, []), .character(let scalar, .shift): insert(String(scalar))
        default: return false
        }
        return true
    }
}
