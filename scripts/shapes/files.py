"""Files: YAML in every style, use, mistakes, checks, pictures."""

from . import flow, lines, shape


@shape(2000)
def aliases(n):
    return f"""x-base: &base {{a: 1, b: [1, 2, 3]}}
cells:
{lines(n, lambda i: f"  c{i}: *base")}
steps:
  - expect: {{c0: *base}}
"""


@shape(2000)
def anchors(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: &x{i} {i}")}
steps:
  - expect: {{{flow(n, lambda i: f"c{i}: *x{i} ")}}}
"""


@shape(1000)
def merge_keys(n):
    return f"""x-base: &base {{a: 1, b: 2}}
cells:
{lines(n, lambda i: f"  c{i}: {{<<: *base, own: {i}}}")}
steps:
  - expect: {{c0.a: 1}}
"""


@shape(1500)
def block_text(n):
    return f"""cells:
  t: |
{lines(n, lambda i: f"    a line of text number {i}")}
  folded: >
{lines(n, lambda i: f"    another line number {i}")}
steps:
  - assert: t.size() > 1
"""


ROWS = """cells: {a: 0}
scenarios:
  - name: "{name}"
    each: {file: NAME}
    steps:
      - set: {a: = x}
        assert: a == x
"""


@shape(1000)
def rows_of_csv(n):
    table = "x,name\n" + lines(n, lambda i: f'= {i} + 1,"row ""{i}"", of many"')
    return {"file.yaml": ROWS.replace("NAME", "rows.csv"), "rows.csv": table + "\n"}


@shape(1000, "check FILE")
def wide_rows_of_csv(n):
    header = flow(n, lambda i: f"c{i}")
    table = lines(10, lambda i: flow(n, lambda j: f'"a ""{i}"" b"'))
    text = "scenarios:\n  - each: {file: rows.csv}\n    steps: [{assert: c0 == c1}]\n"
    return {"file.yaml": text, "rows.csv": header + "\n" + table + "\n"}


@shape(1000)
def rows_of_json(n):
    rows = ",\n".join(f'{{"x": {i}, "name": "row {i}"}}' for i in range(n))
    return {"file.yaml": ROWS.replace("NAME", "rows.json"), "rows.json": f"[{rows}]\n"}


@shape(3000)
def comments(n):
    return f"""cells:
{lines(n, lambda i: f"  # about c{i}{chr(10)}  c{i}: {i} # here{chr(10)}")}
steps:
  - expect: {{c0: 0}}
"""


@shape(3000)
def carriage_returns(n):
    return comments(n).replace("\n", "\r\n")


@shape(3000)
def quoted(n):
    cells = lines(n, lambda i: f'  "c{i}": "t\\u00e9xt {i} \\" quoted"')
    return f"""cells:
{cells}
steps:
  - assert: c0 != null
"""


@shape(3000)
def unicode(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 'żółć 😀 {i}'")}
steps:
  - assert: c0 != null
"""


@shape(10000)
def one_long_line(n):
    return f"cells: {{l: [{flow(n, str)}]}}\nsteps: [{{assert: l.size() == {n}}}]\n"


@shape(4000, "check FILE")
def checked_cells(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: {i}")}
steps:
  - set: {{c0: 1}}
    expect: {{c0: 1}}
"""


@shape(1000, "check FILE")
def checked_formulas(n):
    return f"""cells:
  c0: 1
{lines(n, lambda i: f"  c{i + 1}: = c{i} + 1")}
computations: {{w: = c{n}}}
steps:
  - set: {{c0: 2}}
    runs: {{w: 1}}
"""


@shape(1000, "check FILE")
def checked_formulas_reader_first(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: = c{i + 1} + 1")}
  c{n}: 1
computations: {{w: = c0}}
steps:
  - set: {{c{n}: 2}}
    runs: {{w: 1}}
"""


@shape(500, "check FILE")
def checked_actors(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Go: {{future: [{{ask: {{a{i + 1}: Go}}, as: x}}, {{reply: = x + 1}}]}}}}}}")}
  a{n}: {{on: {{Go: = 0}}}}
steps:
  - ask: {{a0: Go}}
    replies: {n}
"""


@shape(300, "check FILE")
def checked_circles(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Go: {{future: [{{ask: {{b{i}: Go}}, as: x}}]}}, Hi: = 1}}}}{chr(10)}  b{i}: {{on: {{Go: {{future: [{{ask: {{a{i}: Hi}}, as: x}}]}}}}}}")}
steps:
{lines(n, lambda i: f"  - tell: {{a{i}: Go}}{chr(10)}    reports: [deadlock]")}
"""


@shape(1000, "check FILE")
def checked_scenarios(n):
    from .steps import scenarios

    return scenarios(n)


