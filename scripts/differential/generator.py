"""Makes up formulas: mostly of fitting types, sometimes not, from all of CEL that both sides have."""

import re

from trees import Tree, leaf

SCALARS = ["int", "uint", "double", "bool", "string", "bytes", "timestamp", "duration", "null", "type"]
KEYS = ["int", "uint", "string", "string", "bool"]

LITERALS = {
    "int": """0 1 -1 2 3 7 10 -7 63 64 100 1000000 2147483648 4294967296 9007199254740993
        9223372036854775807 -9223372036854775808 -9223372036854775807 0x1F -0x10""".split(),
    "uint": "0u 1u 2u 3u 7u 63u 64u 4294967296u 9223372036854775808u 18446744073709551615u 0xFFu".split(),
    "double": """0.0 -0.0 1.0 -1.0 0.5 1.5 -2.5 2.5 3.0 0.1 1e3 1e-3 1e15 1e18 9223372036854775807.0
        -9223372036854775808.0 18446744073709551615.0 1e308 -1e308 5e-324 123.456""".split(),
    "bool": ["true", "false"],
    "string": [
        "''", "'a'", "'b'", "'ab'", "'abc'", "'Abc XYZ'", "'aXbXc'", "' a\\t'", "'é'", "'e\\u0301'",
        "'😀a'", "'a,b,,c'", "'12'", "'-7'", "'1.5'", "'true'", "'false'", "'1h30m'", "'-1.5s'",
        "'2024-02-29T12:34:56Z'", "'2001-01-01T00:00:00.25+02:00'", "'%s'", "'%d|%s'", "'a.b'",
        "'\"q\\\\'", "'NaN'", "'9223372036854775808'", "r'\\d+'", "'\\n'", "'aaaa'", "'ß'", "'x y'",
        "'\\x41\\u00e9\\101\\a\\`\\?'", 'r\'\\n"\'', '"it\'s"', '\'\'\'a\'b"\n\'\'\'', 'R"\\\\"', "'\\U0001F600'",
    ],
    "bytes": ["b''", "b'a'", "b'abc'", "b'\\xff'", "b'\\xc3\\xa9'", "b'é'", "b'\\001\\x80'", "br'\\x'"],
    "null": ["null"],
    "timestamp": [
        "timestamp('2024-02-29T12:34:56Z')", "timestamp('2001-01-01T00:00:00.25Z')",
        "timestamp('0001-01-01T00:00:00Z')", "timestamp('9999-12-31T23:59:59Z')", "timestamp(0)",
        "timestamp('1969-12-31T23:59:59.5Z')", "timestamp('2023-12-31T23:59:59+01:30')",
        "timestamp(1700000000)",
    ],
    "duration": [
        "duration('0s')", "duration('1h')", "duration('-1.5s')", "duration('1h2m3.004s')",
        "duration('100ms')", "duration('-25h')", "duration('9000000000s')", "duration('1us')",
    ],
    "type": """int uint double bool string bytes list map null_type type
        google.protobuf.Timestamp google.protobuf.Duration""".split(),
}

ZONES = ["'UTC'", "'+02:30'", "'-11:00'", "'America/New_York'", "'Asia/Kathmandu'", "'02:00'"]
PATTERNS = ["'a+'", "'^a.c$'", "'[0-9]+'", "'(a|b)*c'", "'\\\\d{2}'", "''", "'X'", "'é'", "'(?i)ABC'", "'['"]
FORMATS = [
    ("'%d'", ["int"]), ("'%s'", ["any"]), ("'%s|%s'", ["any", "string"]), ("'%.2f'", ["double"]),
    ("'%e'", ["double"]), ("'%x'", ["int"]), ("'%X'", ["bytes"]), ("'%b'", ["int"]), ("'%o'", ["uint"]),
    ("'%%%d'", ["uint"]), ("'%s'", ["bool"]), ("'%.0f'", ["double"]), ("'%x'", ["string"]),
    ("'%s'", [("list", "int")]), ("'%s'", [("map", "string", "int")]), ("'%d'", ["string"]),
]

