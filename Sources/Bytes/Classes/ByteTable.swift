/// Lookup tables that store one ASCII character per byte value in constant memory. A lookup is one load, and there is no setup.
@usableFromInline
package enum ByteTable {
    /// Returns the class of a byte after the authority: `.` for a byte that needs no encoding, `x` for a byte that must be encoded. `%`,
    /// `?`, `#`, `&`, `=`, `+` and `;` stand for themselves.
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

    /// Returns the value of a base64 letter, in the standard or the URL-safe alphabet; 64 or more for any other byte.
    @inlinable
    @inline(__always)
    package static func base64(_ byte: UInt8) -> UInt8 {
        // As in `rest`, the literal has one character per byte value. `0` to `o` stand for 0 to 63, `~` for any other byte.
        unsafe base64Letters.utf8Start[Int(byte)] &- 0x30
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
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.x#.%&....+...............;x=x?\
        ...........................xxxx.x..........................xxx.x\
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
        BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@D@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@B\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAQAAAAAAAAAQQQQQQQQQQQQQQQQQQQQQQQQAAAAAAQAAQQQQQQQQQQQQQQQQQQQ
        """
    }

    @inlinable static var base64Letters: StaticString {
        #"""
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~n~n~odefghijklm~~~~~~\#
        ~0123456789:;<=>?@ABCDEFGHI~~~~o~JKLMNOPQRSTUVWXYZ[\]^_`abc~~~~~\#
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\#
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#
    }
}