@shape(500, "check --vacuous FILE")
def checked_for_vacuous_outcomes(n):
    from .cells import writes_one_by_one

    return writes_one_by_one(n)


@shape(300, "check --vacuous FILE")
def checked_for_vacuous_outcomes_of_scenarios(n):
    from .steps import scenarios

    return scenarios(n)


@shape(1000, "check FILE", code=3)
def unknown_keys(n):
    return f"""cells: {{a: 1}}
steps:
{lines(n, lambda i: f"  - sett: {{a: {i}}}")}
"""


@shape(1000, "check FILE", code=3)
def unknown_keys_of_one_map(n):
    return f"""settings:
{lines(n, lambda i: f"  key{i}: {i}")}
steps: []
"""


@shape(1000, "check FILE", code=3)
def unknown_keys_of_one_step(n):
    return f"""cells: {{a: 1}}
steps:
  - set: {{a: 2}}
{lines(n, lambda i: f"    key{i}: {i}")}
"""


@shape(500, "check FILE", code=3)
def unknown_names(n):
    return f"""cells:
{lines(n, lambda i: f"  cell{i}: {i}")}
{lines(n, lambda i: f"  derived{i}: = cel{i}")}
steps:
  - expect: {{cell0: 0}}
"""


@shape(500, "check FILE", code=3)
def unknown_paths(n):
    return f"""cells:
{lines(n, lambda i: f"  cell{i}: {i}")}
steps:
{lines(n, lambda i: f"  - set: {{cel{i}: 1}}")}
"""


@shape(1000, "check FILE", code=3)
def own_properties_by_their_names_alone(n):
    return f"""actors:
  a:
    state: {{{flow(n, lambda i: f"key{i}: {i}")}}}
    on:
      Go:
{lines(n, lambda i: f"        - set: {{key{i}: = key{(i + 1) % n}}}")}
steps:
  - tell: {{a: Go}}
"""


@shape(500, "check FILE", code=3)
def unknown_messages_and_parts(n):
    return f"""actors:
{lines(n, lambda i: f"  actor{i}: {{on: {{Go: []}}}}")}
steps:
{lines(n, lambda i: f"  - tell: {{acto{i}: Go}}")}
{lines(n, lambda i: f"  - tell: {{actor{i}: Og}}")}
"""


@shape(500, "check FILE", code=3)
def unknown_procedures(n):
    return f"""cells: {{a: 1}}
procedures:
{lines(n, lambda i: f"  proc{i}: [{{set: {{a: {i}}}}}]")}
steps:
{lines(n, lambda i: f"  - perform: pro{i}")}
"""


@shape(1000, "check FILE", code=3)
def misspelt_arguments(n):
    return f"""cells: {{a: 1}}
procedures:
  p:
{lines(n, lambda i: f"    - set: {{a: = args.one{i}}}")}
steps:
  - perform: {{p: {{{flow(n, lambda i: f"two{i}: {i}")}}}}}
"""


@shape(1000, "check FILE")
def arguments(n):
    return f"""cells: {{a: 1}}
procedures:
  p:
{lines(n, lambda i: f"    - set: {{a: = args.arg{i}}}")}
steps:
  - perform: {{p: {{{flow(n, lambda i: f"arg{i}: {i}")}}}}}
    expect: {{a: {n - 1}}}
"""


@shape(200, "check FILE")
def scenarios_that_lead_to_all_procedures(n):
    return f"""cells: {{a: 1}}
actors: {{w: {{on: {{Go: [{{wait: 1s}}]}}}}}}
services:
  web: {{state: {{n: 0}}, methods: {{find: [{{wait: 1s}}, {{set: {{n: 1}}}}]}}}}
procedures:
{lines(n, lambda i: f"  p{i}: [{{set: {{a: {i}}}}}, {{perform: p{i + 1}}}]")}
  p{n}: [{{ask: {{w: No}}, fails: Unknown}}, {{call: web.find}}]
scenarios:
{lines(n, lambda i: f"  - {{name: s{i}, steps: [{{perform: p0, expect: {{a: {n - 1}}}}}]}}")}
"""