TEXTS = {
    "int": """({int} + {int})|({int} - {int})|({int} * {int})|({int} / {int})|({int} % {int})|-({int})
        |size({string})|size({list})|size({map})|size({bytes})|{string}.size()|{list}.size()
        |int({double})|int({uint})|int({string})|int({timestamp})|int({int})|{string}.indexOf({string})
        |{string}.indexOf({string}, {small})|{string}.lastIndexOf({string})
        |{string}.lastIndexOf({string}, {small})|{timestamp}.getFullYear()|{timestamp}.getMonth()
        |{timestamp}.getDate()|{timestamp}.getDayOfMonth()|{timestamp}.getDayOfWeek()
        |{timestamp}.getDayOfYear()|{timestamp}.getHours()|{timestamp}.getMinutes()
        |{timestamp}.getSeconds()|{timestamp}.getMilliseconds()|{timestamp}.getHours({zone})
        |{timestamp}.getDate({zone})|{timestamp}.getDayOfWeek({zone})|{duration}.getHours()
        |{duration}.getMinutes()|{duration}.getSeconds()|{duration}.getMilliseconds()
        |math.greatest({int}, {int})|math.least({int}, {int}, {int})|math.greatest({[int]})
        |math.abs({int})|math.sign({int})|math.bitAnd({int}, {int})|math.bitOr({int}, {int})
        |math.bitXor({int}, {int})|math.bitNot({int})|math.bitShiftLeft({int}, {small})
        |math.bitShiftRight({int}, {small})""",
    "uint": """({uint} + {uint})|({uint} - {uint})|({uint} * {uint})|({uint} / {uint})
        |({uint} % {uint})|uint({int})|uint({double})|uint({string})|uint({uint})
        |math.greatest({uint}, {uint})|math.least({uint}, {uint})|math.bitAnd({uint}, {uint})
        |math.bitXor({uint}, {uint})|math.bitNot({uint})|math.bitShiftLeft({uint}, {small})
        |math.bitShiftRight({uint}, {small})|math.abs({uint})|math.sign({uint})""",
    "double": """({double} + {double})|({double} - {double})|({double} * {double})
        |({double} / {double})|-({double})|double({int})|double({uint})|double({string})
        |double({double})|math.greatest({double}, {double})|math.least({double}, {double})
        |math.ceil({double})|math.floor({double})|math.round({double})|math.trunc({double})
        |math.abs({double})|math.sign({double})""",
    "bool": """({any} == {any})|({any} != {any})|({same} == {same})|({same} != {same})
        |({order} < {order})|({order} <= {order})|({order} > {order})|({order} >= {order})
        |({number} < {number})|({number} >= {number})|({number} == {number})
        |({bool} && {bool})|({bool} || {bool})|!{bool}|({any} in {list})|({any} in {map})
        |({bool} && {bool} && {bool})|({bool} || {bool} || {bool})|{string}.contains({string})
        |{string}.startsWith({string})|{string}.endsWith({string})|{string}.matches({pattern})
        |matches({string}, {pattern})|bool({string})|bool({bool})|{opt}.hasValue()
        |has({map}.a)|has({map}.b)|QUANTIFIER|QUANTIFIER|QUANTIFIER|QUANTIFIER|QUANTIFIER|QUANTIFIER|math.isNaN({double})|math.isInf({double})|math.isFinite({double})""",
    "string": """({string} + {string})|string({int})|string({uint})|string({double})|string({bool})
        |string({bytes})|string({timestamp})|string({duration})|string({string})
        |{string}.charAt({small})|{string}.lowerAscii()|{string}.upperAscii()|{string}.trim()
        |{string}.reverse()|strings.quote({string})|{string}.replace({string}, {string})
        |{string}.replace({string}, {string}, {small})|{string}.substring({small})
        |{string}.substring({small}, {small})|{[string]}.join()|{[string]}.join({string})
        |base64.encode({bytes})|FORMAT|FORMAT|FORMAT""",
    "bytes": "({bytes} + {bytes})|bytes({string})|bytes({bytes})|base64.decode({string})",
    "timestamp": """({timestamp} + {duration})|({duration} + {timestamp})|({timestamp} - {duration})
        |timestamp({string})|timestamp({timestamp})|timestamp({int})""",
    "duration": """({duration} + {duration})|({duration} - {duration})|({timestamp} - {timestamp})
        |duration({string})|duration({duration})""",
    "type": "type({any})",
}

# Of every type. `$` is the type itself, `@` a type made up for the part.
GENERAL = """({bool} ? {$} : {$})|{[$]}[{small}]|{<string,$>}[{key}]|{<string,$>}.a|{<string,$>}.b
    |{?$}.value()|{?$}.orValue({$})|dyn({$})|{<int,$>}[{small}]|{<@,$>}[{@}]|BIND"""
LISTS = """({[$]} + {[$]})|LIST|LIST|FILTER|MAPPED|MAPFILTER|OPTLIST|{[[$]]}[{small}]"""
MAPS = "MAP|MAP|MAP|OPTMAP"
OPTIONALS = """optional.of({$})|optional.none()|optional.ofNonZeroValue({$})|{<string,$>}.?a
    |{<string,$>}[?{key}]|{[$]}[?{small}]|{?$}.or({?$})|OPTMAPS|OPTFLAT"""


