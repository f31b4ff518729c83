/// Ends the program with `words` if `condition` does not hold: its caller has made a mistake that no
/// error could mend.
///
/// `precondition` would do, but in an optimised build it ends the program without a word, and those
/// who build on a library mostly run that build: they would see a trap inside of it and nothing that
/// tells them what they did. The words are made where the condition does not hold, and only there.
@inlinable
@inline(__always)
func require(
  _ condition: Bool, _ words: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { misuse(words(), file: file, line: line) }
}

/// Ends the program with `words`, in an optimised build as in any other.
@usableFromInline
@inline(never)
func misuse(
  _ words: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(words(), file: file, line: line)
}
