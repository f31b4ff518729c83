// The signal shapes on a JavaScript library, as a peer of `Benchmarks signals`.
//
// usage: node signals.mjs MODULE [value]
// MODULE exports `signal`, `computed`, `effect`, `startBatch` and `endBatch` as alien-signals does; with
// `value`, `signal` and `computed` give objects that are read and written by that property, and
// `batch` takes the place of the latter two. For every line `SHAPE COUNT` on the input one line goes out:
// the nanoseconds that COUNT updates took, or `unknown`; for `check SHAPE COUNT` how often computeds and effects
// ran, and the sum of what computeds gave. Shapes are built at first use and stay warm.
//
// The shapes are written once. What it is to read and to write is put into their text, so that each
// layer has code of its own, as an application has.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const library = await import(pathToFileURL(process.argv[2]).href);
const isByValue = process.argv[3] === "value";

function batch(body) {
  if (library.batch) return library.batch(body);
  library.startBatch();
  body();
  library.endBatch();
}

/** The library itself. A write is an update of its own. */
const direct = {
  READ: isByValue ? "$1.value" : "$1()",
  WRITE: isByValue ? "$1.value = $2" : "$1($2)",
  signal: library.signal,
  computed: library.computed,
  effect: library.effect,
  update: (body) => body(),
  batch,
};

/** What an application's own layer is: objects of functions, and a batch around writes. */
const adapter = {
  READ: "$1.read()",
  WRITE: "$1.write($2)",
  signal(value) {
    const made = library.signal(value);
    return isByValue
      ? { read: () => made.value, write: (value) => (made.value = value) }
      : { read: () => made(), write: (value) => made(value) };
  },
  computed(body) {
    const made = library.computed(body);
    return isByValue ? { read: () => made.value } : { read: () => made() };
  },
  effect: (body) => library.effect(body),
  update: batch,
  batch,
};

let tally;

/** The library itself, counted. */
const counted = {
  ...direct,
  computed: (body) =>
    library.computed(() => {
      const value = body();
      if (typeof value === "number") {
        tally.computeds++;
        tally.sum = (tally.sum + value) % 1000003;
      }
      return value;
    }),
  effect: (body) =>
    library.effect(() => {
      body();
      tally.effects++;
    }),
};

