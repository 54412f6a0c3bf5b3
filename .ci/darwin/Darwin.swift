// What Swift adds to the C library on macOS: functions with optional arguments and the error number, which C headers define as macros.
@_exported public import CDarwin

public typealias pthread_t = darwin_pthread_t
public typealias pthread_key_t = darwin_pthread_key_t

public var errno: Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: UnsafeMutableRawPointer) -> Int32 { -1 }
