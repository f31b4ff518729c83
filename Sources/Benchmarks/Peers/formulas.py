"""Formulas through another implementation of CEL, as a peer of `Benchmarks formulas`.

usage: formulas.py PACKAGE        cel-expr-python (C++) or common-expression-language (Rust)

The first line is {"bindings": {NAME: VALUE}, "formulas": {NAME: TEXT}}; the answer is the package's
version, or `missing`. Then every line asks one thing, and gets one line:
  evaluate COUNT NAME    nanoseconds that evaluating so often takes: compiled once, values handed
                         over once
  compile COUNT NAME     nanoseconds that compiling so often takes, by the fastest way there is
  value 1 NAME           the value as JSON
"""

import json
import sys
from importlib.metadata import PackageNotFoundError, version
from itertools import repeat
from time import perf_counter_ns


def cplusplus(bindings, formulas):
    from cel_expr_python import cel

    def declared(value):
        if isinstance(value, bool):
            return cel.Type.BOOL
        if isinstance(value, int):
            return cel.Type.INT
        if isinstance(value, str):
            return cel.Type.STRING
        if isinstance(value, list):
            return cel.Type.List(cel.Type.DYN)
        return cel.Type.Map(cel.Type.STRING, cel.Type.DYN)

    environment = cel.NewEnv(
        variables={name: declared(value) for name, value in bindings.items()}
    )
    activation = environment.Activation(bindings)
    programs = {name: environment.compile(text) for name, text in formulas.items()}
    return (
        lambda name: (programs[name].eval, activation),
        # Without its type checker, which is the faster way.
        lambda text: environment.compile(text, True),
        lambda name: programs[name].eval(activation).plain_value(),
    )


def rust(bindings, formulas):
    import cel

    context = cel.Context()
    for name, value in bindings.items():
        context.add_variable(name, value)
    programs = {name: cel.compile(text) for name, text in formulas.items()}
    return (
        lambda name: (programs[name].execute, context),
        cel.compile,
        lambda name: programs[name].execute(context),
    )


def timed(call, argument, count):
    turns = repeat(None, count)
    start = perf_counter_ns()
    for _ in turns:
        call(argument)
    return perf_counter_ns() - start


def main():
    package = sys.argv[1]
    given = json.loads(sys.stdin.readline())
    formulas = given["formulas"]
    try:
        found = version(package)
        make = cplusplus if package == "cel-expr-python" else rust
        prepare, compiler, value = make(given["bindings"], formulas)
    except (PackageNotFoundError, ImportError):
        print("missing", flush=True)
        return
    print(found, flush=True)
    for line in sys.stdin:
        action, count, name = line.rstrip("\n").split(" ", 2)
        if action == "evaluate":
            answer = timed(*prepare(name), int(count))
        elif action == "compile":
            answer = timed(compiler, formulas[name], int(count))
        else:
            answer = json.dumps(value(name), separators=(",", ":"))
        print(answer, flush=True)


main()
