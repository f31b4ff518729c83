"""What a world may come to hold: messages, timers, actors, answers, stores, bodies; and what never ends."""

from . import CHECK, JSONL, LIST, RUN, TEXT, TRACE, VACUOUS, WORLD, attack, flow, lines


@attack(*WORLD, "run --jobs 4 FILE")
def messages_of_lists():
    return f"""actors:
  a: {{on: {{Wait: [{{wait: 1d}}], M: []}}}}
steps:
  - tell: {{a: Wait}}
  - for: {{i: = lists.range(9000)}}
    do: [{{tell: {{a: {{M: '= {LIST}.map(x, x + i)'}}}}}}, {{advance: 1ns}}]
"""


@attack(*WORLD)
def messages_of_texts():
    return f"""cells: {{t: '= {TEXT}'}}
actors:
  a: {{on: {{Wait: [{{wait: 1d}}], M: []}}}}
steps:
  - tell: {{a: Wait}}
  - for: {{i: = lists.range(90000)}}
    do: [{{tell: {{a: {{M: '= t + string(i)'}}}}}}, {{advance: 1ns}}]
"""


@attack(*WORLD, JSONL)
def texts_in_cells():
    return f"""cells:
  t: '= {TEXT}'
{lines(9000, lambda i: f"  c{i}: ''")}
steps:
{lines(9000, lambda i: f"  - set: {{c{i}: = t + '{i}'}}")}
"""


@attack(*WORLD)
def texts_in_one_cell():
    return f"""cells: {{t: '= {TEXT}', c: ''}}
steps:
  - for: {{i: = lists.range(9000)}}
    do: [{{set: {{c: = t + string(i)}}}}, {{advance: 1ns}}]
"""


@attack(*WORLD)
def asks_held_open():
    return f"""actors:
  a: {{on: {{M: {{future: [{{wait: 1d}}, {{reply: 1}}]}}}}}}
steps:
  - for: {{i: = lists.range(9000)}}
    do:
      - ask: {{a: {{M: '= {LIST}.map(x, x + i)'}}}}
        as: p
      - advance: 1ns
"""


@attack(*WORLD)
def calls_held_open():
    return f"""services: {{s: {{methods: {{held: pending}}}}}}
steps:
  - for: {{i: = lists.range(9000)}}
    do:
      - call: {{s.held: '= {LIST}.map(x, x + i)'}}
        as: p
      - advance: 1ns
"""


@attack(*WORLD)
def calls_held_open_by_the_100k():
    return """services: {s: {methods: {held: pending}}}
actors: {a: {provider: {pool: 1000}, router: round_robin, on: {M: [{call: s.held}]}}}
steps:
  - for: {i: = lists.range(99000)}
    do:
      - call: {s.held: = i}
        as: p
  - advance: 1s
"""


@attack(*WORLD)
def timers_by_the_100k():
    return """reactors: {r: {state: 0, reduce: {add: = state + mutation}}}
steps:
  - batch:
    - for: {i: = lists.range(99000)}
      do: [{send: {r: {add: = i}}, after: 1s}]
  - batch:
    - for: {i: = lists.range(99000)}
      do: [{send: {r: {add: = i}}, after: 1s}]
  - advance: 2s
"""


@attack(*WORLD)
def timers_with_large_payloads():
    return f"""reactors: {{r: {{state: 0, reduce: {{add: = mutation.size()}}}}}}
steps:
  - for: {{i: = lists.range(9000)}}
    do: [{{send: {{r: {{add: '= {LIST}.map(x, x + i)'}}}}, after: 1d}}, {{advance: 1ns}}]
"""


@attack(RUN)
def tickers_by_the_100k():
    return """cells: {c: 0}
steps:
  - for: {i: = lists.range(99000)}
    do: [{every: 1d, do: [{set: {c: = i}}]}]
  - for: {i: = lists.range(99000)}
    do: [{every: 1d, do: [{set: {c: = i}}]}]
  - for: {i: = lists.range(99000)}
    do: [{every: 1d, do: [{set: {c: = i}}]}]
"""


