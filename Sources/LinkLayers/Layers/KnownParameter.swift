import Bytes
package import Services

/// A parameter that an attribution service or a store gives a meaning, or without which the link fails.
package struct KnownParameter: Sendable {
    package let rule: ParameterRule
    package let owner: Service
    /// The index of the layer that has the parameter. Nil if the link itself has it.
    package let layer: Int?
    /// The bytes of the layer, or of the link, that the parameter is written in.
    package let place: Range<Int>

    /// Returns the bytes of the link that the parameter came from. All parameters of a compressed text come from the same bytes.
    package func range(in layers: [Layer]) -> Range<Int> { layer.map { layers[$0].text.original(place) } ?? place }
}
