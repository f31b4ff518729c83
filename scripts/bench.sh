#!/usr/bin/env bash
# Compares reactorctl with other runners of test files: CPU and memory for a thousand small tests.
# Then a suite of a second and more, on one thread and on two.
# Then 100,000 actions through a reactor of a file, with ten computations that watch.
# Then 100,000 messages among the actors of a file: a pair, a ring of a thousand, a thousand to one;
# the same without YAML, beside Swift's own actors and Erlang.
# Then explores two-phase commit, beside SPIN.
# Then compares its formulas with the C++ and the Rust implementation of CEL.
# Then times the signals of the engine beside alien-signals, its port to Rust (with plain numbers, as its users have
# them, and with packed ones, which it need not allocate) and a loop in C that finds out nothing,
# and formulas of a file beside closures of alien-signals.
#   make bench            RUNS=5 by default: the median of so many runs
# What is not installed is left out: apt-get install prometheus (promtool) erlang-base spin nodejs, pip install pytest
# lit, pip install cel-expr-python common-expression-language, npm install -g alien-signals (or ALIEN_SIGNALS=MODULE),
# cargo of Rust 1.88 or later and ALIEN_SIGNALS_RS=FOLDER, where the source of the crate alien-signals is.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/toolchain.sh

tool=$PWD/.build/release/reactorctl
[ -x "$tool" ] || { echo "bench: build first: make build" >&2; exit 1; }
runs=${RUNS:-5}
count=1000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
results=$work/results

cc=$(command -v clang || command -v cc)
"$cc" -O2 -o "$work/measure" scripts/bench/measure.c
"$cc" -O2 -o "$work/events" scripts/bench/events.c -lyaml

scenario() { # of this number, indented by nothing
  cat <<END
  - name: the label follows $1
    steps:
      - set: {counter: $1}
        expect: {label: "$(($1 * 2))"}
        runs: {label: 1}
END
}
model() {
  cat <<'END'
cells:
  counter: 0
  double: = counter * 2
computations:
  label: = string(double)
scenarios:
END
}

busy() { # a scenario of this number and of some sixty steps
  cat <<END
  - name: the double follows $1
    steps:
      - repeat: 60
        do: [{set: {counter: = counter + 1}}]
      - set: {counter: $1}
        expect: {double: $(($1 * 2))}
END
}

actions() { # 100,000 of one mutation each; over twenty steps, each of which has a budget of turns
  cat <<'END'
reactors:
  counter:
    state: {count: 0, other: 1}
    mutate: {up: [{mutation: {add: = action}}]}
    reduce: {add: {count: = state.count + mutation}}
computations:
END
  for n in $(seq 1 10); do
    echo "  watch$n: [{if: counter.count < 0, then: [{emit: low}]}]"
  done
  echo steps:
  for n in $(seq 1 20); do
    echo "  - {for: {i: '= lists.range(5000)'}, do: [{send: {counter: {up: 1}}}]}"
  done
  echo "  - expect: {counter.count: 100000}"
}

ring() { # of this number; over two steps, each of which has a budget of turns
  echo actors:
  for n in $(seq 1 "$1"); do
    echo "  a$n:"
    echo "    on: {Ball: [{if: message > 0, then: [{tell: {a$((n % $1 + 1)): {Ball: = message - 1}}}]}]}"
  done
  echo steps:
  for n in 1 2; do echo "  - tell: {a1: {Ball: 49999}}"; done
}

many_to_one() { # a thousand send a hundred each
  echo actors:
  echo "  sink: {state: {count: 0}, on: {Drop: [{set: {count: = state.count + 1}}]}}"
  echo "  source: {on: {Open: [{repeat: 50, do: [{tell: {sink: Drop}}]}]}}"
  echo steps:
  echo "  - {for: {i: '= lists.range(1000)'}, do: [{spawn: {source: null}, as: s}, {tell: {s: Open}}]}"
  echo "  - {for: {i: '= lists.range(1000)'}, do: [{spawn: {source: null}, as: s}, {tell: {s: Open}}]}"
  echo "  - expect: {sink.count: 100000}"
}

mkdir -p "$work"/{files,one,suite,promtool,pytest,lit}
model >"$work/one/all.yaml"
for n in $(seq 1 $count); do
  { model; scenario "$n"; } >"$work/files/s$n.yaml"
  scenario "$n" >>"$work/one/all.yaml"
  printf 'def test_%s():\n    assert %s * 2 == %s\n' "$n" "$n" $((n * 2)) >"$work/pytest/test_s$n.py"
  printf '# RUN: true\n' >"$work/lit/s$n.txt"
  cat >"$work/promtool/t$n.yaml" <<END
rule_files: [rules.yaml]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series: [{series: counter, values: '$n'}]
    promql_expr_test:
      - {expr: counter * 2, eval_time: 0m, exp_samples: [{labels: '{}', value: $((n * 2))}]}
END
done
for n in $(seq 1 400); do
  { model; for k in $(seq 1 40); do busy $((n * 40 + k)); done; } >"$work/suite/s$n.yaml"
done
actions >"$work/actions.yaml"
ring 2 >"$work/pair.yaml"
ring 1000 >"$work/ring.yaml"
many_to_one >"$work/fan-in.yaml"
printf 'groups: []\n' >"$work/promtool/rules.yaml"
cat >"$work/lit/lit.cfg" <<'END'
import lit.formats
config.name = "bench"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".txt"]
END

measure() { # RUNS LABEL COMMAND...
  "$work/measure" "$@" >>"$results" || { echo "bench: cannot measure: $2" >&2; exit 1; }
}

