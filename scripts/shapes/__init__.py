"""The table of growth: scenario files by name and size, and what is run over them.

A shape is a function from a size to the text of `file.yaml`, or to a dictionary of paths to texts.
It is registered with the size that it begins with, the command line (`FILE` stands for the file, `HERE` for
its folder, `REPORTS` for all JSONL reports there) and the exit code that it must end with. What has to be
there before, such as the reports that are merged, is made by `before`, a function from the files to command
lines, whose time does not count.
"""

import collections

Shape = collections.namedtuple("Shape", "name size command code make before")

TABLE = []


def shape(size, command="run FILE", code=0, name=None, before=lambda files: []):
    """Registers a function as a shape of its own name, with hyphens."""

    def register(make):
        title = name or make.__name__.replace("_", "-")
        TABLE.append(Shape(title, size, command.split(), code, make, before))
        return make

    return register


def lines(count, line):
    """`line(i)` for each i, one below the other."""
    return "\n".join(line(i) for i in range(count))


def flow(count, item):
    """`item(i)` for each i, with commas between."""
    return ", ".join(item(i) for i in range(count))


from . import actors, cells, computations, exploring, files, layouts, logs, messages, reactors, services, steps, stores, time, values  # noqa: E402,F401
