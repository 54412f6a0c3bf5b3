/// Lookup tables that store one ASCII character per byte value in constant memory. A lookup is one load, and there is no setup.
@usableFromInline
package enum ByteTable {
    /// Returns the class of a byte after the authority: `.` for a byte that needs no encoding, `x` for a byte that must be encoded. `%`,
    /// `?`, `#`, `@`, `&`, `=` and `+` stand for themselves.
    @inlinable
    @inline(__always)
    package static func rest(_ byte: UInt8) -> UInt8 {
        // The literal has 256 characters, one per byte value.
        unsafe restClasses.utf8Start[Int(byte)]
    }

    /// Returns the value of a hex digit; 16 or more for any other byte.
    @inlinable
    @inline(__always)
    package static func hex(_ byte: UInt8) -> UInt8 {
        // As in `rest`, the literal has one character per byte value. `@` to `O` stand for 0 to 15, `~` for any other byte.
        unsafe hexDigits.utf8Start[Int(byte)] &- 0x40
    }

    /// Returns the kinds of a decoded byte as ``EscapeKinds``.
    @inlinable
    @inline(__always)
    package static func kinds(_ byte: UInt8) -> EscapeKinds {
        // As in `rest`, the literal has one character per byte value. `@` stands for no kinds.
        EscapeKinds(rawValue: unsafe escapeKinds.utf8Start[Int(byte)] &- 0x40)
    }

    @inlinable static var restClasses: StaticString {
        """
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.x#.%&....+................x=x?\
        @..........................xxxx.x..........................xxx.x\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        """
    }

    @inlinable static var hexDigits: StaticString {
        """
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~@ABCDEFGHI~~~~~~\
        ~JKLMNO~~~~~~~~~~~~~~~~~~~~~~~~~~JKLMNO~~~~~~~~~~~~~~~~~~~~~~~~~\
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """
    }

    @inlinable static var escapeKinds: StaticString {
        """
        BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB@@@@@H@@@@@@@DD@DDDDDDDDDD@@@@@@\
        `DDDDDDDDDDDDDDDDDDDDDDDDDD@P@@D@DDDDDDDDDDDDDDDDDDDDDDDDDD@@@DB\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        """
    }
}