cd "$work"
measure 41 "start-up: reactorctl --version" "$tool" --version
measure 41 "start-up: reactorctl run, one file" "$tool" run files/s1.yaml
measure "$runs" "reactorctl run, $count files" "$tool" run --jobs 1 files
measure "$runs" "reactorctl run, one file of $count" "$tool" run --jobs 1 one
measure "$runs" "reactorctl run --jobs 1, 400 files of 40" "$tool" run --jobs 1 suite
measure "$runs" "reactorctl run --jobs 2, 400 files of 40" "$tool" run --jobs 2 suite
measure "$runs" "reactorctl check, $count files" "$tool" check files
measure "$runs" "loading alone, $count files" "$tool" debug load files
measure "$runs" "loading alone, one file of $count" "$tool" debug load one
measure "$runs" "reactorctl run, 100,000 actions" "$tool" run actions.yaml
measure "$runs" "reactorctl run, 100,000 messages, pair" "$tool" run pair.yaml
measure "$runs" "reactorctl run, 100,000 messages, ring" "$tool" run ring.yaml
measure "$runs" "reactorctl run, 100,000 messages, many to one" "$tool" run fan-in.yaml
measure 41 "start-up: libyaml's events" "$work/events"
measure "$runs" "libyaml's events, $count files" "$work/events" files/*.yaml
measure "$runs" "libyaml's events, one file of $count" "$work/events" one/all.yaml
if command -v promtool >/dev/null; then
  measure 1 "promtool test rules, $count files" promtool test rules promtool/t*.yaml
fi
if python3 -c 'import pytest' 2>/dev/null; then
  measure 1 "pytest, $count files" python3 -m pytest -q -p no:cacheprovider pytest
fi
if python3 -c 'import lit' 2>/dev/null; then
  measure 1 "lit, $count files" python3 -c 'from lit.main import main; main()' -q lit
fi

awk -F '\t' -v count=$count '
  { cpu[$1] = $2; memory[$1] = $3; code[$1] = $4; wall[$1] = $5; order[NR] = $1 }
  END {
    start = cpu["start-up: reactorctl --version"]
    own = cpu["reactorctl run, " count " files"]
    printf "%-46s %10s %10s %10s %12s\n", "", "CPU ms", "wall ms", "memory MB", "CPU to run"
    for (i = 1; i <= NR; i++) {
      l = order[i]
      printf "%-46s %10.1f %10.1f %10.1f %11.1fx%s\n", l, cpu[l], wall[l], memory[l] / 1024, cpu[l] / own,
        code[l] == 0 ? "" : "  (ended with " code[l] ")"
    }
    print ""
    suite = "400 files of 40"
    printf "a suite of 16,000 scenarios on two threads: %.2fx less wall time\n",
      wall["reactorctl run --jobs 1, " suite] / wall["reactorctl run --jobs 2, " suite]
    l = "reactorctl run, 100,000 actions"
    printf "actions with ten computations: %.0f a second, %.0f re-runs a second, %.1f MB at most\n",
      1e8 / (cpu[l] - start), 1e9 / (cpu[l] - start), memory[l] / 1024
    for (k = 1; k <= 3; k++) {
      shape = k == 1 ? "pair" : k == 2 ? "ring" : "many to one"
      l = "reactorctl run, 100,000 messages, " shape
      printf "messages of actors, %s: %.0f a second, %.1f MB at most\n", shape,
        1e8 / (cpu[l] - start), memory[l] / 1024
    }
    for (k = 1; k <= 2; k++) {
      what = k == 1 ? count " files" : "one file of " count
      load = cpu["loading alone, " what] - start
      printf "loading %s: %.1fx of libyaml'"'"'s own events, start-up not counted\n", what,
        load / (cpu["libyaml'"'"'s events, " what] - cpu["start-up: libyaml'"'"'s events"])
    }
  }' "$results"

echo
cd - >/dev/null
RUNS=$runs scripts/bench/exploring.sh
echo
swift build -c release --product Benchmarks --static-swift-stdlib >"$work/build" 2>&1 ||
  { cat "$work/build" >&2; exit 1; }
.build/release/Benchmarks formulas
.build/release/Benchmarks actors
echo
"$cc" -O2 -o "$work/signals" Sources/Benchmarks/Peers/signals.c
peers=(--floor C "$work/signals")
rust=${ALIEN_SIGNALS_RS:-}
if command -v cargo >/dev/null && [ -f "$rust/Cargo.toml" ]; then
  mkdir "$work/rust"
  cat >"$work/rust/Cargo.toml" <<END
[package]
name = "signals"
edition = "2024"
[[bin]]
name = "signals"
path = "$PWD/Sources/Benchmarks/Peers/signals.rs"
[dependencies]
alien-signals = {path = "$(cd "$rust" && pwd)"}
[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"
END
  cargo build --release --offline --manifest-path "$work/rust/Cargo.toml" --target-dir "$work/rust/target" \
    >"$work/build" 2>&1 || { cat "$work/build" >&2; exit 1; }
  signals=$work/rust/target/release/signals
  peers=(--peer Rust "$signals" --floor Rust-packed "$signals packed" "${peers[@]}")
fi
alien=${ALIEN_SIGNALS:-$(npm root -g 2>/dev/null || true)/alien-signals/esm/index.mjs}
if command -v node >/dev/null && [ -f "$alien" ]; then
  peers=(--peer alien-signals "node Sources/Benchmarks/Peers/signals.mjs $alien" "${peers[@]}")
fi
.build/release/Benchmarks signals "${peers[@]}"

# The same shapes as formulas of a file.
echo
closures=()
if command -v node >/dev/null && [ -f "$alien" ]; then
  closures=(node Sources/Benchmarks/Peers/signals.mjs "$alien")
fi
scripts/bench/formulas-in-files "$tool" "${closures[@]}"
