"""Exploring: walks through what many messages wait for."""

from . import shape


def flood(n, keys, hit="set: {n: = state.n + 1}"):
    """One turn that sends n messages to one actor, which are more than a walk has a choice of."""
    return f"""actors:
  d:
    on:
      Go:
        - for: {{i: = lists.range({n})}}
          do: [{{tell: {{a: Hit}}}}]
  a: {{state: {{n: 0}}, on: {{Hit: [{{{hit}}}]}}}}
  b: {{on: {{Get: = 1}}}}
explore: {{{keys}, forbid: []}}
steps: [{{tell: {{d: Go}}}}]
"""


@shape(600, "explore --runs 60 FILE")
def walk_of_a_mailbox(n):
    return flood(n, "schedules: random")


@shape(600, "explore --runs 60 FILE")
def walk_of_a_mailbox_by_priorities(n):
    return flood(n, "schedules: pct")


@shape(600, "explore --runs 60 FILE")
def walk_of_a_pairwise_mailbox(n):
    return flood(n, "schedules: random, delivery: pairwise")


@shape(300, "explore --runs 60 FILE")
def walk_of_a_mailbox_of_who_asks(n):
    return flood(n, "schedules: random", "ask: {b: Get}, as: v")


@shape(300, "explore --runs 60 FILE")
def walk_of_two_mailboxes(n):
    return flood(n, "schedules: random", "tell: {b: Get}")


def counter(n, most, kind="cells"):
    """What counts to n, by an event at a time."""
    if kind == "actors":
        part = "actors: {r: {provider: instance, state: {n: 0}, on: {Up: [{set: {n: = state.n + 1}}]}}}"
        event = f"{{name: up, when: r.n < {n}, settled: true, tell: {{r: Up}}}}"
        return f"{part}\nexplore: {{events: [{event}]}}\nalways: r.n {most} {n}\n"
    part = "cells: {c: 0}\n" + ("computations: {w: = c}\n" if kind == "computations" else "")
    event = f"{{name: up, when: c < {n}, set: {{c: = c + 1}}}}"
    return f"{part}explore: {{events: [{event}]}}\nalways: c {most} {n}\n"


@shape(500, "explore FILE")
def explored_way_of_an_actor(n):
    return counter(n, "<=", "actors")


@shape(250, "explore FILE", code=1)
def told_way_of_an_actor(n):
    return counter(n, "<", "actors")


@shape(500, "explore FILE")
def explored_way_of_a_computation(n):
    return counter(n, "<=", "computations")


@shape(500, "explore FILE", code=1)
def told_way_of_a_computation(n):
    return counter(n, "<", "computations")


@shape(4000, "explore FILE", code=1)
def told_way_of_cells(n):
    return counter(n, "<")


@shape(400, "explore FILE")
def explored_script_beside_another(n):
    steps = "\n".join(f"        - set: {{a: {i}}}" for i in range(n))
    return f"cells: {{a: 0, b: 0}}\nsteps:\n  - interleave:\n      -\n{steps}\n      - [{{set: {{b: 1}}}}]\n"


@shape(400, "explore FILE")
def explored_scripts_side_by_side(n):
    steps = "\n".join(f"        - set: {{NAME: {i}}}" for i in range(n))
    threads = "".join(f"      -\n{steps}\n".replace("NAME", name) for name in "abc")
    marks = "explore: {limit: 3000, expect: holds}\n"
    return f"{marks}cells: {{a: 0, b: 0, c: 0}}\nsteps:\n  - interleave:\n{threads}"


@shape(400, "explore FILE")
def explored_among_many_actors(n):
    actors = "\n".join(f"  a{i}: {{state: 0, on: {{X: []}}}}" for i in range(n))
    return f"actors:\n{actors}\nsteps: [{{tell: {{a0: X}}}}]\n"


@shape(20, "explore FILE")
def explored_procedures_that_do_nothing(n):
    """Each names the one before it twice, so that there are 2^n ways through them."""
    procedures = "\n".join(f"  p{i}: [{{perform: p{i - 1}}}, {{perform: p{i - 1}}}]" for i in range(1, n))
    return f"""cells: {{a: 1}}
procedures:
  p0: [{{expect: {{a: 1}}}}]
{procedures}
steps: [{{set: {{a: 1}}}}]
"""
