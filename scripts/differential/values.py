"""Values for the variables of made-up formulas, as either side takes them."""

import base64
import datetime
import random as randomness
import string

VARIABLES = {
    "i": "int", "j": "int", "u": "uint", "d": "double", "e": "double", "p": "bool", "s": "string",
    "t": "string", "b": "bytes", "n": "null", "at": "timestamp", "span": "duration",
    "li": ("list", "int"), "ls": ("list", "string"), "ld": ("list", "double"),
    "lm": ("list", ("map", "string", "int")), "m": ("map", "string", "int"),
    "ms": ("map", "string", "string"), "ml": ("map", "string", ("list", "int")),
}
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def value(random: randomness.Random, kind):
    if kind == "int":
        return random.choice((0, 1, -1, 2, 5, random.randrange(-(2**63), 2**63)))
    if kind == "uint":
        return random.choice((0, 1, 3, random.randrange(2**63)))
    if kind == "double":
        return random.choice((0.0, -0.0, 1.0, 0.25, float("inf"), float("nan"), random.gauss(0, 1e6)))
    if kind == "bool":
        return random.random() < 0.5
    if kind == "string":
        text = string.ascii_letters + string.digits + " ,.é😀ß\t\"'\\%"
        return "".join(random.choice(text) for _ in range(random.choice((0, 1, 2, 5, 12))))
    if kind == "bytes":
        # Without 0, where the oracle's Python ends them.
        return bytes(random.choice((1, 65, 255, 195, 169)) for _ in range(random.randrange(4)))
    if kind == "null":
        return None
    if kind == "timestamp":
        return EPOCH + datetime.timedelta(microseconds=random.randrange(-(10**16), 10**17))
    if kind == "duration":
        return datetime.timedelta(microseconds=random.randrange(-(10**12), 10**12))
    if kind[0] == "list":
        return [value(random, kind[1]) for _ in range(random.randrange(5))]
    keys = [name for name in "abc" if random.random() < 0.6]
    return {name: value(random, kind[2]) for name in keys}


def typed(value, kind):
    """The value as `eval --batch` reads it."""
    if kind in ("int", "uint"):
        return {kind + "64": str(value)}
    if kind == "double":
        return {"double": repr(value)}
    if kind in ("bool", "string", "null"):
        return {kind: value}
    if kind == "bytes":
        return {"bytes": base64.b64encode(value).decode()}
    if kind == "timestamp":
        return {"timestamp": value.strftime("%Y-%m-%dT%H:%M:%S.%fZ").zfill(27)}
    if kind == "duration":
        size = value // datetime.timedelta(microseconds=1)
        sign, size = ("-", -size) if size < 0 else ("", size)
        return {"duration": f"{sign}{size // 10**6}.{size % 10**6:06d}s"}
    if kind[0] == "list":
        return {"list": [typed(element, kind[1]) for element in value]}
    return {"map": [[{"string": name}, typed(element, kind[2])] for name, element in value.items()]}
