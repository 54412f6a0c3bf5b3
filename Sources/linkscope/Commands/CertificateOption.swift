import Associations

/// The rules for the option `--fingerprint`, which several commands have.
nonisolated enum CertificateOption {
    /// - Throws: `CommandFailure` if the text is no fingerprint, or if no package was given.
    static func check(_ fingerprint: String?, package: String?) throws(CommandFailure) {
        guard let fingerprint else { return }
        guard Fingerprint.isWellFormed(fingerprint) else {
            throw CommandFailure(
                "--fingerprint: write 32 pairs of hexadecimal digits, separated by colons, such as AB:CD:…", code: Exit.usage)
        }
        guard package != nil else { throw CommandFailure("--fingerprint needs --package", code: Exit.usage) }
    }
}
