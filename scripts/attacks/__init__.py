"""The table of hostile files: each with the commands that it is given to.

An attack is a function that gives the text of `file.yaml`, or a dictionary of paths to texts. It is registered
with the command lines that are tried (`FILE` stands for the file, `HERE` for its folder).
"""

import collections

Attack = collections.namedtuple("Attack", "name commands make")

TABLE = []

RUN = "run --jobs 1 FILE"
TRACE = "trace FILE"
JSONL = "run --jobs 1 --trace --report jsonl=- FILE"
CHECK = "check FILE"
VACUOUS = "check --vacuous FILE"
UPDATE = "run --jobs 1 --update FILE"
GRAPH = "graph FILE"
DOT = "graph --format dot FILE"
JUNIT = "run --jobs 1 --report junit=- FILE"
TAP = "run --jobs 1 --report tap=- FILE"
GITHUB = "run --jobs 1 --report github=- FILE"
SARIF = "check --report sarif=- FILE"
REPORTS = [JUNIT, TAP, GITHUB]
WORLD = [RUN, TRACE]
LOAD = [CHECK, RUN]


def attack(*commands, name=None):
    """Registers a function as an attack of its own name, with hyphens."""

    def register(make):
        TABLE.append(Attack(name or make.__name__.replace("_", "-"), commands or (RUN,), make))
        return make

    return register


def lines(count, line):
    """`line(i)` for each i, one below the other."""
    return "\n".join(line(i) for i in range(count))


def flow(count, item):
    """`item(i)` for each i, with commas between."""
    return ", ".join(item(i) for i in range(count))


# A list as large as a value may be, a text as large, and a text that a file can hold.
LIST = "lists.range(99000)"
TEXT = '"x".replace("x", "xxxxxxxxxxxxxxxx").replace("x", "xxxxxxxxxxxxxxxx").replace("x", "xxxxxxxxxxxxxxxx")' \
    '.replace("x", "xxxxxxxxxxxxxxxx").replace("x", "xxxxxxxx")'

from . import files, models, reports, values, worlds  # noqa: E402,F401
