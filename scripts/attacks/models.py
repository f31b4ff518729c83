"""Models that are large by themselves: many parts, wide records, many rows, many steps."""

from . import CHECK, DOT, GRAPH, JSONL, LIST, RUN, TRACE, UPDATE, VACUOUS, WORLD, attack, flow, lines


@attack(CHECK, *WORLD, GRAPH, DOT)
def actors_of_many_kinds():
    return "actors:\n" + lines(5000, lambda i: f"  a{i}: {{provider: instance, state: {{n: 0}}, on: {{M: [{{tell: {{a{(i + 1) % 5000}: M}}}}]}}}}") \
        + "\nsteps: [{tell: {a0: M}}]\n"


@attack(CHECK, RUN)
def pools_of_a_thousand():
    return "actors:\n" + lines(500, lambda i: f"  a{i}: {{provider: {{pool: 1000}}, router: broadcast, state: {{n: 0}}, on: {{M: []}}}}") \
        + "\nsteps:\n" + lines(500, lambda i: f"  - tell: {{a{i}: M}}") + "\n"


@attack(CHECK, VACUOUS, *WORLD, JSONL)
def scripts_of_many_steps():
    return "cells: {a: 0}\nsteps:\n" + lines(10000, lambda i: f"  - set: {{a: {i}}}\n    expect: {{a: {i}}}") + "\n"


@attack(CHECK, VACUOUS, *WORLD, JSONL)
def rows_by_the_10k():
    return f"cells: {{a: 0}}\nscenarios:\n  - name: '{{n}}'\n    each: [{flow(30000, lambda i: f'{{n: {i}}}')}]\n" \
        "    steps: [{set: {a: = n}, expect: {a: = n}}]\n"


@attack(LIST, RUN)
def names_of_many_braces():
    return "cells: {a: 0}\nscenarios:\n  - name: '" + "{" * 50000 + "n}" + "{n}" * 10000 + "'\n" \
        f"    each: [{flow(300, lambda i: f'{{n: {i}}}')}]\n    steps: [{{set: {{a: = n}}}}]\n"


@attack(CHECK, *WORLD)
def rows_of_many_columns():
    return "cells: {a: 0}\nscenarios:\n  - name: x\n    each: [" \
        + flow(9, lambda i: "{" + flow(5000, lambda j: f"n{j}: {i + j}") + "}") + "]\n" \
        "    steps: [{set: {a: = n1}, expect: {a: = n1}}]\n"


@attack(CHECK, VACUOUS, RUN)
def properties_of_a_large_model():
    return f"cells:\n" + lines(2000, lambda i: f"  c{i}: {i}") + "\nalways:\n" \
        + lines(2000, lambda i: f"  - c{i} < 10000000") + "\nsteps:\n" \
        + lines(2000, lambda i: f"  - set: {{c{i}: 0}}") + "\n"


@attack(CHECK, *WORLD)
def parcels_within_parcels():
    parcels = lines(14, lambda i: f"  p{i}: {{state: {{}}, open: true, reducers: {{up{i}: {{n: 1}}}}, parcels: ["
                    + (f"{{parcel: p{i + 1}, focus: l, prefix: l}}, {{parcel: p{i + 1}, focus: r, prefix: r}}" if i < 13 else "") + "]}")
    return f"stores: {{s: {{state: {{}}, open: true, parcels: [{{parcel: p0, focus: l}}]}}}}\nparcels:\n{parcels}\nsteps: [{{dispatch: {{s: up0}}}}]\n"


@attack(CHECK, GRAPH, RUN)
def children_of_children():
    return "actors:\n" + lines(9000, lambda i: f"  a{i}: {{provider: instance, children: [{f'a{i + 1}' if i < 8999 else ''}], on: {{M: []}}}}") \
        + "\nsteps: [{stop: a0}]\n"


@attack(CHECK, *WORLD)
def conditions_within_each_other():
    def nest(depth):
        return "{set: {a: = a + 1}}" if depth == 0 else \
            f"{{if: a >= 0, then: [{nest(depth - 1)}], else: [{nest(depth - 1)}]}}"
    return f"cells: {{a: 0}}\nsteps: [{nest(12)}]\n"


