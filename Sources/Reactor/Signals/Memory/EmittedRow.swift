// The room of rows of emissions that are put to account.
//
// Layout: the row is a `Stack` of the kernel's. What is kept by number stands in arrays of the host's: how often there
// was one, and the last of them.
//
// Why it is sound: the arrays are the caller's alone for the length of the loop, which calls nothing of anybody's, and do
// not grow meanwhile. Each number is compared with how many both of them hold before it is used. What stands there are
// plain bits. To have every access checked for itself takes twice as long as all else about it.

internal import Values

extension Stack where Element == EmittedScalar {
  /// Goes through the row, which holds no texts, in the order in which they came: counts them by their numbers, and
  /// puts the last of each where it stands, in the place of what is none.
  func tally(
    counting counts: inout [Int], last: inout [ScalarValue?], _ others: inout [Values.Value]
  ) {
    let (row, end, bound) = (address(0), count, UInt(min(counts.count, last.count)))
    unsafe counts.withUnsafeMutableBufferPointer { counts in
      unsafe last.withUnsafeMutableBufferPointer { last in
        var place = 0
        while place != end {
          let emission = row[place]
          require(UInt(bitPattern: emission.number) < bound, "an emission of nobody")
          unsafe counts[emission.number] &+= 1
          if case nil = unsafe last[emission.number] { others[emission.number] = .null }
          unsafe last[emission.number] = emission.scalar
          place &+= 1
        }
      }
    }
  }
}
