public import Values

extension ScenarioLoader {
  /// The JSON Schema (draft 7) of scenario files, for editors. It knows keys and types; names,
  /// formulas and what they come to are for `check` to judge.
  public static var schema: JSON { ScenarioSchema.json }

  /// Every word of the language, in the order of its sections, and behind them what only formulas
  /// know.
  public static var words: [String] {
    let words = Word.allCases.map(\.rawValue)
    let known = TextSet(words)
    return words + FormulaName.allCases.map(\.rawValue).filter { !known.contains($0) }
  }

  /// What a word is, at each kind of place that knows it; empty for what is no word.
  public static func entries(of word: String) -> [WordEntry] {
    var entries: [WordEntry] = []
    switch Grammar.shared.stepKey(word) {
    case .verb(let verb): entries.append(WordEntry(verb))
    case .companion(let companion): entries.append(WordEntry(companion))
    case .outcome(let outcome): entries.append(WordEntry(outcome))
    case nil: break
    }
    for map in MapName.allCases {
      for (key, declaration, isNeeded) in map.declarations where key == word {
        entries.append(WordEntry(declaration, isNeeded: isNeeded, of: map))
      }
    }
    return entries + [FormulaName(rawValue: word)?.entry].compactMap { $0 }
  }
}
