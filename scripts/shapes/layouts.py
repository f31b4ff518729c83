"""Layouts: much on one line, as in JSON, where each place has much before it and much behind."""

from . import flow, shape


@shape(500, code=1)
def failures_on_one_line(n):
    return f"""cells: {{a: 0, b: = a + 1}}
scenarios: [{flow(n, lambda i: f"{{name: n{i}, steps: [{{set: {{a: {i}}}, expect: {{b: -1}}}}]}}")}]
"""


@shape(500, "run FILE --report junit=HERE/o.xml --report jsonl=HERE/o.jsonl --report github=HERE/o.txt", code=1)
def failures_on_one_line_reported(n):
    return failures_on_one_line(n)


@shape(500, "check FILE", code=3)
def mistakes_on_one_line(n):
    return f"cells: {{a: 0}}\nsteps: [{flow(n, lambda i: f'{{sett: {{a: {i}}}}}')}]\n"


@shape(500, code=1)
def rows_on_one_line(n):
    return f"""cells: {{a: 0}}
scenarios: [{{name: 'r{{x}}', each: [{flow(n, lambda i: f"{{x: {i}}}")}], steps: [{{set: {{a: = x}}, expect: {{a: -1}}}}]}}]
"""


@shape(2000, "check FILE")
def columns_that_nothing_reads_beside_a_long_name(n):
    return f"""cells: {{a: 0}}
scenarios: [{{name: '{"x" * 10 * n}', each: [{{{flow(n, lambda i: f"c{i}: {i}")}}}], steps: [{{expect: {{a: 0}}}}]}}]
"""


@shape(500, code=1)
def rows_of_json_on_one_line(n):
    return {
        "file.yaml": """cells: {a: 0}
scenarios: [{name: 'r{x}', each: {file: r.json}, steps: [{set: {a: = x}, expect: {a: -1}}]}]
""",
        "r.json": f"[{flow(n, lambda i: '{' + chr(34) + 'x' + chr(34) + f': {i}' + '}')}]",
    }


@shape(500, "trace FILE")
def traced_steps_on_one_line(n):
    return f"cells: {{a: 0}}\nsteps: [{flow(n, lambda i: f'{{set: {{a: {i}}}}}')}]\n"


@shape(500, "trace FILE")
def traced_scenarios_on_one_line(n):
    return f"""cells: {{a: 0}}
scenarios: [{flow(n, lambda i: f"{{name: n{i}, steps: [{{set: {{a: {i}}}}}]}}")}]
"""


@shape(500, "trace FILE")
def traced_steps_on_one_line_of_a_step(n):
    return f"""cells: {{a: 0}}
steps:
- for: {{i: [1]}}
  do: [{flow(n, lambda i: f"{{set: {{a: {i}}}}}")}]
"""


@shape(500, "run FILE --update")
def goldens_on_one_line(n):
    return f"""cells: {{a: 0}}
scenarios: [{flow(n, lambda i: f"{{name: n{i}, golden: true, steps: [{{set: {{a: {i}}}}}]}}")}]
"""
