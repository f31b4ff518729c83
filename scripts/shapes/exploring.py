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
