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


def update(files):
    """Goldens as they are to be, for what compares them."""
    return ["run HERE --update"]


@shape(500, "run FILE", before=update)
def golden_compared(n):
    return golden(writes_one_by_one(n))


@shape(300, "run FILE --update")
def goldens_of_one_file_written(n):
    return f"""cells: {{a: 0, b: = a + 1}}
scenarios:
{lines(n, lambda i: f"  - name: number {i}{chr(10)}    golden: true{chr(10)}    steps: [{{set: {{a: {i}}}}}]")}
"""


@shape(300, "run FILE", before=update)
def goldens_of_one_file_compared(n):
    return goldens_of_one_file_written(n)


@shape(300, "run FILE --update", before=update)
def goldens_of_one_file_updated(n):
    return goldens_of_one_file_written(n)


@shape(50, "run HERE --update")
def goldens_of_many_files_written(n):
    return {f"f{i}.yaml": goldens_of_one_file_written(3) for i in range(n)}


@shape(50, "run HERE", before=update)
def goldens_of_many_files_compared(n):
    return goldens_of_many_files_written(n)


@shape(500, "run FILE --update")
def golden_of_a_cell_unread(n):
    return golden(writes_one_by_one(n).replace("computations: {w: = b}\n", ""))


@shape(40, "run FILE --update")
def golden_of_cells_unread(n):
    """Turns beyond the number of cells: each turn looks at what it has changed."""
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
{lines(n, lambda i: f"  d{i}: '= c{i} + [1, 2, 3].map(x, x * c{i}).size()'")}
scenarios:
  - name: logged
    golden: true
    steps:
{lines(500, lambda i: f"      - set: {{c{i % n}: {i}}}")}
"""


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


@shape(300, "run FILE --update", code=1)
def updated_beyond_what_fits(n):
    """Lists of so many elements that not all of them have room."""
    return f"""cells: {{a: 0, b: = lists.range({200_000 // n})}}
steps:
{lines(n, lambda i: f"  - set: {{a: {i}}}{chr(10)}    expect: {{b: _}}")}
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


def shards(count):
    return lambda files: [f"run FILE --shard {i + 1}/{count} --report jsonl=HERE/{i}.jsonl" for i in range(count)]


@shape(1500, "merge HERE/0.jsonl HERE/1.jsonl HERE/2.jsonl", before=shards(3))
def merged_scenarios(n):
    return scenarios(n)


@shape(200, "merge HERE/0.jsonl HERE/1.jsonl HERE/2.jsonl --report junit=HERE/a.xml --report tap=HERE/a.tap", code=1,
       before=shards(3))
def merged_failures(n):
    return scenarios(n).replace("expect: {b: ", "expect: {b: -1")


@shape(25, "merge REPORTS", before=lambda files: shards(int(files["count"]))(files))
def merged_reports(n):
    """As many reports as there are shards, of four scenarios each or so."""
    return {"file.yaml": scenarios(4 * n), "count": str(n)}


def of_each_kind(kind):
    def passing(n):
        return scenarios(n)

    def failing(n):
        return scenarios(n).replace("expect: {b: ", "expect: {b: -1")

    command = f"run FILE --report {kind}=HERE/report"
    shape(1000, command, name=f"reported-as-{kind}")(passing)
    shape(200, command, code=1, name=f"failures-reported-as-{kind}")(failing)


for kind in ("junit", "tap", "jsonl", "github"):
    of_each_kind(kind)