def table(text):
    """Productions: the pieces of a text, and what fills the holes between them."""
    found = []
    for part in text.replace("||", "\0").split("|"):
        pieces = re.split(r"\{([^{}]*)\}", part.strip().replace("\0", "||"))
        found.append((tuple(pieces[0::2]), tuple(pieces[1::2])))
    return found


OF_TYPE = {kind: table(text) for kind, text in TEXTS.items()} | {"null": []}
OF_ANY = table(GENERAL)
OF_LIST = table(LISTS)
OF_MAP = table(MAPS)
OF_OPTIONAL = table(OPTIONALS)


class Generator:
    """One formula after the other, over variables of the types given."""

    def __init__(self, random, variables):
        self.random = random
        self.variables = [(name, kind) for name, kind in variables.items()]
        self.scope = []
        self.count = 0

    def formula(self):
        self.scope = []
        self.count = 0
        depth = self.random.choice((1, 2, 2, 3, 3, 3, 4, 4, 5))
        kind = self.kind(2)
        tree = self.tree(kind, depth)
        if kind[0] == "opt":
            # The oracle's Python cannot hand out an optional.
            tree = Tree("any", ("[", "][?0].orValue([", ".orValue(null)])"), (tree, tree))
            tree = Tree(kind[1], ("", ".orValue(null)"), (tree.children[0],))
        elif kind in ("timestamp", "duration") and self.random.random() < 0.3:
            tree = Tree("string", ("string(", ")"), (tree,))
        return tree

    def kind(self, depth):
        """A type."""
        choice = self.random.random()
        if depth == 0 or choice < 0.72:
            return self.random.choice(SCALARS)
        if choice < 0.85:
            return ("list", self.kind(depth - 1))
        if choice < 0.94:
            return ("map", self.random.choice(KEYS), self.kind(depth - 1))
        return ("opt", self.kind(depth - 1))

    def tree(self, kind, depth):
        random = self.random
        if random.random() < 0.04:
            kind = self.kind(1)
        if depth <= 0 or random.random() < 0.12:
            return self.least(kind)
        if random.random() < 0.18:
            if (name := self.variable(kind)) is not None:
                return name
        if random.random() < (0.15 if isinstance(kind, str) else 0.08):
            choices = OF_ANY
        elif isinstance(kind, str):
            choices = OF_TYPE[kind] or OF_ANY
        else:
            choices = {"list": OF_LIST, "map": OF_MAP, "opt": OF_OPTIONAL}[kind[0]]
        pieces, holes = random.choice(choices)
        if not holes and pieces[0].isupper():
            return getattr(self, pieces[0].lower())(kind, depth - 1)
        return self.filled(kind, pieces, holes, depth - 1)

    def filled(self, kind, pieces, holes, depth):
        inner = kind[1] if kind[0] in ("list", "opt") else kind
        made = {}
        children = []
        for hole in holes:
            if hole in ("same", "order", "@", "number"):
                if hole not in made or hole == "number":
                    made[hole] = self.hole_kind(hole)
                children.append(self.tree(made[hole], depth))
            else:
                children.append(self.hole(hole, inner, made, depth))
        if pieces[0] == "(" and len(children) > 1 and self.random.random() < 0.25:
            # Whatever it means now, it must mean the same to both.
            pieces = ("", *pieces[1:-1], "")
        return Tree(kind, pieces, tuple(children))

    def hole_kind(self, hole):
        if hole == "order":
            return self.random.choice(
                ["int", "uint", "double", "string", "bytes", "bool", "timestamp", "duration"]
            )
        if hole == "number":
            return self.random.choice(["int", "uint", "double"])
        if hole == "@":
            return self.random.choice(KEYS)
        return self.kind(2)

    def hole(self, hole, inner, made, depth):
        random = self.random
        if hole == "any":
            return self.tree(self.kind(1), depth)
        if hole == "$":
            return self.tree(inner, depth)
        if hole == "small":
            if random.random() < 0.8:
                return leaf("int", str(random.choice((0, 0, 1, 1, 2, 3, 5, -1, 64))))
            return self.tree(random.choice(("int", "int", "double", "uint")), depth)
        if hole == "key":
            return leaf("string", random.choice(("'a'", "'b'", "'c'")))
        if hole == "zone":
            return leaf("string", random.choice(ZONES))
        if hole == "pattern":
            return leaf("string", random.choice(PATTERNS))
        if hole == "list":
            return self.tree(("list", self.kind(1)), depth)
        if hole == "map":
            return self.tree(("map", random.choice(KEYS), self.kind(1)), depth)
        if hole == "opt":
            return self.tree(("opt", self.kind(1)), depth)
        return self.tree(self.parsed(hole, inner, made), depth)

    def parsed(self, text, inner, made):
        """A type written `[T]`, `<K,V>`, `?T`, `$`, `@`, or by its name."""
        if text == "$":
            return inner
        if text == "@":
            return made.setdefault("@", self.hole_kind("@"))
        if text[0] == "[":
            return ("list", self.parsed(text[1:-1], inner, made))
        if text[0] == "?":
            return ("opt", self.parsed(text[1:], inner, made))
        if text[0] == "<":
            key, value = text[1:-1].split(",")
            return ("map", self.parsed(key, inner, made), self.parsed(value, inner, made))
        return text

    def variable(self, kind):
        names = [name for name, other in self.scope if other == kind] * 3
        names += [name for name, other in self.variables if other == kind]
        return leaf(kind, self.random.choice(names)) if names else None

    def least(self, kind):
        """A literal, or a variable."""
        if self.random.random() < 0.4 and (name := self.variable(kind)) is not None:
            return name
        if isinstance(kind, str):
            return leaf(kind, self.random.choice(LITERALS[kind]))
        if kind[0] == "list":
            return self.list(kind, 0)
        if kind[0] == "map":
            return self.map(kind, 0)
        return Tree(kind, ("optional.of(", ")"), (self.least(kind[1]),))

    def format(self, kind, depth):
        text, kinds = self.random.choice(FORMATS)
        arguments = tuple(
            self.tree(self.kind(1) if kind == "any" else kind, depth) for kind in kinds
        )
        return Tree("string", (text + ".format([", "])"), arguments, ", ")

    # What no template can say.

    def list(self, kind, depth):
        count = self.random.choice((0, 1, 2, 2, 3, 4))
        elements = tuple(self.tree(kind[1], depth) for _ in range(count))
        return Tree(kind, ("[", "]"), elements, ", ")

    def optlist(self, kind, depth):
        first = Tree(kind[1], ("?", ""), (self.tree(("opt", kind[1]), depth),))
        return Tree(kind, ("[", "]"), (first, self.tree(kind[1], depth)), ", ")

    def map(self, kind, depth, first=None):
        entries = [first] if first else []
        for index in range(self.random.choice((0, 1, 2, 2, 3))):
            if kind[1] == "string" and self.random.random() < 0.85:
                key = leaf("string", "'" + "abc"[index] + "'")
            else:
                key = self.tree(kind[1], min(depth, 1))
            entries.append(Tree("entry", ("", ": ", ""), (key, self.tree(kind[2], depth))))
        return Tree(kind, ("{", "}"), tuple(entries), ", ")

    def optmap(self, kind, depth):
        key = self.least(kind[1])
        entry = Tree("entry", ("?", ": ", ""), (key, self.tree(("opt", kind[2]), depth)))
        return self.map(kind, depth, entry)

    def fresh(self, kind):
        self.count += 1
        name = "xyzw"[(self.count - 1) % 4] + (str(self.count // 4) if self.count > 4 else "")
        self.scope.append((name, kind))
        return name

    def bind(self, kind, depth):
        inner = self.kind(1)
        value = self.tree(inner, depth)
        name = self.fresh(inner)
        body = self.tree(kind, depth)
        self.scope.pop()
        return Tree(kind, (f"cel.bind({name}, ", ", ", ")"), (value, body))

    def source(self, depth):
        """A list or a map to go over, and the type of the variable."""
        inner = self.kind(1)
        if self.random.random() < 0.75:
            return self.tree(("list", inner), depth), inner
        key = self.random.choice(KEYS)
        return self.tree(("map", key, inner), depth), key

    def loop(self, kind, macro, bodies, depth, source=None):
        tree, inner = source or self.source(depth)
        name = self.fresh(inner)
        parts = tuple(self.tree(body, depth) for body in bodies)
        self.scope.pop()
        pieces = ("", f".{macro}({name}, ") + (", ",) * (len(parts) - 1) + (")",)
        return Tree(kind, pieces, (tree,) + parts)

    def quantifier(self, kind, depth):
        macro = self.random.choice(("all", "exists", "exists_one"))
        return self.loop(kind, macro, ["bool"], depth)

    def filter(self, kind, depth):
        return self.loop(kind, "filter", ["bool"], depth, (self.tree(kind, depth), kind[1]))

    def mapped(self, kind, depth):
        return self.loop(kind, "map", [kind[1]], depth)

    def mapfilter(self, kind, depth):
        return self.loop(kind, "map", ["bool", kind[1]], depth)

    def optmaps(self, kind, depth):
        inner = self.kind(1)
        source = (self.tree(("opt", inner), depth), inner)
        return self.loop(kind, "optMap", [kind[1]], depth, source)

    def optflat(self, kind, depth):
        inner = self.kind(1)
        source = (self.tree(("opt", inner), depth), inner)
        return self.loop(kind, "optFlatMap", [kind], depth, source)
