extension SimulatedDevice {
    /// The kind of device whose tags of a page apply to this device.
    package var pageIdiom: PageTags.Idiom {
        switch (platform, idiom) {
        case (.android, _): .android
        case (.ios, .phone): .phone
        case (.ios, .pad): .pad
        case (.ios, .other): .other
        }
    }
}
