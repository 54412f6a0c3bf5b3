// Doubles shared by the tests.
