"""Files as bytes: nesting, aliases, long lines, many files, many mistakes."""

from . import CHECK, DOT, GITHUB, GRAPH, JUNIT, LOAD, RUN, SARIF, TRACE, VACUOUS, attack, flow, lines

SIZE = 1 << 20


def filled(text, filler="# comment\n"):
    """The text, as long as a file may be."""
    room = SIZE - len(text.encode())
    return text + (filler * (room // len(filler.encode()) + 1))[:room].rsplit("\n", 1)[0] + "\n"


def repeated(unit, before="", behind=""):
    return before + unit * ((SIZE - len((before + behind).encode())) // len(unit.encode())) + behind


@attack(*LOAD)
def brackets():
    return repeated("[")


@attack(*LOAD)
def braces():
    return repeated("{a: ")


@attack(*LOAD)
def dashes():
    return repeated("- ")


@attack(*LOAD)
def question_marks():
    return repeated("? ")


@attack(CHECK)
def question_marks_in_a_flow():
    return repeated("?,", "[")


@attack(CHECK)
def colons():
    return repeated(": ")


@attack(CHECK)
def indented_maps():
    return lines(1400, lambda i: " " * i + "a:")


@attack(CHECK)
def anchors_alone():
    return repeated("&a ", "[")


@attack(CHECK)
def anchors_by_the_100k():
    return "x-a: [" + flow(70000, lambda i: f"&a{i} 1") + "]\n"


@attack(CHECK)
def tags_and_directives():
    return lines(20000, lambda i: f"%TAG !t{i}! tag:x,{i}:") + "\n--- 1\n"


@attack(*LOAD)
def a_billion_laughs():
    rows = ["x-0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    for i in range(1, 60):
        rows.append(f"x-{i}: &a{i} [" + flow(9, lambda _: f"*a{i - 1}") + "]")
    return "\n".join(rows) + "\nsteps: [{assert: 1 == 1}]\n"


@attack(*LOAD)
def a_billion_merges():
    rows = ["x-0: &a0 {" + flow(9, lambda j: f"k{j}: {j}") + "}"]
    for i in range(1, 60):
        rows.append(f"x-{i}: &a{i} {{<<: [" + flow(9, lambda _: f"*a{i - 1}") + f"], m{i}: 1}}")
    return "\n".join(rows) + "\nsteps: [{assert: 1 == 1}]\n"


@attack(*LOAD)
def wide_merges():
    keys = flow(2000, lambda j: f"key{j}: {j}")
    return f"x-0: &a {{{keys}}}\ncells:\n" + lines(40, lambda i: f"  c{i}: {{<<: *a}}") \
        + "\nsteps: [{assert: 1 == 1}]\n"


@attack(*LOAD, TRACE)
def aliases_of_a_long_text():
    return f"x-t: &t {'long text ' * 10000}\ncells:\n" + lines(30, lambda i: f"  c{i}: *t") \
        + "\nsteps:\n" + lines(20, lambda i: f"  - set: {{c{i}: *t}}\n    expect: {{c{i}: other}}")


@attack(*LOAD)
def aliases_of_a_formula():
    formula = "[" + flow(8000, lambda i: f"c0 + {i}") + "].size()"
    return f"x-t: &t '= {formula}'\ncells:\n  c0: 1\n" + lines(30, lambda i: f"  c{i + 1}: *t") \
        + "\nsteps: [{set: {c0: 2}}]\n"


@attack(*LOAD)
def aliases_of_bodies():
    body = "[" + flow(1000, lambda i: "{set: {c: = c + 1}}") + "]"
    return f"x-b: &b {body}\ncells: {{c: 0}}\nreactors:\n" \
        + lines(15, lambda i: f"  r{i}: {{mutate: {{m: *b}}}}") \
        + "\nsteps:\n" + lines(15, lambda i: f"  - send: {{r{i}: m}}") + "\n"


@attack(CHECK)
def one_long_line_with_a_mistake():
    return f"cells: {{a: '{'x' * 250000}', b: = nothing + 1}}\nsteps: [{{assert: b == 1}}]\n"


@attack(CHECK, SARIF, RUN)
def one_long_line_with_100k_mistakes():
    return "cells: {" + flow(45000, lambda i: f"c{i}: = x{i}") + "}\nsteps: [{assert: c0 == 1}]\n"


@attack(CHECK, SARIF, "run --jobs 1 --report github=- FILE", "run --jobs 1 --report jsonl=- FILE",
        "run --jobs 1 --report junit=- FILE", GRAPH)
def many_unknown_names():
    return "cells:\n" + lines(45000, lambda i: f"  c{i}: = x{i}") + "\nsteps: [{assert: c0 == 1}]\n"


@attack(CHECK, RUN)
def unknown_names_in_one_formula():
    return "cells:\n  c: '= [" + flow(9000, lambda i: f"name{i}") + "].size()'\nsteps: [{assert: c == 1}]\n"


@attack(CHECK)
def unknown_names_that_are_long():
    return "cells:\n" + lines(300, lambda i: f"  {'n' * 1500}{i}: = {'n' * 1500}x{i}") \
        + "\nsteps: [{assert: 1 == 1}]\n"


@attack(CHECK)
def unknown_keys():
    return lines(90000, lambda i: f"k{i}: 1") + "\n"


@attack(CHECK)
def duplicate_keys():
    return "cells:\n" + lines(90000, lambda i: "  a: 1") + "\n"


@attack(CHECK)
def names_defined_twice():
    return "cells:\n" + lines(30000, lambda i: f"  c{i}: 1") + "\ncomputations:\n" \
        + lines(30000, lambda i: f"  c{i}: = 1") + "\n"


@attack(CHECK)
def unknown_verbs():
    return "steps:\n" + lines(60000, lambda i: f"  - verb{i}: 1") + "\n"


@attack(CHECK)
def unknown_properties():
    return "cells:\n  r: {" + flow(3000, lambda i: f"property{i}: {i}") + "}\nsteps:\n" \
        + lines(20000, lambda i: f"  - set: {{r.propertyx{i}: 1}}") + "\n"


@attack(CHECK)
def words_that_want_quotes():
    return "cells:\n" + lines(60000, lambda i: f"  c{i}: yes") + "\n"


@attack(CHECK, RUN, GRAPH, TRACE)
def long_names():
    name = "n" * 90000
    return f"cells:\n  ? {name}\n  : 1\ncomputations: {{c: '= {name}'}}\n" \
        f"steps: [{{set: {{? {name} : 2}}, expect: {{? {name} : 3}}}}]\n"


@attack(CHECK, RUN)
def wide_characters():
    return f"cells: {{a: '{'👩‍👩‍👧‍👦' * 9000}', b: '{'e' + chr(0x301) * 60000}'}}\n" \
        "steps: [{expect: {a: x}}, {expect: {b: y}}]\n"


@attack(CHECK)
def escapes():
    return 'cells: {a: "' + "\\x1b" * 250000 + '"}\nsteps: [{assert: b == 1}]\n'


@attack(CHECK)
def bytes_that_are_no_utf8():
    return b"\xff\xfe" * (SIZE // 2)


@attack(CHECK)
def zeros():
    return b"\0" * SIZE


@attack(CHECK)
def comments_alone():
    return filled("")


@attack(CHECK)
def line_ends_alone():
    return "\n" * SIZE


@attack(CHECK)
def a_comment_of_one_line():
    return repeated("# ")


@attack(*LOAD)
def deep_formulas():
    return "cells:\n" + lines(2000, lambda i: f"  c{i}: '= {'(' * 240}1{')' * 240}'") \
        + "\nsteps: [{assert: c0 == 1}]\n"


@attack(CHECK)
def formulas_that_are_too_deep():
    return "cells:\n" + "\n".join(f"  c{i}: '= {mark * 90000}1'" for i, mark in enumerate("([-!{")) + "\n"


@attack(*LOAD)
def long_formulas():
    return "cells:\n  a: 1\n" + lines(9, lambda i: f"  c{i}: '= [" + flow(14000, lambda j: f"a + {j % 9}") + "].size()'") \
        + "\nsteps: [{set: {a: 2}}]\n"


@attack(*LOAD)
def macros_within_each_other():
    formula = "1"
    for i in range(60):
        formula = f"[1, 2, 3].map(x{i}, {formula}).size()"
    return "cells:\n" + lines(300, lambda i: f"  c{i}: '= {formula}'") + "\nsteps: [{assert: c0 == 3}]\n"


@attack(*LOAD)
def types_that_grow():
    formula = "a"
    for _ in range(60):
        formula = f"[{formula}, {formula}]" if len(formula) < 20000 else f"[{formula}]"
    return f"cells:\n  a: 1\n" + lines(20, lambda i: f"  c{i}: '= {formula}'") + "\nsteps: [{assert: c0 == 3}]\n"


@attack(*LOAD)
def types_that_double():
    return "cells:\n  c0: {a: 1}\n" + lines(110, lambda i: f"  c{i + 1}: '= {{\"a\": c{i}, \"b\": c{i}}}'") \
        + "\nsteps: [{expect: {c30: 1}}]\n"


@attack(CHECK, VACUOUS, RUN, TRACE)
def records_of_many_properties():
    return "cells:\n  r: {" + flow(30000, lambda i: f"p{i}: {i}") + "}\ncomputations: {c: = r.p1}\nsteps:\n" \
        + lines(3000, lambda i: f"  - set: {{r.p{i}: 1}}") + "\n"


@attack(CHECK, GRAPH, DOT)
def graphs_of_many_arrows():
    return "cells:\n" + lines(300, lambda i: f"  c{i}: 1") + "\n" \
        + lines(300, lambda i: f"  d{i}: '= [" + flow(300, lambda j: f"c{j}") + "].size()'") \
        + "\ncomputations:\n  w: [{set: {" + flow(300, lambda j: f"c{j}: 1") + "}}]\nsteps: [{set: {c0: 2}}]\n"


@attack(CHECK, GRAPH, DOT)
def graphs_of_long_formulas():
    return "cells:\n  c: 1\n" + lines(10, lambda i: f"  d{i}: '= {'c + ' * 20000}c'") + "\nsteps: [{set: {c: 2}}]\n"


@attack(CHECK, RUN, "run --jobs 2 HERE", "run --jobs 1 HERE", "check HERE", GRAPH)
def a_thousand_used_files():
    uses = "use: [" + flow(990, lambda i: f"model{i}.yaml") + "]\nsteps: [{set: {a0: 2}}]\n"
    files = {f"model{i}.yaml": filled(f"cells: {{a{i}: 1}}\n") for i in range(990)}
    return {"file.yaml": uses, **files}


@attack(CHECK, RUN)
def a_thousand_used_files_of_texts():
    text = lines(4, lambda j: f"  cI_{j}: '{'text ' * 50000}'")
    uses = "use: [" + flow(990, lambda i: f"model{i}.yaml") + "]\nsteps: [{set: {c0_0: 2}}]\n"
    return {"file.yaml": uses,
            **{f"model{i}.yaml": "cells:\n" + text.replace("cI", f"c{i}") + "\n" for i in range(990)}}


@attack(CHECK, RUN, GRAPH)
def a_thousand_used_files_of_cells():
    uses = "use: [" + flow(200, lambda i: f"model{i}.yaml") + "]\nsteps: [{set: {c0_0: 2}}]\n"
    return {"file.yaml": uses,
            **{f"model{i}.yaml": "cells:\n" + lines(30000, lambda j: f"  c{i}_{j}: = {j}") + "\n" for i in range(200)}}


@attack("run --jobs 1 HERE", "run --jobs 4 HERE", "check HERE", "trace HERE", "check --vacuous HERE")
def a_folder_of_large_files():
    text = "cells:\n" + lines(20000, lambda j: f"  c{j}: {j}") + "\nsteps: [{set: {c0: 2}, expect: {c0: 3}}]\n"
    return {f"f{i}.yaml": text + f"# {i}\n" for i in range(150)}


@attack("run --jobs 1 HERE", "run --jobs 4 HERE", "check HERE", "check --report sarif=- HERE")
def a_folder_of_mistakes():
    text = "cells:\n" + lines(20000, lambda j: f"  c{j}: = x{j}") + "\nsteps: [{set: {c0: 2}, expect: {c0: 3}}]\n"
    return {f"f{i}.yaml": text + f"# {i}\n" for i in range(60)}


@attack("run --jobs 1 HERE", "check HERE")
def users_of_one_large_model():
    return {"model.yaml": "cells:\n" + lines(30000, lambda j: f"  c{j}: = {j} + 1") + "\n",
            **{f"f{i}.yaml": "use: [model.yaml]\nsteps: [{set: {c0: 1}}]\n" for i in range(100)}}


@attack("run --jobs 1 HERE", "check HERE")
def users_of_many_large_models():
    model = "cells:\n  cI: 1\n" + lines(9, lambda j: f"  cI_{j}: '= [" + flow(9000, lambda k: f"cI + {k % 9}") + "].size()'")
    return {**{f"models/model{i}.yml.txt": model.replace("cI", f"c{i}") + "\n" for i in range(60)},
            **{f"f{i:02}.yaml": f"use: [models/model{i}.yml.txt]\nsteps: [{{set: {{c{i}: 2}}}}]\n" for i in range(60)}}


@attack(CHECK, RUN)
def used_files_of_long_formulas():
    model = "cells:\n  cI: 1\n" + lines(9, lambda j: f"  cI_{j}: '= [" + flow(9000, lambda k: f"cI + {k % 9}") + "].size()'")
    return {**{f"model{i}.yaml": model.replace("cI", f"c{i}") + "\n" for i in range(60)},
            "file.yaml": "use: [" + flow(60, lambda i: f"model{i}.yaml") + "]\nsteps: [{set: {c0: 2}}]\n"}
