"""Messages: tells, asks open and answered, deadlocks, mailboxes, disturbances."""

from . import flow, lines, shape

ECHO = "{on: {Say: = message}}"


@shape(2000)
def tells(n):
    return f"""actors: {{a: {{state: {{n: 0}}, on: {{Add: [{{set: {{n: = state.n + 1}}}}]}}}}}}
steps:
  - repeat: {n}
    do: [{{tell: {{a: Add}}}}]
    expect: {{a.n: {n}}}
"""


@shape(3000)
def tells_in_one_batch(n):
    return f"""actors: {{a: {{state: {{n: 0}}, on: {{Add: [{{set: {{n: = state.n + 1}}}}]}}}}}}
steps:
  - batch:
      - repeat: {n}
        do: [{{tell: {{a: Add}}}}]
    expect: {{a.n: {n}}}
"""


@shape(3000)
def ping_pong(n):
    return f"""actors:
  a: {{state: {{n: 0}}, on: {{Ping: [{{set: {{n: = state.n + 1}}}}, {{if: state.n < {n}, then: [{{tell: {{b: Pong}}}}]}}]}}}}
  b: {{on: {{Pong: [{{tell: {{a: Ping}}}}]}}}}
steps:
  - tell: {{a: Ping}}
    expect: {{a.n: {n}}}
"""


@shape(2000)
def asks_answered(n):
    return f"""actors: {{a: {ECHO}}}
steps:
  - repeat: {n}
    do: [{{ask: {{a: {{Say: 1}}}}, replies: 1}}]
"""


@shape(1500)
def asks_bound(n):
    return f"""actors: {{a: {ECHO}}}
steps:
{lines(n, lambda i: f"  - ask: {{a: {{Say: {i}}}}}{chr(10)}    as: p{i}{chr(10)}    expect: {{p{i}.value: {i}}}")}
"""


@shape(1000)
def asks_open_of_a_script(n):
    return f"""actors: {{a: {{on: {{Wait: {{future: [{{wait: 1h}}, {{reply: 1}}]}}}}}}}}
cells: {{c: 0}}
steps:
  - repeat: {n}
    do: [{{ask: {{a: Wait}}, as: p}}]
  - repeat: {n}
    do: [{{set: {{c: = c + 1}}}}]
"""


@shape(1000)
def asks_open_of_actors(n):
    return f"""actors:
  a: {{on: {{Go: {{future: [{{ask: {{b: Hold}}, as: x}}, {{reply: = x}}]}}}}}}
  b: {{on: {{Hold: {{future: [{{wait: 10d}}, {{reply: 1}}]}}}}}}
  boss:
    on:
      Go:
        - repeat: = message
          do:
            - spawn: a
              as: made
            - tell: {{made: Go}}
cells: {{c: 0}}
steps:
  - tell: {{boss: {{Go: {n}}}}}
  - repeat: {n}
    do: [{{set: {{c: = c + 1}}}}]
"""


@shape(1000)
def asks_open_one_after_the_other(n):
    return f"""actors:
  a: {{on: {{Go: {{future: [{{ask: {{b: Hold}}, as: x}}, {{reply: = x}}]}}}}}}
  b: {{on: {{Hold: {{future: [{{wait: 10d}}, {{reply: 1}}]}}}}}}
steps:
  - repeat: {n}
    do:
      - spawn: a
        as: made
      - tell: {{made: Go}}
"""


@shape(400)
def asks_in_a_chain(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Go: {{future: [{{ask: {{a{i + 1}: Go}}, as: x}}, {{reply: = x + 1}}]}}}}}}")}
  a{n}: {{on: {{Go: = 0}}}}
steps:
  - ask: {{a0: Go}}
    replies: {n}
"""


@shape(400)
def asks_in_a_chain_that_stay(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Go: {{future: [{{ask: {{a{i + 1}: Go}}, as: x}}, {{reply: = x + 1}}]}}}}}}")}
  a{n}: {{on: {{Go: {{future: [{{wait: 1h}}, {{reply: 0}}]}}}}}}
cells: {{c: 0}}
steps:
  - ask: {{a0: Go}}
  - repeat: {n}
    do: [{{set: {{c: = c + 1}}}}]
  - advance: 1h
"""


@shape(300)
def deadlocks(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Go: {{future: [{{ask: {{b{i}: Go}}, as: x}}]}}, Hi: = 1}}}}{chr(10)}  b{i}: {{on: {{Go: {{future: [{{ask: {{a{i}: Hi}}, as: x}}]}}}}}}")}
steps:
{lines(n, lambda i: f"  - tell: {{a{i}: Go}}{chr(10)}    reports: [deadlock]")}
"""


@shape(300)
def deadlock_of_many(n):
    return f"""actors:
{lines(n, lambda i: f"  a{i}: {{on: {{Go: {{future: [{{ask: {{a{(i + 1) % n}: Go}}, as: x}}]}}}}}}")}
steps:
  - tell: {{a0: Go}}
    reports: [deadlock]
"""


@shape(1000)
def asks_that_time_out(n):
    return f"""actors: {{a: {{on: {{Wait: {{future: [{{wait: 10d}}, {{reply: 1}}]}}}}}}}}
steps:
  - repeat: {n}
    do:
      - ask: {{a: Wait}}
        timeout: 1s
        as: p
  - advance: 2s
"""


@shape(1000)
def asks_that_time_out_of_actors(n):
    return f"""actors:
  a: {{on: {{Go: {{future: [{{ask: {{b: Hold}}, timeout: 1s, as: x, else: [{{reply: 0}}]}}, {{reply: = x}}]}}}}}}
  b: {{on: {{Hold: {{future: [{{wait: 10d}}, {{reply: 1}}]}}}}}}
  boss:
    on:
      Go:
        - repeat: = message
          do:
            - spawn: a
              as: made
            - tell: {{made: Go}}
