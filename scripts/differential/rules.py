"""Differences that are known, each with its reason: where the specification decides, in its favour."""

import re


class Rule:
    def __init__(self, reason, explains):
        self.reason = reason
        self.explains = explains


def fails(outcome, text=""):
    return outcome[0] == "error" and re.search(text, outcome[1]) is not None


def same(theirs, ours, compare):
    """Whether two values are equal but for texts, which are compared by the function."""
    if theirs[0] != ours[0] or theirs[0] not in ("string", "list", "map"):
        return theirs == ours
    if theirs[0] == "string":
        return compare(theirs[1], ours[1])
    if len(theirs[1]) != len(ours[1]):
        return False
    if theirs[0] == "list":
        return all(same(a, b, compare) for a, b in zip(theirs[1], ours[1]))
    values = dict(ours[1])
    return all(key in values and same(a, values[key], compare) for key, a in theirs[1])


NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|nan\b|inf\b|NaN|Infinity)")


def numbers(text):
    """The text with every number as Python prints it."""
    return NUMBER.sub(lambda found: repr(abs(float(found[0]))), text)


def roughly(theirs, ours):
    """Whether two texts differ in the last digits of their numbers only."""
    if NUMBER.sub("", theirs) != NUMBER.sub("", ours):
        return False
    pairs = zip(NUMBER.findall(theirs), NUMBER.findall(ours))
    return all(a == b or abs(float(a) - float(b)) <= 1e-5 * abs(float(b)) for a, b in pairs)


def fractions(text):
    """The text with no zeros at the end of a time's fraction."""
    return re.sub(r"(\d)(?:\.0+|(\.\d*?[1-9])0+)?(?=[sZ])", lambda m: m[1] + (m[2] or ""), text)


def unordered(outcome):
    """The value with every list's elements in some order of its own."""
    if outcome[0] == "list":
        return ("list", tuple(sorted((unordered(element) for element in outcome[1]), key=repr)))
    if outcome[0] == "map":
        return ("map", frozenset((key, unordered(element)) for key, element in outcome[1]))
    return outcome


