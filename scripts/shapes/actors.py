"""Actors: lives, pools, supervision, watches, stashes."""

from . import flow, lines, shape

COUNTER = "{state: {n: 0}, on: {Add: [{set: {n: = state.n + message}}], Get: = state.n}}"


@shape(800)
def many_actors(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {COUNTER}")}
steps:
{lines(n, lambda i: f"  - tell: {{a{i}: {{Add: 1}}}}{chr(10)}    expect: {{a{i}.n: 1}}")}
"""


@shape(1500)
def spawns(n):
    return f"""actors:
  w: {COUNTER}
steps:
  - repeat: {n}
    do: [{{spawn: w}}]
"""


@shape(1500)
def spawns_of_an_actor_stopped_with_it(n):
    return f"""actors:
  boss: {{on: {{Hire: [{{repeat: = message, do: [{{spawn: w}}]}}]}}}}
  w: {COUNTER}
steps:
  - tell: {{boss: {{Hire: {n}}}}}
  - stop: boss
    expect: {{w.spawned: []}}
"""


@shape(1500)
def spawned_and_stopped(n):
    return f"""actors:
  boss:
    on:
      Go:
        - spawn: w
          as: made
        - tell: {{made: Leave}}
  w: {{on: {{Leave: [{{stop: self}}]}}}}
steps:
  - repeat: {n}
    do: [{{tell: {{boss: Go}}}}]
"""


@shape(1000)
def watched_by_one(n):
    return f"""actors:
  boss:
    state: {{gone: 0}}
    on:
      Go:
        - repeat: = message
          do:
            - spawn: w
              as: made
            - watch: made
            - tell: {{made: Leave}}
      Terminated: [{{set: {{gone: = state.gone + 1}}}}]
  w: {{on: {{Leave: [{{stop: self}}]}}}}
steps:
  - tell: {{boss: {{Go: {n}}}}}
    expect: {{boss.gone: {n}}}
"""


@shape(1000)
def watchers_of_one(n):
    return f"""actors:
  boss: {{on: {{Go: [{{repeat: = message, do: [{{spawn: w}}]}}]}}}}
  target: {{on: {{Leave: [{{stop: self}}]}}}}
  w: {{setup: [{{watch: target}}], on: {{Terminated: [{{stop: self}}]}}}}
steps:
  - tell: {{boss: {{Go: {n}}}}}
  - tell: {{target: Leave}}
"""


def pool(router, busy, n, size=200):
    body = "{future: [{wait: 1s}, {reply: 1}]}" if busy else "[{set: {n: = state.n + 1}}]"
    return f"""actors:
  p: {{provider: {{pool: {size}}}, router: {router}, state: {{n: 0}}, on: {{Work: {body}}}}}
steps:
  - batch:
      - repeat: {n}
        do: [{{tell: {{p: Work}}}}]
  - advance: 1d
"""


@shape(2000)
def pool_first_free(n):
    return pool("first_free", False, n)


@shape(2000)
def pool_first_free_busy(n):
    return pool("first_free", True, n)


@shape(2000)
def pool_round_robin(n):
    return pool("round_robin", True, n)


@shape(2000)
def pool_smallest_mailbox(n):
    return pool("smallest_mailbox", True, n)


@shape(100)
def pool_broadcast(n):
    return pool("broadcast", False, n, 50)


def wide(router, n):
    return pool(router, True, 3 * n, n)


@shape(200)
def pool_of_many_first_free(n):
    return wide("first_free", n)


@shape(200)
def pool_of_many_round_robin(n):
    return wide("round_robin", n)


@shape(200)
def pool_of_many_smallest_mailbox(n):
    return wide("smallest_mailbox", n)


@shape(200)
def pool_of_many_that_come_and_go(n):
    return f"""actors:
  p: {{provider: {{pool: {n}}}, on: {{Work: {{future: [{{wait: 1s}}, {{reply: 1}}]}}}}}}
steps:
  - repeat: {3 * n}
    do:
      - tell: {{p: Work}}
      - advance: = duration("2s") / {n}
""".replace(f'= duration("2s") / {n}', f"{2_000_000 // n}us")


@shape(250)
def stashed(n):
    return f"""actors:
  door:
    state: {{in: 0}}
    on: {{Enter: [stash], Open: [{{become: open}}, unstash]}}
    behaviors: {{open: {{Enter: [{{set: {{in: = state.in + 1}}}}]}}}}
steps:
  - repeat: {n}
    do: [{{tell: {{door: Enter}}}}]
  - tell: {{door: Open}}
    expect: {{door.in: {n}}}
""".replace("in:", "inside:").replace("state.in ", "state.inside ").replace("door.in", "door.inside").replace("insideside", "inside")


@shape(1500)
def bodies_that_linger(n):
    return f"""actors:
  a:
    state: {{n: 0}}
    on:
      Go: [{{tell: {{a: Add}}, after: 1s}}]
      Add: [{{set: {{n: = state.n + 1}}}}]
steps:
  - repeat: {n}
    do: [{{tell: {{a: Go}}}}]
  - advance: 1s
    expect: {{a.n: {n}}}
"""


@shape(1500)
def ticks_at_work(n):
    return f"""actors:
  a:
    state: {{n: 0}}
    on:
      Go: [{{every: 1ms, do: [{{wait: 10s}}, {{set: {{n: = state.n + 1}}}}]}}]
      Stop: [{{stop: self}}]
steps:
  - tell: {{a: Go}}
  - advance: {n}ms
  - advance: 10s
"""


@shape(1500)
def behaviors(n):
    return f"""actors:
  door:
    on: {{Turn: [{{become: open}}]}}
    behaviors: {{open: {{Turn: [{{become: on}}]}}}}
steps:
  - repeat: {n}
    do: [{{tell: {{door: Turn}}}}]
"""


@shape(1500)
def restarts(n):
    return f"""actors:
  boss: {{provider: instance, children: [w], supervision: {{restarts: 100000, within: 1h}}}}
  w: {{state: {{n: 0}}, on: {{Break: [{{fail: broken}}]}}}}
steps:
  - repeat: {n}
    do: [{{tell: {{w: Break}}}}]
    reports: [{flow(n, lambda i: "broken")}]
"""


@shape(400)
def restarts_of_all(n):
    return f"""actors:
  boss:
    provider: instance
    children: [{flow(n, lambda i: f"w{i}")}]
    supervision: {{strategy: one_for_all, restarts: 10}}
{lines(n, lambda i: f"  w{i}: {{state: {{n: 0}}, on: {{Break: [{{fail: broken}}], Add: [{{set: {{n: 1}}}}]}}}}")}
steps:
  - tell: {{w0: Break}}
    reports: [broken]
  - tell: {{w{n - 1}: Break}}
    reports: [broken]
"""


@shape(20)
def supervision_trees(n):
    return f"""actors:
  top: {{provider: instance, children: [{flow(n, lambda i: f"m{i}")}], supervision: {{strategy: rest_for_one, restarts: 10}}}}
{lines(n, lambda i: f"  m{i}: {{children: [{flow(10, lambda k: f'w{i}_{k}')}], supervision: {{restarts: 0}}}}")}
{lines(n, lambda i: lines(10, lambda k: f"  w{i}_{k}: {{on: {{Break: [{{fail: broken}}]}}}}"))}
steps:
  - tell: {{w0_0: Break}}
    reports: [broken, more than]
"""


@shape(2000)
def crashes(n):
    return f"""actors:
  boss: {{provider: instance, children: [w], supervision: {{restarts: 100000, within: 1h}}}}
  w: {{state: {{n: 0}}, setup: [{{set: {{n: 1}}}}]}}
steps:
  - repeat: {n}
    do: [{{crash: w}}, {{restart: w}}]
"""


@shape(1500)
def asked_state(n):
    return f"""actors:
  w: {COUNTER}
steps:
  - for: {{n: = lists.range({n})}}
    do:
      - tell: {{w: {{Add: 1}}}}
        expect: {{w: {{n: = n + 1}}}}
        received: {{w: [{{Add: 1}}]}}
"""


@shape(2000)
def elements_of_a_list_set_at_once_by_an_actor(n):
    return f"""actors:
  a:
    state: {{l: [{flow(n, lambda i: "0")}]}}
    on: {{Go: [{{set: {{{flow(n, lambda i: f"'l[{i}]': 1")}}}}}]}}
steps:
  - tell: {{a: Go}}
"""


@shape(1000)
def received_by_many(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Up: []}}}}")}
steps:
  - batch:
{lines(n, lambda i: f"      - tell: {{a{i}: Up}}")}
    received:
{lines(n, lambda i: f"      a{i}: [Up]")}
"""
