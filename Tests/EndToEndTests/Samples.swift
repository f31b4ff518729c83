/// Small scenario files, one for each way to end.
enum Samples {
  static let passing = """
    tags: [shop]
    cells:
      price: 10
      total: = price * 2
    scenarios:
      - name: the total follows
        steps:
          - set: {price: 20}
            expect: {total: 40}
      - name: it starts at twenty
        tags: [start]
        steps:
          - expect: {total: 20}

    """
  static let failing = """
    cells:
      price: 10
    scenarios:
      - name: first
        steps:
          - expect: {price: 11}
      - name: second
        steps:
          - expect: {price: 12}

    """
  static let invalid = """
    cels:
      price: 10
    steps:
      - expect: {price: 10}

    """
  static let skipped = """
    cells: {price: 10}
    scenarios:
      - name: later
        skip: not yet
        steps:
          - expect: {price: 10}

    """
  static let model = """
    cells: {price: 10}

    """
  static let rows = """
    cells: {price: 10}
    scenarios:
      - name: "{p} makes {q}"
        each:
          - {p: 1, q: 2}
          - {p: 2, q: 4}
        given: {price: = p}
        steps:
          - assert: price * 2 == q

    """
}
