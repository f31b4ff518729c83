"""Computations: re-runs, children, handlers, emissions."""

from . import flow, lines, shape


@shape(1500)
def watchers_of_one_cell(n):
    return f"""cells: {{a: 0}}
computations:
{lines(n, lambda i: f"  w{i}: = a + {i}")}
steps:
  - repeat: 5
    do: [{{set: {{a: = a + 1}}}}]
"""


@shape(5000)
def emissions_of_one_step(n):
    return f"""cells: {{a: 0}}
computations: {{w: = a}}
steps:
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
    emits: [{flow(n, lambda i: str(i + 1))}]
"""


@shape(1000)
def channels(n):
    return f"""cells: {{a: 0}}
computations:
  w:
    - depend: a
{lines(n, lambda i: f"    - emit: {{ch{i}: = a}}")}
steps:
  - set: {{a: 1}}
    emits:
{lines(n, lambda i: f"      ch{i}: [1]")}
"""


@shape(1000)
def children(n):
    return f"""cells: {{a: 0, b: 0}}
computations:
  parent:
    - depend: a
    - for: {{i: = lists.range({n})}}
      do:
        - autorun: {{name: child, run: [{{emit: = b + i}}]}}
steps:
  - repeat: 3
    do: [{{set: {{a: = a + 1}}}}]
  - repeat: 3
    do: [{{set: {{b: = b + 1}}}}]
    runs: {{child: {3 * n}}}
"""


@shape(3000)
def children_of_steps(n):
    return f"""cells: {{a: 0}}
steps:
  - repeat: {n}
    do:
      - autorun: {{name: one, run: [{{emit: {{log: = a}}}}]}}
  - set: {{a: 1}}
    runs: {{one: {n}}}
"""


@shape(1000)
def invalidation_handlers(n):
    return f"""cells: {{a: 0, b: 0}}
computations:
  w:
    - depend: a
    - repeat: {n}
      do:
        - onInvalidate: [{{set: {{b: = b + 1}}}}]
        - onStop: [{{set: {{b: = b + 1}}}}]
steps:
  - set: {{a: 1}}
    expect: {{b: {n}}}
  - stop: w
    expect: {{b: {3 * n}}}
"""


@shape(3000)
def after_flush_handlers(n):
    return f"""cells: {{a: 0, b: 0}}
computations:
  w:
    - depend: a
    - repeat: {n}
      do:
        - afterFlush: [{{set: {{b: = b + 1}}}}]
  v: = b
steps:
  - set: {{a: 1}}
    expect: {{b: {2 * n}}}
"""


@shape(1500)
def stopped_and_started(n):
    return f"""cells: {{a: 0}}
computations: {{w: = a, v: = a}}
steps:
  - repeat: {n}
    do:
      - stop: w
      - set: {{a: = a + 1}}
      - start: w
"""


@shape(1500)
def many_stopped(n):
    return f"""cells: {{a: 0}}
computations:
{lines(n, lambda i: f"  w{i}: = a")}
steps:
{lines(n, lambda i: f"  - stop: w{i}")}
  - set: {{a: 1}}
    runs: {{w0: 0}}
"""


@shape(2000)
def invalidated_by_hand(n):
    return f"""cells: {{a: 0}}
computations: {{w: = a}}
settings: {{flush: manual}}
steps:
  - repeat: {n}
    do:
      - invalidate: w
      - flush
    runs: {{w: {n}}}
"""


@shape(3000)
def invalidates_itself(n):
    return f"""cells: {{a: 0, b: 0}}
computations:
  w:
    - depend: a
    - nonreactive: [{{set: {{b: = b + 1}}}}]
    - if: a > 0 && b % 2 == 1
      then: [{{invalidate: self}}]
steps:
  - set: {{a: 1}}
  - repeat: {n}
    do: [{{set: {{a: = a + 1}}}}]
"""


@shape(2000)
def reruns_until_settled(n):
    return f"""cells: {{a: 0}}
computations:
  w:
    - if: a > 0 && a < {n}
      then: [{{set: {{a: = a + 1}}}}]
steps:
  - set: {{a: 1}}
    expect: {{a: {n}}}
"""


@shape(1500)
def reruns_that_fail(n):
    return f"""cells: {{a: 1}}
computations: {{w: '= 1 / (a - a) + a'}}
scenarios:
  - name: none
    given: {{a: 0}}
    steps: [{{expect: {{a: 0}}}}]
""".replace("1 / (a - a) + a", "a == 0 ? 0 : 1 / (a - a)") + f"""  - name: all
    given: {{a: 0}}
    steps:
      - repeat: {n}
        do: [{{set: {{a: = a + 1}}}}]
        reports: [{flow(n, lambda i: "zero")}]
"""


@shape(1000)
def waiting_computations(n):
    return f"""cells: {{a: 0}}
computations:
{lines(n, lambda i: f"  w{i}: [{{depend: a}}, {{wait: {i + 1}ms}}, {{emit: = a}}]")}
steps:
  - set: {{a: 1}}
  - advance: 1h
"""


@shape(2000)
def reads_of_one_run(n):
    return f"""cells:
{lines(n, lambda i: f"  c{i}: 0")}
  at: 0
computations:
  w:
    - depend: at
{lines(n, lambda i: f"    - if: at % 2 == 0{chr(10)}      then: [{{depend: c{i}}}]")}
steps:
  - repeat: 6
    do: [{{set: {{at: = at + 1}}}}]
"""


@shape(40)
def children_of_children(n):
    return f"""cells: {{a: 0}}
computations:
  grow:
    - depend: a
    - for: {{i: = lists.range({n})}}
      do:
        - autorun:
            name: middle
            run:
              - for: {{j: = lists.range({40})}}
                do: [{{autorun: {{name: leaf, run: [{{emit: = a + i + j}}]}}}}]
steps:
  - repeat: 3
    do: [{{set: {{a: = a + 1}}}}]
"""


@shape(300)
def a_list_whose_deciding_element_flips(n):
    return f"""cells:
  items: []
computations:
  any: '= items.exists(i, i.p == -1)'
  all: '= items.all(i, i.p != -1)'
steps:
  - set: {{items: "= lists.range({n}).map(i, {{'p': i}})"}}
  - for: {{k: '= lists.range({n})'}}
    do: [{{set: {{'items[7].p': -1}}}}, {{set: {{'items[7].p': 1}}}}]
"""
