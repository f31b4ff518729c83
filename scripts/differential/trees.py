"""Formulas as trees that can be printed, and made smaller."""


class Tree:
    """A part of a formula: its children stand between the pieces of its text.

    `kind` is the type that the part was made for. A part with a `separator` holds any number of
    children (a list, a map, arguments); its pieces are what opens and closes it.
    """

    __slots__ = ("kind", "pieces", "children", "separator")

    def __init__(self, kind, pieces, children=(), separator=None):
        self.kind = kind
        self.pieces = pieces
        self.children = children
        self.separator = separator

    def write(self, out):
        if self.separator is not None:
            out.append(self.pieces[0])
            for index, child in enumerate(self.children):
                if index:
                    out.append(self.separator)
                child.write(out)
            out.append(self.pieces[1])
            return
        for piece, child in zip(self.pieces, self.children):
            out.append(piece)
            child.write(out)
        out.append(self.pieces[-1])

    def __str__(self):
        out = []
        self.write(out)
        return "".join(out)

    def parts(self):
        """All parts within, the inner ones first."""
        for child in self.children:
            yield from child.parts()
            yield child

    def size(self):
        return 1 + sum(child.size() for child in self.children)

    def weight(self):
        """What a smaller formula has less of: parts, then characters."""
        return self.size(), len(str(self))

    def smaller(self):
        """Formulas that are a little less than this one, the most promising first."""
        for child in self.children:
            yield child
            yield from child.children
        yield from simplest(self)
        if self.separator is not None:
            for index in range(len(self.children)):
                yield self.having(self.children[:index] + self.children[index + 1 :])
        for index, child in enumerate(self.children):
            for less in child.smaller():
                yield self.having(
                    self.children[:index] + (less,) + self.children[index + 1 :]
                )

    def having(self, children):
        return Tree(self.kind, self.pieces, tuple(children), self.separator)


def leaf(kind, text):
    return Tree(kind, (text,))


SIMPLEST = {
    "int": ["0", "1", "2"],
    "uint": ["0u", "1u"],
    "double": ["0.0", "1.0", "0.5"],
    "bool": ["true", "false"],
    "string": ["''", "'a'", "'1'"],
    "bytes": ["b''", "b'a'"],
    "null": ["null"],
    "timestamp": ["timestamp(0)"],
    "duration": ["duration('1s')"],
    "type": ["int"],
    "list": ["[]"],
    "map": ["{}"],
    "opt": ["optional.none()"],
}


def simplest(tree):
    """Literals of the same type. An argument that is a name must stay one."""
    kind = tree.kind if isinstance(tree.kind, str) else tree.kind[0]
    text = tree.pieces[0] if not tree.children else None
    for simple in SIMPLEST.get(kind, ()):
        if text != simple and (text is None or len(simple) <= len(text)):
            yield leaf(tree.kind, simple)
