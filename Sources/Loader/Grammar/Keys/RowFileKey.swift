/// The file from which a scenario has its rows.
enum RowFileKey: String, MapKey {
  case file

  static let mapName = MapName.rowFile
  static let keys = table()
  static let needed: [RowFileKey] = [.file]

  var declaration: KeyDeclaration {
    switch self {
    case .file:
      KeyDeclaration(
        Schema("string").with(pattern: "\\.(csv|json|yaml|yml)$", "rows come from such a file")
          .called("a path that ends in `.csv`, `.json`, `.yaml` or `.yml`"),
        "The path of a file that holds the rows, from the folder of this one and within the "
          + "project: a table of CSV whose first line names the columns, or a list of maps.",
        "file: prices.csv")
    }
  }
}
