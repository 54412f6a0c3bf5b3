import Tasks

/// What travels through a network of futures: a number that the model predicts, and an object that shows whether everything was released.
struct Parcel: Sendable {
    let number: UInt64
    let object: LiveObjects.Object
}

/// The error of a future in a network.
struct Fault: Error {
    let number: UInt64
    let object: LiveObjects.Object
}

/// How a future of a network ended, so that it can be compared.
indirect enum Ending: Hashable, Sendable {
    case pending
    case value(UInt64)
    case fault(UInt64)
    case cancelled
    case broken(BrokenPromise.Reason)
    case late
    /// Several errors, in the order of the inputs.
    case several([Ending])
    case unknown(String)

    init(_ outcome: Outcome<Parcel>?) {
        switch outcome {
        case nil: self = .pending
        case .success(let parcel): self = .value(parcel.number)
        case .failure(let error): self.init(error: error)
        case .cancelled: self = .cancelled
        }
    }

    init(error: any Error) {
        self =
            switch error {
            case let fault as Fault: .fault(fault.number)
            case let broken as BrokenPromise: .broken(broken.reason)
            case let several as AggregateError: .several(several.errors.map { Ending(error: $0) })
            case is TimeoutError: .late
            case is CancellationError: .cancelled
            default: .unknown("\(error)")
            }
    }

    var isSuccess: Bool { if case .value = self { true } else { false } }

    var isFailure: Bool {
        switch self {
        case .pending, .value, .cancelled: false
        case .fault, .broken, .late, .several, .unknown: true
        }
    }

    /// A number that depends on everything in the ending, and is the same in each process.
    var number: UInt64 {
        switch self {
        case .pending: 1
        case .value(let number): number
        case .fault(let number): Self.mixed(2, number)
        case .cancelled: 3
        case .broken: 4
        case .late: 5
        case .several(let errors): errors.reduce(6) { Self.mixed($0, $1.number) }
        case .unknown: 7
        }
    }

    static func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
        ((left ^ (left >> 31)) &* 0x9E37_79B9_7F4A_7C15) ^ ((right &+ 0x1234_5678) &* 0xBF58_476D_1CE4_E5B9)
    }
}