@attack(CHECK, UPDATE, VACUOUS)
def loops_with_outcomes():
    return """cells: {a: 0}
steps:
  - repeat: 90000
    do: [{set: {a: = a + 1}, expect: {a: 7}}]
"""


@attack(CHECK, VACUOUS, RUN)
def outcomes_by_the_10k():
    return "cells:\n" + lines(15000, lambda i: f"  c{i}: {i}") + "\nsteps:\n  - set: {c0: 0}\n    expect:\n" \
        + lines(15000, lambda i: f"      c{i}: {i}") + "\n"


@attack(*WORLD, JSONL, UPDATE)
def golden_logs_of_huge_values():
    return f"""cells: {{l: [], m: {{}}}}
scenarios:
  - name: log
    golden: true
    steps:
      - for: {{i: = lists.range(900)}}
        do: [{{set: {{l: '= {LIST}.map(x, x + i)'}}}}]
"""


@attack(*WORLD, JSONL, UPDATE)
def golden_logs_of_many_lines():
    return f"""cells: {{a: 0, b: = a + 1, c: = b + 1}}
computations: {{w: = c}}
scenarios:
  - name: log
    golden: true
    steps:
      - for: {{j: = lists.range(20)}}
        do:
          - for: {{i: = lists.range(50000)}}
            do: [{{set: {{a: = a + 1}}}}]
"""


@attack(UPDATE, RUN)
def golden_logs_by_the_thousand():
    return f"""cells: {{a: 0}}
scenarios:
  - name: "log {{n}}"
    golden: true
    each: [{flow(20000, lambda i: f"{{n: {i}}}")}]
    steps:
      - set: {{a: = n}}
"""


@attack(RUN, UPDATE)
def strict_with_many_changes():
    return f"""cells:
{lines(9000, lambda i: f"  c{i}: []")}
reactors: {{r: {{mutate: {{m: [{{set: {{{flow(9000, lambda i: f"c{i}: '= action + [{i}]'")}}}}}]}}}}}}
scenarios:
  - name: x
    strict: true
    steps: [{{send: {{r: {{m: '= lists.range(9000)'}}}}}}]
"""


@attack(UPDATE)
def blanks_of_huge_values():
    return f"""cells: {{l: '= {LIST}', t: '= "ab".replace("", "xyz")'}}
steps:
{lines(90, lambda i: f"  - set: {{l: '= l.map(x, x + {i})'}}{chr(10)}    expect: {{l: _}}")}
"""


@attack(UPDATE)
def wrong_values_by_the_thousand():
    return "cells: {a: 0}\nsteps:\n" + lines(12000, lambda i: f"  - set: {{a: {i}}}\n    expect: {{a: x}}") + "\n"


@attack(RUN, "run --jobs 1 --timeout 2s FILE", CHECK, VACUOUS)
def rows_of_costly_formulas():
    return f"cells: {{a: 0}}\nscenarios:\n  - name: '{{n}}'\n    each: [{flow(9000, lambda i: f'{{n: = {LIST}.map(x; x + {i}).map(x; x + 1)}}'.replace(';', ','))}]\n" \
        .replace("{n: = ", "{n: '= ").replace("x + 1)}", "x + 1)'}") + "    steps: [{set: {a: = n.size()}}]\n"


@attack(RUN, "run --jobs 1 --timeout 2s FILE", VACUOUS)
def rows_of_formulas_beside_a_large_model():
    return "cells:\n" + lines(20000, lambda i: f"  c{i}: {i}") \
        + f"\nscenarios:\n  - name: '{{n}}'\n    each: [{flow(9000, lambda i: f'{{n: = {i}}}')}]\n    steps: [{{set: {{c0: = n}}}}]\n"


@attack(RUN, CHECK, VACUOUS)
def rows_of_many_large_values():
    return "cells: {a: 0}\nscenarios:\n  - name: x\n    each: [{" \
        + flow(9000, lambda j: f"n{j}: '= {LIST}.map(x, x + {j})'") + "}]\n    steps: [{set: {a: = n1.size()}}]\n"