RULES = [
    Rule(
        "format writes a double as string() does; the oracle cuts it to six digits",
        lambda text, theirs, ours: "format" in text and same(theirs, ours, roughly),
    ),
    Rule(
        "the fraction of a time has no zeros at its end, as cel-go prints it; the oracle prints 3,"
        " 6 or 9 digits, and nothing is pinned",
        lambda text, theirs, ours: same(theirs, ours, lambda a, b: fractions(a) == fractions(b)),
    ),
    Rule(
        "the text of a double is ECMAScript's, so 1000000 and not 1e+06; format wants NaN and"
        " Infinity, and string() says the same; only 123.456 and the like are pinned",
        lambda text, theirs, ours: same(theirs, ours, lambda a, b: numbers(a) == numbers(b)),
    ),
    Rule(
        "a map keeps the order of its entries; the specification has none, the oracle some other",
        lambda text, theirs, ours: unordered(theirs) == unordered(ours),
    ),
    Rule(
        "int(bool) is none of the specification's conversions",
        lambda text, theirs, ours: fails(ours, r"no such overload: int\(bool\)"),
    ),
    Rule(
        "blanks around a number are no part of it: the specification reads the text as a literal",
        lambda text, theirs, ours: fails(ours, r'cannot read "(\s|\\[nt]).*|cannot read ".*(\s|\\[nt])" as an? (u?int|double)'),
    ),
    Rule(
        "list[?i] takes what list[i] takes: an uint or a whole double as well",
        lambda text, theirs, ours: fails(theirs, r"_\[\?_\]\(list, (uint64|double)\)"),
    ),
    Rule(
        "selecting from an optional follows the rules of the value it holds: what list, map or"
        " number does not take is an error; the oracle makes it none",
        lambda text, theirs, ours: theirs == ("optional",)
        and fails(ours, r"has no (element|property|indexes|keys)|no whole number"),
    ),
    Rule(
        "a year has four digits in RFC 3339",
        lambda text, theirs, ours: theirs[0] == "timestamp"
        and fails(ours, r'cannot read "(\d{1,3}|\d{5,})-.*" as a timestamp'),
    ),
    Rule(
        "0 and 0u are equal, and so the same key",
        lambda text, theirs, ours: theirs[0] == "map" and fails(ours, "duplicate map key"),
    ),
    Rule(
        "true and 1 are two keys; the oracle's Python takes them for one",
        lambda text, theirs, ours: theirs[0] == ours[0] == "map"
        and any(("bool", bool(key[1])) in dict(ours[1]) for key, _ in ours[1] if key[1] in (0, 1)),
    ),
    Rule(
        "a call that is never evaluated does not fail; the oracle looks at the literals of"
        " math.greatest and math.least when it parses",
        lambda text, theirs, ours: fails(theirs, r"math\.\w+\(\) (simple literal|invalid single)"),
    ),
    Rule(
        "x in map is false for an x that can be no key, as x == key is; the oracle has an error",
        lambda text, theirs, ours: fails(theirs, "@in") and not fails(ours),
    ),
    Rule(
        "base64 is letters, digits, + and /, with = at its end; the oracle passes over blanks and"
        " takes . for =",
        lambda text, theirs, ours: theirs[0] == "bytes" and fails(ours, "as base64"),
    ),
    Rule(
        "substring may end where the text ends: 'abc'.substring(0, 3) is 'abc' in cel-go",
        lambda text, theirs, ours: fails(theirs, r"<end> is greater than <string>.size\(\)"),
    ),
    Rule(
        "a text holds no bytes that are not UTF-8; the oracle's Python cannot hand out its own",
        lambda text, theirs, ours: fails(theirs, "Unable to convert function return value"),
    ),
    Rule(
        "a map keeps the order of its entries, so that a list made of them has a first",
        lambda text, theirs, ours: theirs[0] == ours[0]
        and re.search(r"\}\.(map|filter)\(.*\)\[\??\d+\]", text),
    ),
    Rule(
        "|| and && decide without an operand that fails, whatever the failure; two equal keys in a"
        " map, or a property of an optional that can have none, end the oracle's evaluation",
        lambda text, theirs, ours: fails(theirs, "ALREADY_EXISTS|Applying SELECT to non-message")
        and re.search(r"&&|\|\||all|exists", text),
    ),
    Rule(
        "what cel.bind binds stays what it is in a loop within; the oracle takes an element for it",
        lambda text, theirs, ours: "cel.bind" in text
        and fails(theirs, "type conversion error from .* to 'optional_type'"),
    ),
    Rule(
        "optFlatMap gives an optional, says its signature; without its checker the oracle gives"
        " whatever the body does",
        lambda text, theirs, ours: fails(ours, "optFlatMap must give an optional"),
    ),
    Rule(
        "lists have reverse, indexOf and lastIndexOf, as cel-go's and Kubernetes' have; the oracle is"
        " without these extensions",
        lambda text, theirs, ours: not fails(ours)
        and fails(theirs, r"\(list\)\.(reverse|indexOf|lastIndexOf)\("),
    ),
    Rule(
        "! takes a bool, each of several too; the oracle's parser leaves out two that stand together",
        lambda text, theirs, ours: "!!" in text and fails(ours, "no such overload: !"),
    ),
    Rule(
        "the oracle crashes",
        lambda text, theirs, ours: fails(theirs, "the oracle crashes"),
    ),
    Rule(
        "%d takes integers, as the suite's messages say, and no other double than NaN and infinity",
        lambda text, theirs, ours: fails(ours, "%d cannot format a double"),
    ),
    Rule(
        "a number beyond what a double holds is an error in a text as it is in a formula",
        lambda text, theirs, ours: theirs[0] == "double" and fails(ours, "as a double"),
    ),
]


def explanation(theirs, ours, text):
    """The reason for a difference; None where no rule knows it."""
    for rule in RULES:
        if rule.explains(text, theirs, ours):
            return rule.reason
    return None
