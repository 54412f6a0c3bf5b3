import CQRCode
package import Screen

/// Creates QR codes with libqrencode.
package nonisolated enum QREncoder {
    /// Returns the smallest code that holds the bytes, with the strongest error correction that fits into that size.
    ///
    /// Returns nil if there are no bytes or more than ``QRCode/mostBytes``. The largest code takes some hundredths of a second.
    package static func code(of bytes: [UInt8]) -> QRCode? {
        guard !bytes.isEmpty, bytes.count <= QRCode.mostBytes, let smallest = encoded(bytes, QR_ECLEVEL_L, version: 0) else { return nil }
        var best = smallest.code
        for level in [QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H] {
            guard let stronger = encoded(bytes, level, version: smallest.version), stronger.version == smallest.version else { break }
            best = stronger.code
        }
        return best
    }

    /// - Parameter version: The minimum size from 1 to 40, or 0 for the smallest size that fits.
    private static func encoded(_ bytes: [UInt8], _ level: QRecLevel, version: Int32) -> (code: QRCode, version: Int32)? {
        // Both buffers are used only here, and the library's buffer is freed after its content was copied.
        guard let made = unsafe QRcode_encodeData(Int32(bytes.count), bytes, version, level) else { return nil }
        defer { unsafe QRcode_free(made) }
        let width = unsafe Int(made.pointee.width)
        guard let data = unsafe made.pointee.data else { return nil }
        // The lowest bit of a module is 1 if the module is dark. The other bits describe the module's function.
        let modules = (0..<width * width).map { unsafe data[$0] & 1 == 1 }
        return QRCode(width: width, modules: modules).map { unsafe ($0, made.pointee.version) }
    }
}
