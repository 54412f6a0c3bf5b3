/// Two tables of one ASCII character a byte, in the program's constant memory: a look costs one load, and nothing has to be set up.
enum ByteTable {
    /// What a byte behind the authority is: `.` may stand as it is, `%` `?` `#` `@` mean something, `x` has to be encoded.
    @inline(__always)
    static func rest(_ byte: UInt8) -> UInt8 {
        // The literal has 256 characters, one for each byte there is.
        unsafe restClasses.utf8Start[Int(byte)]
    }

    /// The digit's value; 16 or more for a byte that is no hex digit.
    @inline(__always)
    static func hex(_ byte: UInt8) -> UInt8 {
        // As above; `@` to `O` stand for 0 to 15, `~` for no digit.
        unsafe hexDigits.utf8Start[Int(byte)] &- 0x40
    }

    /// What a decoded byte is, for those who decode; see ``EscapeKinds``.
    @inline(__always)
    static func kinds(_ byte: UInt8) -> EscapeKinds {
        // As above; `@` stands for none.
        EscapeKinds(rawValue: unsafe escapeKinds.utf8Start[Int(byte)] &- 0x40)
    }

    private static let restClasses: StaticString = """
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.x#.%......................x.x?\
        @..........................xxxx.x..........................xxx.x\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        """

    private static let hexDigits: StaticString = """
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~@ABCDEFGHI~~~~~~\
        ~JKLMNO~~~~~~~~~~~~~~~~~~~~~~~~~~JKLMNO~~~~~~~~~~~~~~~~~~~~~~~~~\
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """

    private static let escapeKinds: StaticString = """
        BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB@@@@@H@@@@@@@DD@DDDDDDDDDD@@@@@@\
        `DDDDDDDDDDDDDDDDDDDDDDDDDD@P@@D@DDDDDDDDDDDDDDDDDDDDDDDDDD@@@DB\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        """
}
