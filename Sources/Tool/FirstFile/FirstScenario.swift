/// The file that `init` writes: it passes as it is, and says of itself what to change.
enum FirstScenario {
  static func text(path: String, schema: String) -> String {
    """
    # yaml-language-server: $schema=\(schema)
    #
    # The line above lets editors complete and explain every key. To run this file:
    #
    #   reactorctl run \(path)

    # Cells are written from outside, or follow other cells by a formula, which begins with "=".
    cells:
      price: 10
      quantity: 2
      total: = price * quantity

    # Computations run once at the start, and again after anything that they read has changed.
    # What a formula gives is emitted. (This one is quoted, for YAML ends a plain value at ": ".)
    computations:
      label: '= "Total: " + string(total)'

    # Each scenario starts from a fresh world, and each of its steps says what must come of it.
    scenarios:
      - name: the total follows the price
        steps:
          - set: {price: 20}
            expect: {total: 40} # write 50 here, run the file again, and see what is said
            emits: ['Total: 40']

      - name: two writes in one turn are seen together
        steps:
          - batch:
              - set: {price: 5}
              - set: {quantity: 3}
            expect: {total: 15}
            runs: {label: 1}

      - name: what has not really changed runs nothing
        steps:
          - set: {price: 10}
            runs: {total: 0, label: 0}
            emits: []

    """
  }
}
