"""Reactors: actions, bodies side by side, operators, states."""

from . import flow, lines, shape


@shape(2000)
def sends(n):
    return f"""reactors: {{r: {{state: {{n: 0}}, reduce: {{add: {{n: = state.n + mutation}}}}}}}}
steps:
  - repeat: {n}
    do: [{{send: {{r: {{add: 1}}}}}}]
    states: {{r: [{flow(n, lambda i: f"{{n: {i + 1}}}")}]}}
"""


@shape(2000)
def sends_in_a_batch(n):
    return f"""reactors:
  r:
    state: 0
    mutate: {{go: [{{mutation: {{add: = action}}}}]}}
    reduce: {{add: = state + mutation}}
computations: {{w: = r}}
steps:
  - batch:
      - repeat: {n}
        do: [{{send: {{r: {{go: 1}}}}}}]
    expect: {{r: {n}}}
"""


@shape(2000)
def sends_from_bodies(n):
    return f"""reactors:
  r:
    state: 0
    mutate:
      go:
        - mutation: {{add: 1}}
        - if: state < {n}
          then: [{{send: {{r: go}}}}]
    reduce: {{add: = state + mutation}}
steps:
  - send: {{r: go}}
    expect: {{r: {n}}}
"""


@shape(1500)
def bodies_side_by_side(n):
    return f"""reactors:
  r:
    state: 0
    mutate:
      go: [{{wait: '= duration(string(action) + "s")'}}, {{mutation: {{add: 1}}}}]
    reduce: {{add: = state + mutation}}
steps:
  - for: {{i: = lists.range({n})}}
    do: [{{send: {{r: {{go: = i}}}}}}]
  - advance: 10d
    expect: {{r: {n}}}
"""


@shape(1500)
def bodies_cancelled_by_the_next(n):
    return f"""reactors:
  r:
    state: 0
    mutate:
      go: {{latest: true, run: [{{wait: 1s}}, {{mutation: {{add: 1}}}}]}}
    reduce: {{add: = state + mutation}}
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
  - advance: 10d
    expect: {{r: 1}}
"""


@shape(1500)
def bodies_cancelled_at_once(n):
    return f"""reactors:
  r:
    state: 0
    mutate:
      go: {{until: [stop], run: [{{wait: 1s}}, {{mutation: {{add: 1}}}}]}}
      stop: []
    reduce: {{add: = state + mutation}}
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
  - send: {{r: stop}}
  - advance: 10d
    expect: {{r: 0}}
"""


@shape(1500)
def operators_of_actions(n):
    return f"""reactors:
  r:
    state: 0
    transform:
      action: [{{filter: = it != null}}, {{distinct: true}}, {{debounce: 10ms}}]
      state: [{{map: = it}}, {{filter: = true}}]
    reduce: {{add: = state + mutation}}
steps:
  - for: {{i: = lists.range({n})}}
    do:
      - send: {{r: {{add: = i}}}}
      - advance: 1ms
  - advance: 1s
"""


@shape(1500)
def operators_of_time(n):
    return f"""reactors:
  r:
    state: 0
    transform: {{action: [{{delay: 1s}}]}}
    reduce: {{add: = state + mutation}}
  s:
    state: 0
    transform: {{action: [{{throttle: 3ms}}]}}
    reduce: {{add: = state + mutation}}
steps:
  - for: {{i: = lists.range({n})}}
    do:
      - send: {{r: {{add: 1}}}}
      - send: {{s: {{add: 1}}}}
      - advance: 1ms
  - advance: 10s
    expect: {{r: {n}}}
"""


@shape(1500)
def merges(n):
    return f"""cells: {{a: 0}}
reactors:
  r:
    state: 0
    transform: {{action: [{{merge: {{from: a, as: add}}}}], state: [{{merge: {{from: a}}}}]}}
    reduce: {{add: = state + mutation}}
steps:
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
"""


@shape(400)
def many_merges(n):
    return f"""cells: {{a: 0}}
reactors:
{lines(n, lambda i: f"  r{i}: {{state: 0, transform: {{action: [{{merge: {{from: a, as: add}}}}]}}, reduce: {{add: = state + mutation}}}}")}
steps:
  - set: {{a: 1}}
"""


@shape(800)
def many_reactors(n):
    return f"""reactors:
{lines(n, lambda i: f"  r{i}: {{state: 0, mutate: {{go: [{{mutation: {{add: = action}}}}]}}, reduce: {{add: = state + mutation}}}}")}
steps:
{lines(n, lambda i: f"  - send: {{r{i}: {{go: 1}}}}{chr(10)}    expect: {{r{i}: 1}}")}
"""


@shape(1500)
def stubbed(n):
    return f"""reactors: {{r: {{state: 0, reduce: {{add: = state + mutation}}}}}}
scenarios:
  - name: recorded
    steps:
      - stub: r
      - repeat: {n}
        do: [{{send: {{r: {{add: 1}}}}}}]
        received: {{r: [{flow(n, lambda i: "{add: 1}")}]}}
"""


@shape(1500)
def bodies_that_fail(n):
    return f"""reactors:
  r: {{state: 0, mutate: {{go: [{{fail: broken}}]}}, reduce: {{add: = 1}}}}
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
    reports: [{flow(n, lambda i: "broken")}]
"""


@shape(500)
def actions_of_a_reactor(n):
    return f"""reactors:
  r:
    state: {{{flow(n, lambda i: f"p{i}: 0")}}}
    mutate:
{lines(n, lambda i: f"      go{i}: [{{mutation: set{i}}}]")}
    reduce:
{lines(n, lambda i: f"      set{i}: {{p{i}: 1}}")}
steps:
{lines(n, lambda i: f"  - send: {{r: go{i}}}")}
"""


@shape(2000)
def elements_of_a_list_reduced_at_once(n):
    return f"""reactors:
  r:
    state: {{l: [{flow(n, lambda i: "0")}], m: [{flow(n, lambda i: "0")}]}}
    reduce:
      go: {{{flow(n, lambda i: f"'l[{i}]': 1, 'm[{n - 1 - i}]': 1")}}}
steps:
  - send: {{r: go}}
"""


@shape(1000)
def states_of_many(n):
    return f"""reactors:
{lines(n, lambda i: f"  r{i}: {{state: 0, reduce: {{up: = state + 1}}}}")}
steps:
  - batch:
{lines(n, lambda i: f"      - send: {{r{i}: up}}")}
    states:
{lines(n, lambda i: f"      r{i}: [1]")}
"""