steps:
  - tell: {{boss: {{Go: {n}}}}}
  - advance: 2s
"""


@shape(1500)
def asks_answered_before_their_timeout(n):
    return f"""actors: {{a: {{on: {{Wait: {{future: [{{wait: 1ms}}, {{reply: 1}}]}}}}}}}}
steps:
  - repeat: {n}
    do:
      - ask: {{a: Wait}}
        timeout: 1h
        as: p
      - advance: 1ms
"""


@shape(1000)
def asks_cancelled(n):
    return f"""actors: {{a: {{on: {{Wait: {{future: [{{wait: 1h}}, {{reply: 1}}]}}}}}}}}
steps:
{lines(n, lambda i: f"  - ask: {{a: Wait}}{chr(10)}    as: p{i}")}
{lines(n, lambda i: f"  - cancel: p{i}")}
"""


@shape(1500)
def forwards(n):
    return f"""actors:
  a: {{on: {{Go: {{future: [{{forward: {{b: {{Say: 1}}}}}}]}}}}}}
  b: {ECHO}
steps:
  - repeat: {n}
    do: [{{ask: {{a: Go}}, replies: 1}}]
"""


@shape(1500)
def mailbox_drops_the_old(n):
    return f"""actors:
  a: {{mailbox: {{limit: 100, overflow: drop_old}}, state: {{n: 0}}, on: {{Add: [{{wait: 1s}}, {{set: {{n: = state.n + 1}}}}]}}}}
steps:
  - batch:
      - repeat: {n}
        do: [{{tell: {{a: Add}}}}]
    reports: [{flow(n - 100, lambda i: "dead letter")}]
"""


@shape(1500)
def mailbox_drops_the_new(n):
    return mailbox_drops_the_old(n).replace("drop_old", "drop_new")


@shape(1500)
def mailbox_is_full(n):
    return f"""actors:
  a: {{mailbox: {{limit: 1}}, on: {{Add: [{{wait: 1h}}]}}}}
steps:
  - tell: {{a: Add}}
  - tell: {{a: Add}}
  - repeat: {n}
    do: [{{tell: {{a: Add}}, fails: full}}]
"""


@shape(1500)
def mailbox_that_is_long(n):
    return f"""actors:
  a: {{state: {{n: 0}}, on: {{Add: [{{wait: 1s}}, {{set: {{n: = state.n + 1}}}}]}}}}
steps:
  - batch:
      - repeat: {n}
        do: [{{tell: {{a: Add}}}}]
  - advance: 10d
    expect: {{a.n: {n}}}
"""


@shape(1000)
def dead_letters(n):
    return f"""actors:
  a: {{on: {{Go: []}}}}
steps:
  - stop: a
  - repeat: {n}
    do: [{{tell: {{a: Go}}}}]
    reports: [{flow(n, lambda i: "dead letter")}]
"""


@shape(1000)
def unknown_messages(n):
    return f"""actors:
  a: {{on: {{Go: []}}}}
steps:
  - let: {{m: Nothing}}
  - repeat: {n}
    do: [{{tell: {{a: = m}}}}]
    reports: [{flow(n, lambda i: "Unknown message")}]
"""


@shape(1000)
def disturbances_that_wait(n):
    return f"""actors:
  a: {{on: {{Go: []}}}}
  b: {{on: {{Go: []}}}}
steps:
{lines(n, lambda i: "  - drop: {to: a}")}
  - repeat: {n}
    do: [{{tell: {{b: Go}}}}]
  - repeat: {n}
    do: [{{tell: {{a: Go}}}}]
"""


@shape(1000)
def disturbances(n):
    return f"""actors:
  a: {{on: {{Go: []}}}}
steps:
  - repeat: {n}
    do:
      - duplicate: {{to: a}}
      - delay: {{to: a, by: 1h}}
      - tell: {{a: Go}}
      - tell: {{a: Go}}
  - advance: 1d
"""


@shape(1000)
def asks_lost(n):
    return f"""actors: {{a: {ECHO}}}
steps:
  - repeat: {n}
    do:
      - drop: {{to: a}}
      - ask: {{a: {{Say: 1}}}}
        as: p
"""


@shape(500)
def message_kinds(n):
    return f"""actors:
  a:
    state: {{n: 0}}
    on:
{lines(n, lambda i: f"      M{i}: [{{set: {{n: {i}}}}}]")}
steps:
{lines(n, lambda i: f"  - tell: {{a: M{i}}}")}
"""


@shape(200)
def questions_to_many_that_stay_open(n):
    return f"""cells: {{c: 0}}
actors:
  boss:
    on:
      Go: {{future: [{{all: [{{for: {{i: '= lists.range({n})'}}, do: [{{ask: {{b: {{Say: = i}}}}}}]}}], as: got}}]}}
  b: {{on: {{Say: {{future: [{{wait: 10d}}, {{reply: = message}}]}}}}}}
steps:
  - ask: {{boss: Go}}
    as: p
  - repeat: {n}
    do: [{{set: {{c: = c + 1}}}}]
"""


@shape(300)
def many_questions_at_once_answered_one_by_one(n):
    return f"""actors:
  boss:
    on:
      Go:
        future:
          - all: [{{for: {{i: '= lists.range({n})'}}, do: [{{ask: {{b: {{Say: = i}}}}}}]}}]
            as: got
          - reply: = got.size()
  b: {{on: {{Say: {{future: [{{wait: 1ms}}, {{reply: = message}}]}}}}}}
steps:
  - ask: {{boss: Go}}
    as: p
  - advance: 1h
  - assert: p.value == {n}
"""
