// The signal shapes on a JavaScript library, as a peer of `Benchmarks signals`.
//
// usage: node signals.mjs MODULE
// MODULE exports `signal`, `computed`, `effect`, `startBatch` and `endBatch` as alien-signals does. For every line
// `SHAPE COUNT` on the input one line goes out: the nanoseconds that COUNT updates took. Shapes are
// built at first use and stay warm.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { signal, computed, effect, startBatch, endBatch } = await import(pathToFileURL(process.argv[2]).href);

/** One signal, then a shape that makes its effects and returns what one update does. */
function fromHead(build) {
  return () => {
    const head = signal(0);
    build(head);
    let i = 0;
    return () => head(++i);
  };
}

function chain(from, length) {
  let last = from;
  for (let i = 0; i < length; i++) {
    const previous = last;
    last = computed(() => previous() + 1);
  }
  return last;
}

function watch(node) {
  effect(() => {
    node();
  });
}

function propagate(width, height) {
  return fromHead((head) => {
    for (let i = 0; i < width; i++) watch(chain(head, height));
  });
}

function cellx(layers) {
  return () => {
    const start = [signal(1), signal(2), signal(3), signal(4)];
    let layer = start;
    for (let i = 0; i < layers; i++) {
      const [a, b, c, d] = layer;
      layer = [
        computed(() => b()),
        computed(() => a() - c()),
        computed(() => b() + d()),
        computed(() => c()),
      ];
      for (const node of layer) watch(node);
    }
    let i = 0;
    return () => {
      i++;
      start[i & 3](start[i & 3]() + 1);
    };
  };
}

function watchers(sources, effects) {
  return () => {
    const heads = Array.from({ length: sources }, () => signal(0));
    for (let i = 0; i < effects; i++) {
      effect(() => {
        for (let j = 0; j < heads.length; j++) heads[j]();
      });
    }
    let i = 0;
    return () => {
      i++;
      heads[i % sources](i);
    };
  };
}

function watched(effects) {
  return fromHead((head) => {
    for (let i = 0; i < effects; i++) watch(head);
  });
}

/** The layers of reactively's benchmark; `SignalShape+Dynamic.swift` tells of them. */
function dynamic(width, count, reads, dropping, leaves, isWatched = false) {
  return () => {
    const heads = Array.from({ length: width }, (_, i) => signal(i));
    let seed = 12345;
    const node = (sources) => {
      seed = Number((BigInt(seed) * 1103515245n + 12345n) & 0x7fffffffn);
      if ((seed >> 8) % 100 >= dropping) {
        return computed(() => {
          let sum = 0;
          for (const source of sources) sum += source();
          return sum;
        });
      }
      const [first, ...rest] = sources;
      return computed(() => {
        let sum = first();
        const dropped = sum & 1 ? sum % rest.length : rest.length;
        for (let i = 0; i < rest.length; i++) if (i !== dropped) sum += rest[i]();
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
        for (const leaf of read) leaf();
      });
    }
    let i = 0;
    return () => {
      i++;
      heads[i % width](i + (i % width));
      let sum = 0;
      for (const leaf of read) sum += leaf();
      return sum;
    };
  };
}

// The same through what an application's own layer is: objects of functions, and a batch around writes.
const layer = {
  signal(value) {
    const made = signal(value);
    return { read: () => made(), write: (value) => made(value) };
  },
  computed(body) {
    const made = computed(body);
    return { read: () => made() };
  },
  effect: (body) => effect(body),
  batch(body) {
    startBatch();
    body();
    endBatch();
  },
};

function layered(build) {
  return () => {
    const head = layer.signal(0);
    build(head);
    let i = 0;
    return () => layer.batch(() => head.write(++i));
  };
}

function layeredChain(from, length) {
  let last = from;
  for (let i = 0; i < length; i++) {
    const previous = last;
    last = layer.computed(() => previous.read() + 1);
  }
  return last;
}

function layeredWatch(node) {
  layer.effect(() => {
    node.read();
  });
}

const layeredShapes = {
  "update-1to1": layered(layeredWatch),
  deep: layered((head) => layeredWatch(layeredChain(head, 50))),
  broad: layered((head) => {
    for (let i = 0; i < 50; i++) {
      layeredWatch(layeredChain(layer.computed(() => head.read() + i), 1));
    }
  }),
  diamond: layered((head) => {
    const sides = Array.from({ length: 5 }, () => layer.computed(() => head.read() + 1));
    layeredWatch(
      layer.computed(() => {
        let sum = 0;
        for (const side of sides) sum += side.read();
        return sum;
      }),
    );
  }),
};

const shapes = {
  avoidable: fromHead((head) => {
    const same = computed(() => (head(), 0));
    watch(chain(same, 3));
  }),
  broad: fromHead((head) => {
    for (let i = 0; i < 50; i++) {
      const first = computed(() => head() + i);
      watch(chain(first, 1));
    }
  }),
  deep: fromHead((head) => watch(chain(head, 50))),
  diamond: fromHead((head) => {
    const sides = Array.from({ length: 5 }, () => computed(() => head() + 1));
    watch(
      computed(() => {
        let sum = 0;
        for (const side of sides) sum += side();
        return sum;
      }),
    );
  }),
  mux: () => {
    const heads = Array.from({ length: 100 }, () => signal(0));
    const mux = computed(() => {
      const values = [];
      for (const head of heads) values.push(head());
      return values;
    });
    for (let i = 0; i < heads.length; i++) {
      const part = computed(() => mux()[i]);
      watch(chain(part, 1));
    }
    let i = 0;
    return () => {
      i++;
      heads[i % 100](i);
    };
  },
  repeated: fromHead((head) => {
    watch(
      computed(() => {
        let sum = 0;
        for (let i = 0; i < 30; i++) sum += head();
        return sum;
      }),
    );
  }),
  triangle: fromHead((head) => {
    const list = [];
    let last = head;
    for (let i = 0; i < 10; i++) {
      list.push(last);
      last = chain(last, 1);
    }
    watch(
      computed(() => {
        let sum = 0;
        for (const node of list) sum += node();
        return sum;
      }),
    );
  }),
  unstable: fromHead((head) => {
    const double = computed(() => head() * 2);
    const inverse = computed(() => -head());
    watch(
      computed(() => {
        let sum = 0;
        for (let i = 0; i < 20; i++) sum += head() % 2 ? double() : inverse();
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
  "cellx-1000": cellx(1000),
  "cellx-2500": cellx(2500),
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
    return () => kept.push(computed(() => head()));
  },
  "create-effects": () => {
    const heads = [signal(0)];
    let i = 0;
    return () => {
      if (++i % 1000 === 0) heads.push(signal(0));
      const source = heads[heads.length - 1];
      effect(() => {
        source();
      });
    };
  },
};

for (const [name, build] of Object.entries(layeredShapes)) {
  shapes[`wrapper-${name}`] = build;
  shapes[`closures-${name}`] = build;
}
// Dependencies that are named have no counterpart: the same shape with tracked ones.
for (const name of ["deep", "broad", "propagate-10x10", "cellx-1000"]) {
  shapes[`map-${name}`] = shapes[name];
}

const warm = new Map();

function measure(name, count) {
  let update = warm.get(name);
  if (update === undefined) {
    update = shapes[name]();
    if (!name.startsWith("create")) warm.set(name, update);
  }
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i++) update();
  return process.hrtime.bigint() - start;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [name, count] = line.split(" ");
  process.stdout.write(`${measure(name, Number(count))}\n`);
}
