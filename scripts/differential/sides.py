"""The two sides: the official implementation, in this process, and `reactorctl`, in its own.

Both give an outcome: ("error", text), or a value in a form that compares by `==`. What the oracle's
Python cannot tell apart is made the same on both sides: keys of a map lose the difference between
int and uint, times are cut to microseconds, and an optional within a value shows only that it is one.
"""

import base64
import ctypes
import datetime
import json
import math
import re
import struct
import subprocess
import threading

from cel_expr_python import cel
from cel_expr_python.ext import ext_bindings, ext_encoders, ext_math, ext_optional, ext_strings

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MICROSECOND = datetime.timedelta(microseconds=1)

TYPES = {
    "INT": "int", "UINT": "uint", "DOUBLE": "double", "BOOL": "bool", "STRING": "string",
    "BYTES": "bytes", "NULL": "null_type", "TYPE": "type", "TIMESTAMP": "google.protobuf.Timestamp",
    "DURATION": "google.protobuf.Duration", "LIST": "list", "MAP": "map",
}


def double(value):
    return ("double", "nan" if math.isnan(value) else struct.pack(">d", value).hex())


class Oracle:
    """cel-cpp by its wheel, without its type checker."""

    def __init__(self, variables):
        kinds = {
            "int": cel.Type.INT, "uint": cel.Type.UINT, "double": cel.Type.DOUBLE,
            "bool": cel.Type.BOOL, "string": cel.Type.STRING, "bytes": cel.Type.BYTES,
            "timestamp": cel.Type.TIMESTAMP, "duration": cel.Type.DURATION,
        }
        extensions = [
            ext_bindings.ExtBindings(), ext_encoders.ExtEncoders(), ext_math.ExtMath(),
            ext_optional.ExtOptional(), ext_strings.ExtStrings(),
        ]
        self.environment = cel.NewEnv(
            extensions=extensions,
            variables={name: kinds.get(kind, cel.Type.DYN) for name, kind in variables.items()},
        )

    def bind(self, values):
        # The wheel drops references to None that it does not hold, until Python ends itself.
        for _ in range(2000):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(None))
        self.activation = self.environment.Activation(values)

    def outcome(self, text):
        try:
            value = self.environment.compile(text, True).eval(self.activation)
            if value.type().name() != "ERROR":
                return self.plain(value)
            if repr(value).startswith("optional."):
                return ("optional",)
            return ("error", str(value.value()))
        except Exception as error:  # Whatever the wheel throws is its way to refuse a formula.
            return ("error", str(error))

    def plain(self, value):
        kind = value.type().name()
        if kind == "ERROR":
            return ("optional",)
        python = value.value()
        if kind.startswith("LIST"):
            return ("list", tuple(self.plain(element) for element in python))
        if kind.startswith("MAP"):
            return (
                "map",
                frozenset((key(name), self.plain(element)) for name, element in python.items()),
            )
        if kind == "DOUBLE":
            return double(python)
        if kind == "BYTES":
            return ("bytes", bytes(python))
        if kind == "TIMESTAMP":
            return ("timestamp", (python - EPOCH) // MICROSECOND)
        if kind == "DURATION":
            return ("duration", python // MICROSECOND)
        if kind.startswith("TYPE"):
            name = python.name()
            return ("type", TYPES.get(name.split("<")[0], name.split("<")[0]))
        return (kind.lower(), python)


def key(name):
    if isinstance(name, bool):
        return ("bool", name)
    return ("number", name) if isinstance(name, int) else ("string", name)


class Tool:
    """`reactorctl eval --batch -`, a line a formula."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path, "eval", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.bindings = {}

    def bind(self, values):
        self.bindings = values

    def outcomes(self, texts):
        lines = "".join(
            json.dumps({"expr": text, "bindings": self.bindings}) + "\n" for text in texts
        )
        writer = threading.Thread(target=self.write, args=(lines.encode(),))
        writer.start()
        answers = []
        for text in texts:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"reactorctl has ended, at or after: {text}")
            answers.append(plain(json.loads(line)))
        writer.join()
        return answers

    def write(self, lines):
        try:
            self.process.stdin.write(lines)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # The reader tells.


def plain(answer):
    return ("error", answer["error"]) if "error" in answer else value(answer["value"])


def value(typed):
    ((kind, content),) = typed.items()
    if kind in ("int64", "uint64"):
        return (kind[:-2], int(content))
    if kind == "double":
        return double(float(content))
    if kind == "bytes":
        return ("bytes", base64.b64decode(content))
    if kind == "list":
        return ("list", tuple(value(element) for element in content))
    if kind == "map":
        return ("map", frozenset((plainkey(name), value(element)) for name, element in content))
    if kind == "timestamp":
        return ("timestamp", timestamp(content))
    if kind == "duration":
        return ("duration", duration(content) // 1000)
    if kind == "optional":
        return ("optional",)
    return (kind, content)


def plainkey(typed):
    kind, content = value(typed)
    return ("number", content) if kind in ("int", "uint") else (kind, content)


def timestamp(text):
    seconds, _, fraction = text.rstrip("Z").partition(".")
    whole = datetime.datetime.fromisoformat(seconds + "+00:00")
    return (whole - EPOCH) // MICROSECOND + int((fraction or "0").ljust(9, "0")) // 1000


def duration(text):
    """The nanoseconds of `-1.5s`."""
    sign, seconds, fraction = re.fullmatch(r"(-?)(\d+)(?:\.(\d+))?s", text).groups()
    size = int(seconds) * 10**9 + int((fraction or "0").ljust(9, "0"))
    return -size if sign else size
