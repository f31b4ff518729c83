"""Logs: traces, goldens, reports, merges, updates."""

from . import flow, lines, shape
from .cells import writes_one_by_one
from .messages import ping_pong, tells
from .reactors import bodies_side_by_side, sends
from .steps import scenarios
from .time import ticks


@shape(1000, "trace FILE")
def traced_steps(n):
    return writes_one_by_one(n)


@shape(500, "trace FILE")
def traced_messages(n):
    return ping_pong(n)


@shape(500, "trace FILE")
def traced_bodies(n):
    return bodies_side_by_side(n)


@shape(500, "trace FILE")
def traced_delays(n):
    from .time import delayed_events_at_one_instant

    return delayed_events_at_one_instant(n)


@shape(500, "trace FILE")
def traced_timeouts(n):
    from .services import calls_that_race_their_timeout

    return calls_that_race_their_timeout(n)


@shape(500, "trace FILE")
def traced_scenarios(n):
    return scenarios(n)


@shape(500, "run FILE --trace --report jsonl=HERE/out.jsonl")
def recorded(n):
    return sends(n)


@shape(500, "run FILE --trace --report jsonl=HERE/out.jsonl")
def recorded_ticks(n):
    return ticks(n)


def golden(text):
    head, steps = text.split("steps:\n", 1)
    return head + "scenarios:\n  - name: logged\n    golden: true\n    steps:\n" + "\n".join(
        "    " + line for line in steps.splitlines()
    ) + "\n"


@shape(500, "run FILE --update")
def golden_written(n):
    return golden(writes_one_by_one(n))


@shape(500, "run FILE --update")
def golden_of_messages(n):
    return golden(tells(n))


@shape(500, "run FILE", code=1)
def golden_that_differs(n):
    text = golden(writes_one_by_one(n))
    body = lines(2 * n, lambda i: f"  nothing like it {i}")
    return {"file.yaml": text, "file.golden": f"# reactorctl golden 1\n\n== logged\n{body}\n"}


@shape(300, "run FILE --update")
def updated_values(n):
    return f"""cells: {{a: 0}}
steps:
{lines(n, lambda i: f"  - set: {{a: {i}}}{chr(10)}    expect: {{a: -1}}")}
"""


@shape(300, "run FILE --update")
def updated_placeholders(n):
    return f"""cells: {{a: 0}}
steps:
{lines(n, lambda i: f"  - set: {{a: {i}}}{chr(10)}    expect: {{a: _}}")}
"""


@shape(300, "run FILE --update")
def updated_scenarios(n):
    return f"""cells: {{a: 0}}
scenarios:
{lines(n, lambda i: f"  - name: s{i}{chr(10)}    steps: [{{set: {{a: {i}}}, expect: {{a: -1}}}}]")}
"""


@shape(300, "run FILE --update")
def updated_lists(n):
    return f"""cells: {{a: 0}}
computations: {{w: = a}}
steps:
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
    emits: [{flow(n, lambda i: "0")}]
"""


@shape(100, "run FILE --update", code=1)
def updated_loop(n):
    return f"""cells: {{a: 0}}
steps:
  - repeat: {n}
    do:
      - set: {{a: = a + 1}}
        expect: {{a: -1}}
"""