/** All shapes: functions that build one and give its update. */
function made(READ, WRITE, { signal, computed, effect, update, batch }) {
  /** One signal, then a shape that makes its effects; an update writes the signal. */
  function headed(build) {
    return () => {
      const head = signal(0);
      build(head);
      let i = 0;
      const write = () => {
        WRITE(head, ++i);
      };
      return () => update(write);
    };
  }

  function chain(from, length) {
    let last = from;
    for (let i = 0; i < length; i++) {
      const previous = last;
      last = computed(() => READ(previous) + 1);
    }
    return last;
  }

  function watch(node) {
    effect(() => {
      READ(node);
    });
  }

  /** Chains that stand in scenario files alone (`scripts/bench/formulas-in-files`). */
  function operations(from, length) {
    let last = from;
    for (let i = 0; i < length; i++) {
      const previous = last;
      last = computed(() => (READ(previous) * 3 + 1) % 1000);
    }
    return last;
  }

  function choices(from, length) {
    let last = from;
    for (let i = 0; i < length; i++) {
      const previous = last;
      last = computed(() => (READ(previous) < 0 ? 0 : READ(previous) + 1));
    }
    return last;
  }

  function propagate(width, height) {
    return headed((head) => {
      for (let i = 0; i < width; i++) watch(chain(head, height));
    });
  }

  function cellx(layers) {
    return () => {
      const start = [signal(1), signal(2), signal(3), signal(4)];
      let layer = start.map((head) => computed(() => READ(head)));
      for (let i = 0; i < layers; i++) {
        const [a, b, c, d] = layer;
        layer = [
          computed(() => READ(b)),
          computed(() => READ(a) - READ(c)),
          computed(() => READ(b) + READ(d)),
          computed(() => READ(c)),
        ];
        for (const node of layer) watch(node);
      }
      const end = layer;
      let i = 0;
      const write = () => {
        for (let place = 0; place < 4; place++) {
          const head = start[place];
          WRITE(head, i & 1 ? 4 - place : place + 1);
        }
      };
      return () => {
        i++;
        batch(write);
        for (const node of end) READ(node);
      };
    };
  }

  function watchers(sources, effects) {
    return () => {
      const heads = Array.from({ length: sources }, () => signal(0));
      for (let i = 0; i < effects; i++) {
        effect(() => {
          for (const head of heads) READ(head);
        });
      }
      let i = 0;
      const write = () => {
        const head = heads[i % sources];
        WRITE(head, i);
      };
      return () => {
        i++;
        update(write);
      };
    };
  }

  function watched(effects) {
    return headed((head) => {
      for (let i = 0; i < effects; i++) watch(head);
    });
  }

  function mux() {
    const heads = Array.from({ length: 100 }, () => signal(0));
    const mux = computed(() => {
      const values = [];
      for (const head of heads) values.push(READ(head));
      return values;
    });
    for (let i = 0; i < heads.length; i++) {
      const part = computed(() => READ(mux)[i]);
      watch(chain(part, 1));
    }
    let i = 0;
    const write = () => {
      const head = heads[i % 100];
      WRITE(head, i);
    };
    return () => {
      i++;
      update(write);
    };
  }

  /** The layers of reactively's benchmark; `DynamicShapes.swift` tells of them. */
  function dynamic(width, count, reads, dropping, leaves, isWatched = false) {
    return () => {
      const heads = Array.from({ length: width }, (_, i) => signal(i));
      let seed = 12345;
      const node = (sources) => {
        seed = Number((BigInt(seed) * 1103515245n + 12345n) & 0x7fffffffn);
        if ((seed >> 8) % 100 >= dropping) {
          return computed(() => {
            let sum = 0;
            for (const source of sources) sum += READ(source);
            return sum;
          });
        }
        const [first, ...rest] = sources;
        return computed(() => {
          let sum = READ(first);
          const dropped = sum & 1 ? sum % rest.length : rest.length;
          for (let i = 0; i < rest.length; i++) {
            if (i !== dropped) {
              const source = rest[i];
              sum += READ(source);
            }
          }
          return sum;
        });
      };
      let layer = heads;
      for (let i = 1; i < count; i++) {
        const before = layer;
        layer = before.map((_, place) =>
          node(Array.from({ length: reads }, (_, i) => before[(place + i) % width])),
        );
      }
      const read = layer.slice(0, leaves);
      if (isWatched) {
        effect(() => {
          for (const leaf of read) READ(leaf);
        });
      }
      let i = 0;
      const write = () => {
        const head = heads[i % width];
        WRITE(head, i + (i % width));
      };
      return () => {
        i++;
        update(write);
        let sum = 0;
        for (const leaf of read) sum += READ(leaf);
        return sum;
      };
    };
  }

  return {
    avoidable: headed((head) => {
      const same = computed(() => (READ(head), 0));
      watch(chain(same, 3));
    }),
    broad: headed((head) => {
      for (let i = 0; i < 50; i++) {
        const first = computed(() => READ(head) + i);
        watch(chain(first, 1));
      }
    }),
    deep: headed((head) => watch(chain(head, 50))),
    operations: headed((head) => watch(operations(head, 50))),
    choices: headed((head) => watch(choices(head, 50))),
    diamond: headed((head) => {
      const sides = Array.from({ length: 5 }, () => computed(() => READ(head) + 1));
      watch(
        computed(() => {
          let sum = 0;
          for (const side of sides) sum += READ(side);
          return sum;
        }),
      );
    }),
    mux,
    repeated: headed((head) => {
      watch(
        computed(() => {
          let sum = 0;
          for (let i = 0; i < 30; i++) sum += READ(head);
          return sum;
        }),
      );
    }),
    triangle: headed((head) => {
      const list = [];
      let last = head;
      for (let i = 0; i < 10; i++) {
        list.push(last);
        if (i < 9) last = chain(last, 1);
      }
      watch(
        computed(() => {
          let sum = 0;
          for (const node of list) sum += READ(node);
          return sum;
        }),
      );
    }),
    unstable: headed((head) => {
      const double = computed(() => READ(head) * 2);
      const inverse = computed(() => -READ(head));
      watch(
        computed(() => {
          let sum = 0;
          for (let i = 0; i < 20; i++) sum += READ(head) % 2 ? READ(double) : READ(inverse);
          return sum;
        }),
      );
    }),
    "update-1to1": watched(1),
    "update-1to4": watched(4),
    "update-4to1": watchers(4, 1),
    "update-1to1000": watched(1000),
    "update-1000to1": watchers(1000, 1),
    "propagate-1x1": propagate(1, 1),
    "propagate-1x10": propagate(1, 10),
    "propagate-10x10": propagate(10, 10),
    "propagate-100x10": propagate(100, 10),
    "propagate-100x100": propagate(100, 100),
    "cellx-10": cellx(10),
    "cellx-1000": cellx(1000),
    "cellx-2500": cellx(2500),
    "cellx-5000": cellx(5000),
    "cellx-5000-first": cellx(5000),
    "cellx-5000-cold": cellx(5000),
    "dynamic-simple": dynamic(10, 5, 2, 0, 2),
    "dynamic-component": dynamic(10, 10, 6, 25, 2),
    "dynamic-web-app": dynamic(1000, 12, 4, 5, 1000),
    "dynamic-dense": dynamic(1000, 5, 25, 0, 1000),
    "dynamic-deep": dynamic(5, 500, 3, 0, 5),
    "dynamic-very": dynamic(100, 15, 6, 50, 100),
    "dynamic-watched": dynamic(1000, 12, 4, 5, 1000, true),
    "create-signals": () => {
      const kept = [];
      return () => kept.push(signal(0));
    },
    "create-computeds": () => {
      const head = signal(0);
      const kept = [];
      return () => kept.push(computed(() => READ(head)));
    },
    "create-effects": () => {
      const heads = [signal(0)];
      let i = 0;
      return () => {
        if (++i % 1000 === 0) heads.push(signal(0));
        const source = heads[heads.length - 1];
        effect(() => {
          READ(source);
        });
      };
    },
  };
}

