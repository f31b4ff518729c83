import Reports

/// How much people are shown, and in which dress.
struct Display {
  var detail = TextReport.Detail.normal
  /// Whether each failure is told in one line.
  var isBrief = false
  var colours = ColourChoice.auto

  func report(_ console: Console) -> TextReport {
    TextReport(
      colours: console.usesColours(colours), width: console.width, detail: detail,
      isBrief: isBrief)
  }
}