@attack(*WORLD)
def actors_by_the_100k():
    return """actors: {a: {state: {n: 0}, on: {M: []}}}
steps:
  - for: {j: = lists.range(20)}
    do:
      - for: {i: = lists.range(99000)}
        do: [{spawn: a}]
"""


@attack(*WORLD)
def actors_with_large_arguments():
    return f"""actors: {{a: {{state: {{n: = args.size()}}, on: {{M: []}}}}}}
steps:
  - for: {{i: = lists.range(9000)}}
    do: [{{spawn: {{a: '= {LIST}.map(x, x + i)'}}}}, {{advance: 1ns}}]
"""


@attack(RUN)
def actors_with_tickers():
    return """cells: {c: 0}
actors: {a: {state: {n: 0}, setup: [{every: 1h, do: [{set: {n: = state.n + 1}}]}], on: {M: []}}}
steps:
  - for: {i: = lists.range(99000)}
    do: [{spawn: a}]
  - for: {i: = lists.range(99000)}
    do: [{spawn: a}]
  - advance: 1d
"""


@attack(*WORLD)
def messages_that_double():
    return """actors:
  a: {on: {M: [{tell: {b: M}}, {tell: {b: M}}]}}
  b: {on: {M: [{tell: {a: M}}, {tell: {a: M}}]}}
steps: [{tell: {a: M}}]
"""


@attack(*WORLD)
def messages_that_grow():
    return """actors:
  a: {on: {M: [{tell: {b: {M: '= message + message'}}}, {tell: {b: {M: '= message + [1]'}}}]}}
  b: {on: {M: [{tell: {a: {M: '= message + message'}}}, {tell: {a: {M: '= message + [2]'}}}]}}
steps: [{tell: {a: {M: [1]}}}]
"""


@attack(RUN)
def stashes_of_lists():
    return f"""actors:
  a: {{provider: {{pool: 1000}}, router: round_robin, on: {{M: [stash]}}}}
steps:
  - for: {{j: = lists.range(9)}}
    do:
      - for: {{i: = lists.range(9000)}}
        do: [{{tell: {{a: {{M: '= {LIST}.map(x, x + i)'}}}}}}, {{advance: 1ns}}]
"""


@attack(*WORLD, JSONL)
def a_store_of_a_large_state():
    return """stores:
  s:
    state: {list: [], text: ""}
    reducers: {add: {list: '= state.list + [action]', text: '= state.text + string(action)'}}
steps:
  - for: {i: = lists.range(90000)}
    do: [{dispatch: {s: {add: = i}}}]
"""


@attack(*WORLD)
def many_stores_of_large_states():
    return f"""stores:
{lines(800, lambda i: f"  s{i}: {{state: {{list: []}}, reducers: {{fill: {{list: '= {LIST}.map(x, x + action)'}}}}}}")}
steps:
{lines(800, lambda i: f"  - dispatch: {{s{i}: {{fill: {i}}}}}")}
"""


@attack(*WORLD)
def routes_that_pile_up():
    return """stores:
  s: {state: 0, routes: {r: {screen: = args.size()}}}
steps:
  - for: {i: = lists.range(99000)}
    do: [{present: {s: {r: '= lists.range(900).map(x, x + i)'}}}, {advance: 1ns}]
"""


@attack(RUN)
def routes_by_the_100k():
    return """stores:
  s: {state: 0, routes: {r: {screen: = args}}}
steps:
  - for: {i: = lists.range(99000)}
    do: [{present: {s: {r: = i}}}]
"""


@attack(*WORLD)
def elements_delayed():
    return f"""reactors:
  r:
    state: 0
    transform: {{action: [{{delay: 1d}}]}}
    mutate: {{m: []}}
steps:
  - for: {{i: = lists.range(9000)}}
    do: [{{send: {{r: {{m: '= {LIST}.map(x, x + i)'}}}}}}, {{advance: 1ns}}]
"""


