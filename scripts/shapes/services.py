"""Services: calls answered, open, late; replies; outcomes of calls."""

from . import flow, lines, shape

HELD = "services: {s: {methods: {held: pending, slow: [{wait: 10d}, {return: 1}], echo: = args}}}"


@shape(2000)
def calls(n):
    return f"""{HELD}
steps:
  - repeat: {n}
    do: [{{call: {{s.echo: 1}}, replies: 1}}]
    calls: {{s.echo: [{flow(n, lambda i: "1")}]}}
"""


@shape(1000)
def calls_resolved(n):
    return f"""{HELD}
steps:
  - repeat: {n}
    do: [{{call: s.held, as: p}}]
  - repeat: {n}
    do: [{{resolve: {{s.held: 1}}}}]
"""


@shape(500, "check FILE")
def calls_resolved_in_many_scenarios(n):
    played = "services: {web.find: = 2, web.held: pending}"
    steps = "[{call: web.held, as: p}, {resolve: {web.held: 1}}, {call: web.find, replies: 2}]"
    return f"""services: {{web: {{methods: {{find: = 1, held: pending}}}}}}
scenarios:
{lines(n, lambda i: f"  - {{name: s{i}, {played}, steps: {steps}}}")}
"""


@shape(1000, "check FILE")
def methods_played_by_others(n):
    return f"""services:
  web:
    methods:
{lines(n, lambda i: f"      m{i}: pending")}
scenarios:
  - name: one
    services:
{lines(n, lambda i: f"      web.m{i}: = {i}")}
    steps: [{{call: web.m0, replies: 0}}]
"""


@shape(1000)
def calls_rejected(n):
    return f"""{HELD}
reactors:
  r:
    state: 0
    mutate: {{go: [{{call: s.held, else: [{{mutation: {{add: 1}}}}]}}]}}
    reduce: {{add: = state + 1}}
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
  - repeat: {n}
    do: [{{reject: {{s.held: broken}}}}]
  - expect: {{r: {n}}}
"""


@shape(1000)
def calls_that_time_out(n):
    return f"""{HELD}
steps:
  - repeat: {n}
    do: [{{call: s.held, timeout: 1s, as: p}}]
  - advance: 2s
"""


@shape(1000)
def calls_that_time_out_one_after_the_other(n):
    return f"""{HELD}
steps:
  - repeat: {n}
    do: [{{call: s.held, timeout: 1s, as: p}}]
  - repeat: {n}
    do: [{{call: s.held, timeout: 1ms, as: p}}, {{advance: 1ms}}]
"""


@shape(1000)
def calls_of_bodies_that_time_out(n):
    return f"""{HELD}
reactors:
  r:
    state: 0
    mutate: {{go: [{{call: s.slow, timeout: 1s, else: [{{mutation: {{add: 1}}}}]}}]}}
    reduce: {{add: = state + 1}}
always: [r >= 0]
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
  - advance: 2s
    expect: {{r: {n}}}
"""


@shape(1000)
def calls_that_race_their_timeout(n):
    return f"""services: {{s: {{methods: {{slow: [{{wait: 1s}}, {{return: 1}}]}}}}}}
reactors:
  r:
    state: 0
    mutate: {{go: [{{call: s.slow, timeout: 1s, else: []}}, {{mutation: {{add: 1}}}}]}}
    reduce: {{add: = state + 1}}
always: [r >= 0]
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
  - advance: 2s
    expect: {{r: {n}}}
"""


@shape(1000)
def calls_cancelled(n):
    return f"""{HELD}
steps:
{lines(n, lambda i: f"  - call: s.held{chr(10)}    as: p{i}")}
{lines(n, lambda i: f"  - cancel: p{n - 1 - i}")}
"""


@shape(1000)
def calls_cancelled_by_the_next(n):
    return f"""{HELD}
reactors:
  r:
    state: 0
    mutate: {{go: {{latest: true, run: [{{call: s.held}}, {{mutation: {{add: 1}}}}]}}}}
    reduce: {{add: = state + 1}}
steps:
  - repeat: {n}
    do: [{{send: {{r: go}}}}]
  - resolve: {{s.held: 1}}
    expect: {{r: 1}}
"""


@shape(1500)
def replies(n):
    return f"""services:
  s:
    methods:
      next:
        replies:
{lines(n, lambda i: f"          - {{return: {i}}}")}
steps:
{lines(n, lambda i: f"  - call: s.next{chr(10)}    replies: {i}")}
"""


@shape(500)
def methods(n):
    return f"""services:
  s:
    state: {{{flow(n, lambda i: f"p{i}: 0")}}}
    methods:
{lines(n, lambda i: f"      m{i}: [{{set: {{p{i}: = args}}}}]")}
steps:
{lines(n, lambda i: f"  - call: {{s.m{i}: 1}}{chr(10)}    expect: {{s.p{i}: 1}}")}
"""


@shape(50)
def calls_in_a_chain(n):
    return f"""services:
  s:
    methods:
{lines(n, lambda i: f"      m{i}: [{{call: s.m{i + 1}, as: x}}, {{return: = x + 1}}]")}
      m{n}: = 0
steps:
  - repeat: 20
    do: [{{call: s.m0, replies: {n}}}]
"""


@shape(800)
def many_services(n):
    return f"""services:
{lines(n, lambda i: f"  s{i}: {{provides: [P{i}], methods: {{get: = {i}}}}}")}
steps:
{lines(n, lambda i: f"  - call: P{i}.get{chr(10)}    replies: {i}")}
"""


@shape(1000)
def promises_read(n):
    return f"""{HELD}
steps:
{lines(n, lambda i: f"  - call: s.held{chr(10)}    as: p{i}")}
{lines(n, lambda i: f"  - expect: {{p{i}.status: pending}}")}
"""


@shape(2000)
def elements_of_a_list_set_at_once_by_a_service(n):
    return f"""services:
  s:
    state: {{l: [{flow(n, lambda i: "0")}]}}
    methods: {{go: [{{set: {{{flow(n, lambda i: f"'l[{i}]': 1")}}}}}]}}
steps:
  - call: s.go
"""


@shape(1000)
def calls_of_many_methods(n):
    return f"""services:
  s:
    methods:
{lines(n, lambda i: f"      m{i}: = 1")}
steps:
  - batch:
{lines(n, lambda i: f"      - call: s.m{i}")}
    calls:
{lines(n, lambda i: f"      s.m{i}: [null]")}
"""


@shape(1000)
def strict_calls_of_many_methods(n):
    head, steps = calls_of_many_methods(n).split("steps:\n")
    return head + "scenarios:\n- name: strict\n  strict: true\n  steps:\n" + steps
