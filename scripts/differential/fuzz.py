"""Compares `reactorctl eval` with the official C++ implementation of CEL over made-up formulas.

usage: python3 scripts/differential/fuzz.py [--seed N] [--count N] [--jobs N] [--tool PATH]

Needs `pip install cel-expr-python`, for development only. Every difference is made as small as it
stays one, and explained by a rule of rules.py, or shown; the exit code is 1 where one is not
explained. The same seed makes the same formulas, batch by batch, however many jobs there are.
"""

import argparse
import collections
import mmap
import multiprocessing
import os
import pathlib
import random as randomness
import sys
import time

import rules
import values
from generator import Generator
from sides import Oracle, Tool

BATCH = 500
# Bytes of a formula that a crash shows.
NOTE = 1 << 16
CRASH = "the oracle crashes"
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Comparison:
    """Both sides, and what was found in one batch after the other."""

    def __init__(self, tool, seed, current, skipped):
        self.oracle = Oracle(values.VARIABLES)
        self.tool = Tool(tool)
        self.seed = seed
        self.current = current
        self.skipped = skipped
        self.shown = set()

    def batch(self, number, count):
        """What is to be counted of it: reasons, and `failing`, `unexplained`."""
        self.random = randomness.Random(f"{self.seed}/{number}")
        self.generator = Generator(self.random, values.VARIABLES)
        self.found = collections.Counter()
        self.bind()
        trees = [self.generator.formula() for _ in range(count)]
        texts = [str(tree) for tree in trees]
        for tree, text, ours in zip(trees, texts, self.tool.outcomes(texts)):
            theirs = self.foreign(text)
            self.found["failing"] += ours[0] == "error"
            if difference(theirs, ours):
                self.explain(tree)
        return self.found

    def foreign(self, text):
        """The oracle's outcome, the formula noted where a crash leaves it readable."""
        if text in self.skipped:
            return ("error", CRASH)
        note = text.encode()[:NOTE]
        self.current[: len(note) + 1] = note + b"\0"
        return self.oracle.outcome(text)

    def bind(self):
        kinds = values.VARIABLES
        given = {name: values.value(self.random, kind) for name, kind in kinds.items()}
        self.given = given
        self.oracle.bind(given)
        self.tool.bind({name: values.typed(given[name], kinds[name]) for name in given})

    def outcomes(self, text):
        return self.foreign(text), self.tool.outcomes([text])[0]

    def explain(self, tree):
        """Counts the reason, or shows the formula.

        The reason is that of the innermost part that differs by itself: what stands around it only
        hands the difference on.
        """
        tree = self.smallest(tree)
        for part in [*tree.parts(), tree]:
            theirs, ours = self.outcomes(str(part))
            if difference(theirs, ours):
                break
        reason = rules.explanation(theirs, ours, str(part))
        if reason:
            self.found[reason] += 1
            return
        self.found["unexplained"] += 1
        if str(part) not in self.shown:
            self.shown.add(str(part))
            used = {name: self.given[name] for name in self.given if name in str(part)}
            print(f"{tree}\n   oracle: {theirs}\n   ours:   {ours}\n   with:   {used}", flush=True)

    def smallest(self, tree):
        kind = difference(*self.outcomes(str(tree)))
        tries = 0
        again = True
        while again and tries < 2000:
            again = False
            weight = tree.weight()
            for less in tree.smaller():
                if less.weight() >= weight:
                    continue
                tries += 1
                if difference(*self.outcomes(str(less))) == kind:
                    tree, again = less, True
                    break
                if tries >= 2000:
                    break
        return tree


def difference(theirs, ours):
    """None where both agree; otherwise which of them fail. How an error is worded is not compared."""
    failed = theirs[0] == "error", ours[0] == "error"
    if failed == (True, True) or failed == (False, False) and theirs == ours:
        return None
    return failed


class Worker:
    """A process that compares batches, started anew behind a formula that ends the oracle."""

    def __init__(self, given, batches):
        self.given = given
        self.batches = batches
        self.skipped = []
        self.current = mmap.mmap(-1, NOTE + 1)
        self.start()

    def start(self):
        self.results, theirs = multiprocessing.Pipe(False)
        self.process = multiprocessing.Process(target=self.work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def work(self, results):
        comparison = Comparison(
            self.given.tool, self.given.seed, self.current, set(self.skipped)
        )
        for number in self.batches:
            count = min(BATCH, self.given.count - number * BATCH)
            results.send((number, comparison.batch(number, count)))
        results.close()
        # Without the wheel's own end, which does not always come to one.
        os._exit(0)

    def receive(self):
        """What a batch found; None at the end."""
        try:
            number, found = self.results.recv()
            self.batches = range(number + self.batches.step, self.batches.stop, self.batches.step)
            return found
        except EOFError:
            self.process.join()
            if self.process.exitcode == 0:
                return None
        text = self.current[:].split(b"\0")[0].decode(errors="replace")
        if text in self.skipped or self.process.exitcode > 0:
            sys.exit(f"a worker has failed at: {text}")
        print(f"the oracle crashed at: {text}", flush=True)
        self.skipped.append(text)
        self.start()
        return collections.Counter({"crashes": 1})


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    arguments.add_argument("--count", type=int, default=20_000)
    arguments.add_argument("--jobs", type=int, default=1)
    arguments.add_argument("--tool", default=str(ROOT / ".build/release/reactorctl"))
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    start = time.monotonic()
    batches = -(-given.count // BATCH)
    workers = [Worker(given, range(job, batches, given.jobs)) for job in range(given.jobs)]
    found = collections.Counter()
    while workers:
        for worker in list(workers):
            if (batch := worker.receive()) is None:
                workers.remove(worker)
            else:
                found += batch
    report(given.count, found, time.monotonic() - start)


def report(count, found, seconds):
    failing, unexplained, crashes = (
        found.pop(name, 0) for name in ("failing", "unexplained", "crashes")
    )
    print(
        f"{count} formulas in {seconds:.0f} s, {failing} of them errors;"
        f" {found.total()} differences explained, {unexplained} not;"
        f" {crashes} crashes of the oracle"
    )
    for reason, count in found.most_common():
        print(f"{count:8}  {reason}")
    sys.exit(1 if unexplained else 0)


main()
