/// The form that builds App Links, and another form that was set aside. Both forms are kept when the window is closed.
package struct Forms: Sendable {
    package var current = LinkForm()
    package private(set) var aside: LinkForm?
    /// The form that declares an app; nil if there is nothing to continue.
    package var app: AppForm?

    /// Sets the current form aside if it was changed, and continues with `other`.
    mutating func exchange(for other: LinkForm) {
        aside = current.isTouched ? current : nil
        current = other
    }
}