@attack(*WORLD)
def bodies_that_hold_locals():
    return f"""reactors:
  r: {{mutate: {{m: [{{let: {{l: '= {LIST}.map(x, x + action)'}}}}, {{wait: 1d}}, {{emit: = l.size()}}]}}}}
steps:
  - for: {{i: = lists.range(9000)}}
    do: [{{send: {{r: {{m: = i}}}}}}, {{advance: 1ns}}]
"""


@attack(RUN)
def bodies_by_the_100k():
    return """reactors:
  r: {mutate: {m: [{let: {l: = action}}, {wait: 1d}, {emit: = l}]}}
steps:
  - for: {j: = lists.range(20)}
    do:
      - for: {i: = lists.range(99000)}
        do: [{send: {r: {m: = i}}}]
"""


@attack(*WORLD)
def derived_cells_of_lists():
    return f"""cells:
  n: 0
{lines(3000, lambda i: f"  d{i}: '= {LIST}.map(x, x + n + {i})'")}
computations:
{lines(3000, lambda i: f"  r{i}: = d{i}.size()")}
steps: [{{set: {{n: 1}}}}]
"""


@attack(*WORLD, CHECK)
def a_derived_chain():
    return f"""cells:
  c0: 0
{lines(20000, lambda i: f"  c{i + 1}: = c{i} + 1")}
computations: {{r: = c20000}}
steps:
  - for: {{i: = lists.range(99000)}}
    do: [{{set: {{c0: = i}}}}]
"""


@attack(*WORLD, CHECK)
def a_derived_chain_of_lists():
    return f"""cells:
  c0: '= {LIST}'
{lines(8000, lambda i: f"  c{i + 1}: '= c{i}.map(x, x + 1)'")}
computations: {{r: = c8000.size()}}
steps: [{{flush: null}}]
"""


@attack(*WORLD)
def readers_of_everything():
    return f"""cells:
{lines(300, lambda i: f"  c{i}: {i}")}
{lines(300, lambda i: f"  d{i}: '= [" + flow(300, lambda j: f"c{j}") + "].size()'")}
computations:
{lines(300, lambda i: f"  r{i}: = d{i}")}
steps:
  - for: {{i: = lists.range(99000)}}
    do: [{{set: {{c0: = i}}}}]
"""


@attack(*WORLD)
def asks_in_a_circle():
    return """actors:
  a: {provider: {pool: 1000}, on: {M: {future: [{ask: {b: {M: '= message + message'}}, as: x}, {reply: = x}]}}}
  b: {provider: {pool: 1000}, on: {M: {future: [{ask: {a: {M: '= message + message'}}, as: x}, {reply: = x}]}}}
steps: [{ask: {a: {M: x}}}]
"""


@attack(*WORLD)
def calls_in_a_circle():
    return """services:
  a: {methods: {m: [{call: {b.m: '= args + ["x"]'}, as: x}, {return: = x}]}}
  b: {methods: {m: [{call: {a.m: '= args + ["x"]'}, as: x}, {return: = x}]}}
steps: [{call: {a.m: []}}]
"""


@attack(*WORLD)
def computations_that_set_each_other_off():
    return """cells: {a: [], b: []}
computations:
  x: [{set: {a: '= b + [1]'}}]
  y: [{set: {b: '= a + [1]'}}]
steps: [{set: {a: [1]}}]
"""


@attack(*WORLD)
def autoruns_within_each_other():
    inner = "{emit: {log: = n}}"
    for i in range(14):
        inner = f"{{autorun: {{name: a{i}, run: [{inner}, {inner}]}}}}" if i < 9 else \
            f"{{autorun: {{name: a{i}, run: [{inner}]}}}}"
    return f"""cells: {{n: 0}}
computations: {{c: [{inner}]}}
steps:
  - for: {{i: = lists.range(9000)}}
    do: [{{set: {{n: = i}}}}]
"""