@shape(1000, "check FILE", code=3)
def names_defined_twice(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: {i}")}
computations:
{lines(n, lambda i: f"  c{i}: = 1")}
steps:
  - assert: true
"""


@shape(1000, "check FILE", code=3)
def formulas_that_do_not_parse(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: = 1 +")}
steps:
  - assert: true
"""


@shape(500, "check FILE")
def warnings(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: {i}")}
{lines(n, lambda i: f"  d{i}: = c{i}")}
steps:
  - assert: true
"""


@shape(200, "run HERE")
def files(n):
    return {
        f"f{i:05}.yaml": f"cells: {{a: {i}}}\nsteps: [{{set: {{a: 1}}, expect: {{a: 1}}}}]\n"
        for i in range(n)
    }


@shape(200, "run HERE --jobs 2 --quiet")
def files_on_two_threads(n):
    return files(n)


MODEL = "cells:\n" + lines(60, lambda i: f"  c{i}: {i}") + "\n"


@shape(60, "run HERE")
def users_of_one_model(n):
    files = {
        f"f{i:05}.yaml": "use: [model.yaml]\nsteps: [{set: {c0: 1}, expect: {c0: 1}}]\n"
        for i in range(n)
    }
    return files | {"model.yaml": MODEL}


@shape(60, "run HERE/file.yaml")
def used_by_one(n):
    files = {f"m{i:05}.yaml": f"cells: {{c{i}: {i}}}\n" for i in range(n)}
    used = flow(n, lambda i: f"m{i:05}.yaml")
    return files | {"file.yaml": f"use: [{used}]\nsteps: [{{expect: {{c0: 0}}}}]\n"}


@shape(15, "run HERE/m00000.yaml")
def used_in_a_chain(n):
    files = {
        f"m{i:05}.yaml": f"use: [m{i + 1:05}.yaml]\n" + "cells:\n" + lines(100, lambda k: f"  c{i}_{k}: {i}")
        + "\n" + ("steps: [{assert: true}]\n" if i == 0 else "")
        for i in range(n)
    }
    return files | {f"m{n:05}.yaml": "cells: {last: 1}\n"}


@shape(1000, "graph FILE")
def drawn(n):
    from .cells import derived_fan_out

    return derived_fan_out(n)


@shape(1000, "graph FILE --format dot")
def drawn_in_dot(n):
    from .cells import derived_chain

    return derived_chain(n)


@shape(1000, "graph FILE")
def drawn_properties(n):
    """A formula has no room for more than some thousands."""
    parts = [range(first, min(first + 4000, n)) for first in range(0, n, 4000)]
    return f"""cells:
  record: {{{flow(n, lambda i: f"key{i}: {i}")}}}
{lines(len(parts), lambda i: f"  sum{i}: '= [{', '.join(f'record.key{k}' for k in parts[i])}].size()'")}
"""


@shape(300, "graph FILE")
def drawn_with_everything(n):
    from .actors import many_actors

    return many_actors(n)


@shape(1600, "graph FILE")
def drawn_actors(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{state: {{n: 0}}, on: {{Go: [{{tell: {{a{(i + 1) % n}: Go}}}}]}}}}")}
"""


@shape(2500, "graph --format dot FILE")
def drawn_stars(n):
    return f"""cells:
  source: 1
{lines(n, lambda i: f"  c{i}: = source + 1")}
computations:
  sink: '= [{flow(n, lambda i: f"c{i}")}].size()'
"""


@shape(100, "run HERE")
def run_files(n):
    from .steps import scenarios

    return {f"f{i}.yaml": scenarios(5) for i in range(n)}


@shape(100, "check HERE")
def checked_files(n):
    return run_files(n)


@shape(100, "run HERE")
def run_files_that_use_one(n):
    """One file that all others use, and that is read once."""
    users = {f"f{i}.yaml": "use: [base.yaml]\nsteps: [{expect: {c1: 1}}]\n" for i in range(n)}
    return {"base.yaml": f"cells:\n{lines(100, lambda i: f'  c{i}: {i}')}\n", **users}


@shape(240, "run file.yaml")
def used_files(n):
    """A file that uses many."""
    used = {f"used/f{i}.yaml": f"cells: {{c{i}: {i}}}\n" for i in range(n)}
    return {"file.yaml": f"use: [{flow(n, lambda i: f'used/f{i}.yaml')}]\nsteps: [{{expect: {{c1: 1}}}}]\n", **used}


@shape(100, "check HERE --report sarif=HERE/report", code=3)
def mistakes_reported_as_sarif(n):
    return {f"f{i}.yaml": unknown_keys(10) for i in range(n)}


@shape(2000, command="run HERE --failed", code=1, before=lambda files: ["run HERE"])
def files_that_failed(n):
    return {f"f{i}.yaml": "cells: {a: 1}\nsteps: [{expect: {a: 2}}]\n" for i in range(n)}


@shape(500, command="run FILE --tag u3")
def tags_of_a_file_and_of_its_scenarios(n):
    return f"""tags: [{flow(n, lambda i: f"t{i}")}]
cells: {{a: 1}}
scenarios:
{lines(n, lambda i: f"  - name: s{i}{chr(10)}    tags: [u{i}]{chr(10)}    steps: [{{assert: a == 1}}]")}
"""
