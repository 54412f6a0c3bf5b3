import Secrets

/// Finds and masks the secrets in any text: tokens, passwords, keys and codes.
///
///     TextSecrets.masked("GET /login?access_token=EAAB123 from shop://home")  // GET /login?access_token=••••••• from shop://home
///
/// A secret is recognized by its name, by its name together with the text around it, or by its form. It is also recognized if it is
/// percent-encoded or inside JSON or base64. The search does not parse the text, so it also finds secrets in truncated or malformed text.
/// No search finds every secret: a password without a name, for example, looks like any word.
///
/// A link that was read needs no further search: it has ``LinkReading/secrets`` and ``LinkReading/masked``.
public enum TextSecrets {
    /// Returns the places of the secrets in the bytes of `text.utf8`, in order and without overlaps.
    public static func places(in text: String) -> [Range<Int>] { Secrets.ranges(in: Array(text.utf8)) }

    /// Returns the text with each character of a secret replaced by `•`. A text without secrets is returned unchanged.
    public static func masked(_ text: String) -> String { Secrets.masked(text) }
}
