// The system's C library has a different name on each system. Because the import is re-exported, `import Platform` gives a file the library
// of its system.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif

// On macOS, the conversion of encodings is a library of its own.
#if canImport(iconv)
    @_exported public import iconv
#endif