function shapes(layer) {
  const text = made
    .toString()
    .replace("READ, WRITE, ", "")
    .replace(/READ\((\w+)\)/g, layer.READ)
    .replace(/WRITE\((\w+), (.*)\);/g, `${layer.WRITE};`);
  return new Function(`return ${text}`)()(layer);
}

const layers = { "": shapes(direct), layer: shapes(adapter), counted: shapes(counted) };

/**
 * Names that begin with the kind of a layer mean the adapter. Dependencies that are named have no counterpart: the
 * same is done by reading.
 */
function found(name) {
  const [, kind, shape] = /^(wrapper-|closures-|map-)?(.*)$/.exec(name);
  return layers[kind === "wrapper-" || kind === "closures-" ? "layer" : ""][shape];
}

const warm = new Map();

function measure(name, count) {
  let update = warm.get(name);
  if (update === undefined) {
    const build = found(name);
    if (build === undefined) return "unknown";
    update = build();
    if (!name.startsWith("create") && !name.endsWith("first")) warm.set(name, update);
  }
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i++) update();
  return process.hrtime.bigint() - start;
}

function check(name, count) {
  const build = layers.counted[name];
  if (build === undefined) return "unknown";
  tally = { computeds: 0, effects: 0, sum: 0 };
  const update = build();
  for (let i = 0; i < count; i++) update();
  return `${tally.computeds} ${tally.effects} ${(tally.sum + 1000003) % 1000003}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const words = line.split(" ");
  const answer =
    words[0] === "check" ? check(words[1], Number(words[2])) : measure(words[0], Number(words[1]));
  process.stdout.write(`${answer}\n`);
}
