import Bytes
import Secrets

/// One layer that was removed from a link: its kind, its place, and the text inside it.
///
///     https://l.facebook.com/l.php?u=https%3A%2F%2Fshop.example%2F%3Fdata%3DeyJpdGVtIjo3LCJuIjoxfQ
///
///     kind           path    text
///     click-wrapper  u       https://shop.example/?data=eyJpdGVtIjo3LCJuIjoxfQ
///     base64         u.data  {"item":7,"n":1}
public struct LinkLayer: Sendable {
    private let reading: LinkReading
    private let index: Int

    init(_ reading: LinkReading, _ index: Int) { (self.reading, self.index) = (reading, index) }

    private var layer: Layer { reading.inspection.layers[index] }

    /// The kind of the layer.
    public var kind: LayerKind { layer.kind }

    /// The name of the service that wrapped the link; nil if none is known.
    public var service: String? { layer.service?.name }

    /// The Android package that gets the link of an intent, as the link names it; nil if the intent names none.
    public var app: String? { layer.package }

    /// The index in ``LinkReading/layers`` of the layer that contains this layer; nil if the link itself contains it.
    public var outer: Int? { layer.outer }

    /// The nesting depth: 1 for a layer directly in the link.
    public var depth: Int { layer.depth }

    /// The names that lead to the value, from the outermost to the innermost: `u`, `al_applink_data.items[0].url`. Long names are
    /// shortened, secrets are masked, and control and invisible characters are written by their code points, such as `<U+202E>`.
    public var path: String { HiddenCharacters.shown(in: Secrets.masked(layer.path)) }

    /// The place of the encoded value in the bytes of ``LinkReading/utf8``.
    public var place: Range<Int> { layer.range }

    /// The value as it is written in the layer that contains it, still encoded.
    public var written: String { String(decoding: reading.inspection.outerText(of: layer)[layer.outerRange], as: UTF8.self) }

    /// The text inside the layer, decoded. Bytes that are not UTF-8 become U+FFFD. It may contain secrets and control characters.
    public var text: String { layer.text.string }

    /// The text inside the layer with each secret replaced by eight `•`.
    public var masked: String { String(decoding: reading.inspection.masked(layer), as: UTF8.self) }
}