@attack(*WORLD)
def autoruns_by_the_100k():
    return """cells: {n: 0}
computations:
  c: [{repeat: 900000, do: [{autorun: {name: a, run: [{depend: n}]}}]}]
steps: [{set: {n: 1}}]
"""


@attack(RUN)
def handlers_by_the_100k():
    return """cells: {n: 0}
computations:
  c: [{let: {l: = lists.range(100)}}, {repeat: 900000, do: [{onStop: [{emit: = l}]}]}]
steps: [{set: {n: 1}}, {stop: c}]
"""


@attack(RUN)
def work_after_the_flush():
    return """cells: {n: 0}
computations:
  c: [{depend: n}, {repeat: 900000, do: [{afterFlush: [{emit: = n}]}]}]
steps: [{set: {n: 1}}]
"""


@attack(*WORLD, JSONL)
def emissions_without_end():
    return f"""cells: {{t: '= {TEXT}'}}
reactors: {{r: {{mutate: {{m: [{{repeat: 900000, do: [{{emit: = t}}]}}]}}}}}}
steps: [{{send: {{r: m}}}}]
"""


@attack(*WORLD, JSONL)
def emissions_of_shared_lists():
    return f"""cells: {{l: '= {LIST}'}}
reactors: {{r: {{mutate: {{m: [{{repeat: 900000, do: [{{emit: = l}}]}}]}}}}}}
steps:
{lines(50, lambda i: "  - send: {r: m}")}
"""


@attack(*WORLD)
def states_that_are_emitted():
    return f"""reactors:
  r:
    state: []
    mutate: {{m: [{{repeat: 900000, do: [{{mutation: {{fill: = action}}}}]}}]}}
    reduce: {{fill: '= {LIST}.map(x, x + mutation)'}}
steps: [{{send: {{r: {{m: 1}}}}, states: {{r: []}}}}]
"""


@attack(*WORLD)
def failures_of_large_values():
    return f"""cells: {{l: '= {LIST}'}}
actors:
  a: {{on: {{M: [{{fail: '= l.map(x, x + message)'}}]}}}}
steps:
  - batch:
    - for: {{i: = lists.range(9000)}}
      do: [{{tell: {{a: {{M: = i}}}}}}]
"""


@attack(*WORLD)
def failures_by_the_100k():
    return """actors:
  a: {on: {M: [{fail: '= "no " + string(message)'}]}}
steps:
  - batch:
    - for: {i: = lists.range(99000)}
      do: [{tell: {a: {M: = i}}}]
"""


@attack(*WORLD)
def restarts_without_end():
    return """actors:
  boss: {provider: instance, children: [w], supervision: {restarts: 1000000, within: 1ns}}
  w: {setup: [{wait: 1s}, {fail: '= "broken"'}], on: {M: []}}
steps: [{advance: 100000d}]
"""


@attack(RUN)
def watches_by_the_100k():
    return """actors:
  boss: {on: {Go: [{spawn: w, as: made}, {watch: made}, {watch: made}], Terminated: []}}
  w: {on: {M: []}}
steps:
  - for: {j: = lists.range(20)}
    do:
      - for: {i: = lists.range(99000)}
        do: [{tell: {boss: Go}}]
"""


@attack(RUN)
def faults_by_the_100k():
    return """actors: {a: {on: {M: []}}}
steps:
  - for: {j: = lists.range(20)}
    do:
      - for: {i: = lists.range(99000)}
        do: [{delay: {to: a, by: 1s}}]
"""


@attack(RUN)
def notes_and_lets_in_loops():
    return f"""cells: {{l: '= {LIST}'}}
steps:
  - for: {{i: = lists.range(300)}}
    do:
      - let: {{a: '= l.map(x, x + i)', b: '= a.map(x, x + 1)', c: '= b.map(x, x + 1)'}}
      - for: {{j: = c}}
        do: [{{let: {{d: = j}}}}]
"""


