"""Time: tickers, delayed steps, waits, cancelled timers."""

from . import flow, lines, shape

COUNT = "reactors: {r: {state: 0, mutate: {go: [{wait: 1s}, {mutation: {add: 1}}]}, reduce: {add: = state + 1}}}"


@shape(3000)
def ticks(n):
    return f"""cells: {{a: 0}}
steps:
  - every: 1s
    do: [{{set: {{a: = a + 1}}}}]
  - advance: {n}s
    expect: {{a: {n}}}
"""


@shape(1000)
def tickers(n):
    return f"""cells: {{a: 0}}
steps:
  - repeat: {n}
    do: [{{every: 1s, do: [{{set: {{a: = a + 1}}}}], until: a >= {3 * n}}}]
  - advance: 3s
"""


@shape(2000)
def delayed_events_at_one_instant(n):
    return f"""reactors: {{r: {{state: 0, reduce: {{add: = state + 1}}}}}}
steps:
  - repeat: {n}
    do: [{{send: {{r: add}}, after: 1s}}]
  - advance: 1s
    expect: {{r: {n}}}
"""


@shape(2000)
def delayed_events_at_many_instants(n):
    return f"""reactors: {{r: {{state: 0, reduce: {{add: = state + 1}}}}}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{send: {{r: add}}, after: '= duration(string((i * 7919) % {n}) + "ms")'}}]
  - advance: 1d
    expect: {{r: {n}}}
"""


@shape(2000)
def waits(n):
    return f"""{COUNT}
steps:
  - batch: [{{repeat: {n}, do: [{{send: {{r: go}}}}]}}]
  - advance: 1s
    expect: {{r: {n}}}
"""


@shape(2000)
def waits_one_after_the_other(n):
    return f"""cells: {{a: 0}}
computations:
  w:
    - repeat: {n}
      do: [{{wait: 1s}}, {{set: {{a: = a + 1}}}}]
steps:
  - advance: 30d
    expect: {{a: {n}}}
"""


@shape(1500)
def advances(n):
    return f"""cells: {{a: 0}}
computations: {{w: [{{depend: now}}, {{emit: = now}}]}}
steps:
{lines(n, lambda i: "  - advance: 1s")}
"""


@shape(1500)
def timers_of_one_body(n):
    return f"""actors:
  a:
    state: {{n: 0}}
    on:
      Go:
        - repeat: = message
          do: [{{tell: {{a: Add}}, after: 1s}}]
      Add: [{{set: {{n: = state.n + 1}}}}]
      Stop: [{{stop: self}}]
steps:
  - tell: {{a: {{Go: {n}}}}}
  - advance: 1s
    expect: {{a.n: {n}}}
  - tell: {{a: {{Go: {n}}}}}
  - tell: {{a: Stop}}
"""


@shape(1500)
def timers_restarted(n):
    return f"""actors:
  boss: {{provider: instance, children: [w], supervision: {{restarts: 100000, within: 1h}}}}
  w: {{state: {{n: 0}}, setup: [{{every: 1s, do: [{{set: {{n: = state.n + 1}}}}]}}]}}
steps:
  - repeat: {n}
    do: [{{restart: w}}]
  - advance: 3s
    expect: {{w.n: 3}}
"""


@shape(1500)
def ticks_with_a_property(n):
    return f"""cells: {{a: 0}}
always: [a >= 0, now >= timestamp("2026-01-01T00:00:00Z")]
steps:
  - every: 1s
    do: [{{set: {{a: = a + 1}}}}]
  - advance: {n}s
"""


@shape(1000)
def turns_at_zero(n):
    return f"""cells: {{a: 0}}
computations:
  w:
    - repeat: {n}
      do: [{{wait: 0s}}, {{set: {{a: = a + 1}}}}]
steps:
  - expect: {{a: {n}}}
"""
