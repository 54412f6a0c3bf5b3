/// A small generator with a seed, so that a failing random case can be run again.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator. The seed is mixed first, because neighboring seeds would otherwise give the same sequence, shifted by one.
    package init(seed: UInt64) { state = Self.mixed(seed &+ 0x1234_5678) }

    /// SplitMix64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Returns bytes with many characters that are dangerous on a screen: escapes, marks, joiners, wide and invisible scalars, stray bytes.
package func hostileBytes(_ random: inout SeededRandom, count: Int) -> [UInt8] {
    let favourites: [Unicode.Scalar] = [
        "\u{1B}", "\u{9B}", "\u{7}", "\n", "\r", "\t", "\u{0}", "[", "]", "m", "H", "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}",
        "\u{FE0F}", "\u{301}", "\u{300}", "\u{20DD}", "\u{903}", "\u{E0041}", "\u{3164}", "\u{2800}", "\u{A0}", "\u{3000}", "\u{2028}",
        "中", "ﾊ", "👍", "\u{1F3FD}", "\u{1F1E9}", "\u{1112}", "\u{1161}", "\u{11A8}", "한", "é", "ש", "\u{E000}", "\u{10FFFF}",
    ]
    var bytes: [UInt8] = []
    while bytes.count < count {
        switch random.next() % 8 {
        case 0: bytes.append(UInt8(truncatingIfNeeded: random.next()))
        case 1: bytes += Array(String(Unicode.Scalar(UInt32(random.next() % 0x11_0000)) ?? "\u{FFFD}").utf8)
        case 2, 3: bytes.append(UInt8(0x20 + random.next() % 0x5F))
        default: bytes += Array(String(favourites[Int(random.next() % UInt64(favourites.count))]).utf8)
        }
    }
    return bytes
}