@attack(RUN)
def loops_within_loops():
    inner = "{set: {c: = c + 1}}"
    for i in range(9):
        inner = f"{{for: {{v{i}: '= {LIST}.map(x, x + {i})'}}, do: [{inner}]}}"
    return f"cells: {{c: 0}}\nsteps: [{inner}]\n".replace("steps", "settings: {memory: 512MB}\nscenarios: [{timeout: 20s, steps", 1) \
        .rstrip() + "}]\n"


@attack("run --jobs 1 --timeout 10s FILE")
def a_script_without_end():
    return """cells: {c: 0}
steps:
  - repeat: 1000000000
    do: [{repeat: 1000000000, do: [{set: {c: = c + 1}, expect: {c: = c}}]}]
"""


@attack("run --jobs 1 --timeout 20s FILE")
def time_without_end():
    return """cells: {c: 0}
steps:
  - every: 1us
    do: [{set: {c: = c + 1}}]
  - advance: 100000d
"""


@attack(*WORLD)
def properties_that_cost():
    return f"""cells: {{l: '= {LIST}', n: 0}}
always:
{lines(40, lambda i: f"  - '= l.map(x, x + {i}).size() > 0'")}
steps:
  - for: {{i: = lists.range(300)}}
    do: [{{set: {{n: = i}}}}]
"""


@attack("run --jobs 1 --timeout 20s FILE")
def rows_by_steps_by_loops():
    return f"""cells: {{c: 0}}
scenarios:
  - name: "{{n}}"
    each: [{flow(8000, lambda i: f"{{n: {i}}}")}]
    steps:
      - repeat: 1000
        do: [{{for: {{i: [1, 2, 3, 4, 5, 6, 7, 8]}}, do: [{{set: {{c: = c + n + i}}}}]}}]
"""


@attack("run --jobs 1 FILE", "run --jobs 2 FILE", "run --jobs 4 FILE")
def rows_that_each_hold_much():
    return f"""cells: {{c: []}}
actors: {{a: {{on: {{Wait: [{{wait: 1d}}], M: []}}}}}}
scenarios:
  - name: "{{n}}"
    each: [{flow(40, lambda i: f"{{n: {i}}}")}]
    steps:
      - tell: {{a: Wait}}
      - for: {{i: = lists.range(160)}}
        do: [{{tell: {{a: {{M: '= {LIST}.map(x, x + i + n)'}}}}}}]
"""


@attack("run --jobs 2 FILE", "run --jobs 4 FILE")
def rows_that_each_hold_too_much():
    return f"""actors: {{a: {{on: {{Wait: [{{wait: 1d}}], M: []}}}}}}
scenarios:
  - name: "{{n}}"
    each: [{flow(12, lambda i: f"{{n: {i}}}")}]
    steps:
      - tell: {{a: Wait}}
      - for: {{i: = lists.range(9000)}}
        do: [{{tell: {{a: {{M: '= {LIST}.map(x, x + i + n)'}}}}}}]
"""


@attack(*WORLD, VACUOUS)
def interrupted_every_way():
    return f"""cells: {{l: '= {LIST}', n: 0}}
services: {{s: {{methods: {{held: pending}}}}}}
actors:
  a: {{on: {{M: {{future: [{{call: {{s.held: = message}}, as: x}}, {{reply: = x}}], onCancel: [{{set: {{n: 1}}}}]}}}}}}
  b: {{provider: {{pool: 100}}, router: broadcast, on: {{M: [{{ask: {{a: {{M: '= l.map(x, x + message)'}}}}, as: x, timeout: 1s, else: []}}]}}}}
steps:
  - for: {{i: = lists.range(900)}}
    do:
      - tell: {{b: {{M: = i}}}}
      - advance: 100ms
"""
