import CZlib
import Foundation

/// Returns bytes compressed with gzip.
package func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var stream = unsafe z_stream()
    let size = unsafe Int32(MemoryLayout<z_stream>.size)
    guard unsafe deflateInit2_(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else { return [] }
    defer { unsafe deflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: unsafe Int(deflateBound(&stream, UInt(bytes.count))) + 32)
    let count = unsafe bytes.withUnsafeMutableBufferPointer { input in
        unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
            unsafe (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
            let answer = unsafe deflate(&stream, Z_FINISH)
            return unsafe answer == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
        }
    }
    return Array(output[..<count])
}

/// Returns a text compressed with gzip, in base64 with the URL-safe alphabet and without padding.
package func packedGzip(_ text: String) -> String { unpadded(gzipped(Array(text.utf8))) }

/// Returns bytes in base64 with the URL-safe alphabet and without padding.
package func unpadded(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
}
