"""Scenario files whose formulas are shapes of the engine's benchmark (`Sources/Benchmarks/Peers/signals.mjs`)."""

# What each cell of a chain of fifty makes of the one before it.
CHAINS = {"deep": "it + 1", "operations": "(it * 3 + 1) % 1000", "choices": "it < 0 ? 0 : it + 1"}
# So many updates share one step, whose turns are limited.
STEP = 500


def scenario(shape, times):
    """A file of cells, of computations that watch them, and of so many updates."""
    cells, watched = {}, []
    writes = ["head: = head + 1"]
    if shape in CHAINS:
        for i in range(50):
            cells[f"c{i}"] = CHAINS[shape].replace("it", f"c{i - 1}" if i else "head")
        watched = ["c49"]
    elif shape == "broad":
        for i in range(50):
            cells[f"a{i}"], cells[f"b{i}"] = f"head + {i}", f"a{i} + 1"
            watched.append(f"b{i}")
    elif shape == "cellx-10":
        writes = [", ".join(f"h{place}: {number}" for place, number in enumerate(numbers))
                  for numbers in ([4, 3, 2, 1], [1, 2, 3, 4])]
        a, b, c, d = names = [f"l{place}" for place in range(4)]
        cells.update((name, f"h{place}") for place, name in enumerate(names))
        for i in range(10):
            names = [f"l{i}x{place}" for place in range(4)]
            cells.update(zip(names, [b, f"{a} - {c}", f"{b} + {d}", c]))
            watched += names
            a, b, c, d = names
    else:
        raise ValueError(f"there is no shape {shape}")
    heads = [write.split(":")[0] for write in writes[0].split(", ")]
    lines = ["cells:"]
    lines += [f"  {head}: {place + 1}" for place, head in enumerate(heads)]
    lines += [f'  {name}: "= {formula}"' for name, formula in cells.items()]
    lines.append("computations:")
    lines += [f"  w{number}: = {name}" for number, name in enumerate(watched)]
    lines.append("steps:")
    steps = ", ".join(f"{{set: {{{write}}}}}" for write in writes)
    for first in range(0, times, STEP):
        count = min(STEP, times - first) // len(writes)
        lines.append(f"  - {{repeat: {count}, do: [{steps}]}}")
    return "\n".join(lines) + "\n"
