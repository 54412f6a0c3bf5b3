// The system's C library has a different name on each platform. Because the import is re-exported, all files of this target can use the
// library.
#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#else
    @_exported public import Darwin
#endif
