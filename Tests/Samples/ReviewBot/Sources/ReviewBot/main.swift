import Foundation

// Reads a unified diff from standard input, and comments on each link that the change adds:
//
//     git diff main | ReviewBot
//
// The exit code is 1 if a link has an error.

var review = Review()
while let line = readLine() { review.read(line) }
print("\(review.links) links")
exit(review.worst == .error ? 1 : 0)
