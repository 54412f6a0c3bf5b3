import Tasks

let answer = Future(21).continueOnSuccessWith { $0 * 2 }
print("Tasks says \(answer.result ?? 0)")
