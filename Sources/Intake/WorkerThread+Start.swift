// Because the import is re-exported, all files of this target can use the system's C library.
@_exported public import Platform
