"""What is told of a run: failures about huge values, many failures, traces, differences."""

from . import CHECK, GITHUB, JSONL, JUNIT, LIST, REPORTS, RUN, TAP, TEXT, TRACE, UPDATE, WORLD, attack, flow, lines

BRIEF = "run --jobs 1 --brief FILE"


@attack(*WORLD, JSONL, *REPORTS, BRIEF)
def mismatches_of_huge_lists():
    return f"""cells: {{l: '= {LIST}', c: 0}}
scenarios:
  - name: "{{n}}"
    each: [{flow(300, lambda i: f"{{n: {i}}}")}]
    steps:
      - set: {{c: '= l.map(x, x + n)'}}
        expect: {{c: '= l.map(x, x - 1)'}}
"""


@attack(*WORLD, JSONL, *REPORTS)
def mismatches_of_huge_texts():
    return f"""cells: {{t: '= {TEXT}', c: ''}}
scenarios:
  - name: "{{n}}"
    each: [{flow(300, lambda i: f"{{n: {i}}}")}]
    steps:
      - set: {{c: '= t + string(n)'}}
        expect: {{c: '= t + "y"'}}
"""


@attack(*WORLD, JSONL)
def mismatches_of_huge_maps():
    return f"""cells: {{m: {{}}}}
scenarios:
  - name: "{{n}}"
    each: [{flow(100, lambda i: f"{{n: {i}}}")}]
    steps:
      - set: {{m: '= lists.range(40000).transformMapEntry(i, x, {{string(x): x + n}})'}}
        exactly: {{m: '= lists.range(40000).transformMapEntry(i, x, {{"k" + string(x): x}})'}}
"""


@attack(*WORLD, *REPORTS)
def assertions_about_huge_values():
    return f"""cells: {{l: '= {LIST}', t: '= {TEXT}'}}
scenarios:
  - name: "{{n}}"
    each: [{flow(300, lambda i: f"{{n: {i}}}")}]
    steps:
      - assert: ["l.map(x, x + n) == l.map(x, x - 1) || t + string(n) == t + 'y'", "l == [n] && t == ''"]
"""


@attack(RUN)
def assertions_of_many_parts():
    return "cells: {l: '= " + LIST + "'}\nscenarios:\n" + lines(20, lambda n:
        f"  - name: f{n}\n    steps: [{{assert: '[" + flow(3000, lambda i: f"l.size() + {i}") + "].size() == 0'}]") + "\n"


@attack(*WORLD, JSONL)
def emissions_that_are_wrong():
    return """cells: {n: 0}
reactors: {r: {mutate: {m: [{repeat: 500000, do: [{emit: {log: = n}}]}]}}}
steps:
  - send: {r: m}
    emits: [1]
"""


@attack(RUN, UPDATE)
def differences_of_long_lists():
    return """reactors: {r: {mutate: {m: [{for: {i: = lists.range(90000)}, do: [{emit: {log: = i * 7 % 1000}}]}]}}}
steps:
  - send: {r: m}
    emits: ['= lists.range(90000).map(i, i * 11 % 1000)']
  - send: {r: m}
    emits: {log: [1]}
"""


@attack(RUN, *REPORTS)
def reports_of_huge_errors():
    return f"""cells: {{t: '= {TEXT}', l: '= {LIST}'}}
scenarios:
  - name: "{{n}}"
    each: [{flow(200, lambda i: f"{{n: {i}}}")}]
    steps:
      - emit: {{log: '= l["key" + t]'}}
        fails: nothing
  - name: "reports {{n}}"
    each: [{flow(200, lambda i: f"{{n: {i}}}")}]
    steps:
      - emit: {{log: '= {{"a": 1}}[t + string(n)]'}}
  - name: "numbers {{n}}"
    each: [{flow(200, lambda i: f"{{n: {i}}}")}]
    steps:
      - emit: {{log: '= int(t + string(n))'}}
"""


@attack(RUN, JSONL, *REPORTS, BRIEF)
def failures_by_the_10k():
    return f"""cells: {{l: []}}
scenarios:
  - name: "{{n}}"
    each: [{flow(20000, lambda i: f"{{n: {i}}}")}]
    steps:
      - set: {{l: '= lists.range(3000).map(x, x + n)'}}
        expect: {{l: 1}}
"""


@attack(RUN, JSONL, *REPORTS)
def failures_of_long_scripts():
    return f"""cells: {{l: '= {LIST}', c: 0}}
computations: {{w: = c}}
scenarios:
  - name: "{{n}}"
    each: [{flow(500, lambda i: f"{{n: {i}}}")}]
    steps:
      - repeat: 300
        do: [{{set: {{c: = c + 1}}}}]
      - set: {{c: '= l.map(x, x + n)'}}
      - expect: {{c: 1}}
"""


@attack(*WORLD, JSONL)
def traces_of_huge_values():
    return f"""cells: {{l: [], n: 0}}
computations: {{w: '= [l, l].size()'}}
steps:
  - for: {{i: = lists.range(2000)}}
    do: [{{set: {{l: '= {LIST}.map(x, x + i)', n: = i}}}}]
"""


@attack(*WORLD, JSONL)
def traces_of_many_turns():
    return """cells: {n: 0, d: = n + 1}
computations: {w: = d, v: = n}
reactors: {r: {mutate: {m: [{repeat: 90000, do: [{send: {r: o}}]}], o: [{set: {n: = n + 1}}]}}}
steps:
  - send: {r: m}
  - send: {r: m}
  - send: {r: m}
  - expect: {n: 1}
"""


@attack(RUN, TRACE, JSONL)
def long_names_that_are_told():
    name = "n" * 900
    return f"""cells: {{{name}: 0}}
reactors: {{r: {{mutate: {{m: [{{repeat: 90000, do: [{{set: {{{name}: = {name} + 1}}}}]}}]}}}}}}
steps:
  - send: {{r: m}}
  - expect: {{{name}: 1}}
"""


@attack(RUN, *REPORTS)
def many_reports_of_one_step():
    return """stores: {s: {state: 0, reducers: {known: 1}, middleware: [{on: {known: [{return: '= action'}]}}]}}
actors: {a: {on: {M: [{fail: '= "failed for the reason " + string(message)'}]}}}
steps:
  - batch:
    - for: {i: = lists.range(90000)}
      do: [{tell: {a: {M: = i}}}]
    reports: []
"""


@attack(RUN, TRACE, GITHUB)
def wide_values():
    return """cells: {a: ""}
scenarios:
  - name: "{n}"
    each: [""" + flow(100, lambda i: f"{{n: {i}}}") + f"""]
    steps:
      - set: {{a: '= lists.range(20000).map(i, "👩‍👩‍👧‍👦").join()'}}
        expect: {{a: x}}
"""
