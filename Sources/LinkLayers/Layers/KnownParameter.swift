package import Services

/// A parameter that an attribution service or a store gives a meaning.
package struct KnownParameter: Sendable {
    package let rule: ParameterRule
    package let owner: Service
    /// The index of the layer that has the parameter. Nil if the link itself has it.
    package let layer: Int?
    /// The bytes of the layer that the parameter is written in.
    package let place: Range<Int>
    /// The bytes of the link that the parameter came from. All parameters of a compressed text come from the same bytes.
    package let range: Range<Int>
}
