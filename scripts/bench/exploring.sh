#!/usr/bin/env bash
# How fast explore is: two-phase commit (Gray and Lamport; `TwoPhase` of tlaplus/Examples) with 7 resource managers,
# 296,448 states and 2,744,705 events, by the fast way; with 5 also by replay; clients of one actor, both ways; two files
# of those on one thread and on two; reactors of one store, both ways; and ten million states of seven counters. Beside SPIN, where it is installed
# (apt-get install spin), on the same two-phase commit, in the same run. CPU time, wall time and memory of whole
# processes, the medians of RUNS (5 by default); turns a second are those of a CPU second.
set -euo pipefail
cd "$(dirname "$0")/../.."
tool=$PWD/.build/release/reactorctl
[ -x "$tool" ] || { echo "bench: build first: make build" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=${RUNS:-5}

list() { # of so many, each made by the command that follows
  local n text=""
  for n in $(seq 1 "$1"); do text+="${text:+, }$("${@:2}" "$n")"; done
  echo "$text"
}
manager() { echo "r$1"; }
working() { echo "r$1: working"; }
no() { echo "r$1: false"; }

commit() { # of so many managers
  cat <<END
cells:
  rms: [$(list "$1" manager)]
  rm: {$(list "$1" working)}
  tm: init
  heard: {$(list "$1" no)}
  sent: {$(list "$1" no)}
  commit: false
  abort: false
always: '!(rms.exists(r, rm[r] == "aborted") && rms.exists(r, rm[r] == "committed"))'
explore:
  complete: true
  events:
    - {name: TMCommit, when: 'tm == "init" && rms.all(r, heard[r])', set: {tm: committed, commit: true}}
    - {name: TMAbort, when: 'tm == "init"', set: {tm: aborted, abort: true}}
    - {name: TMRcvPrepared, for: {r: = rms}, when: 'tm == "init" && sent[r]', set: {'heard[r]': true}}
    - {name: RMPrepare, for: {r: = rms}, when: 'rm[r] == "working"', set: {'rm[r]': prepared, 'sent[r]': true}}
    - {name: RMChooseToAbort, for: {r: = rms}, when: 'rm[r] == "working"', set: {'rm[r]': aborted}}
    - {name: RMRcvCommitMsg, for: {r: = rms}, when: commit, set: {'rm[r]': committed}}
    - {name: RMRcvAbortMsg, for: {r: = rms}, when: abort, set: {'rm[r]': aborted}}
END
}

promela() { # the same
  local n
  echo "byte rm[$1]; bit heard[$1]; bit sent[$1]; byte tm; bit commit; bit abort;"
  echo "active proctype all() { do"
  echo ":: d_step { tm == 0$(for n in $(seq 0 $(($1 - 1))); do echo -n " && heard[$n]"; done) -> tm = 1; commit = 1 }"
  echo ":: d_step { tm == 0 -> tm = 2; abort = 1 }"
  for n in $(seq 0 $(($1 - 1))); do
    echo ":: d_step { tm == 0 && sent[$n] -> heard[$n] = 1 }"
    echo ":: d_step { rm[$n] == 0 -> rm[$n] = 1; sent[$n] = 1 }"
    echo ":: d_step { rm[$n] == 0 -> rm[$n] = 2 }"
    echo ":: d_step { commit -> rm[$n] = 3 }"
    echo ":: d_step { abort -> rm[$n] = 2 }"
  done
  echo "od }"
  local aborted committed
  aborted=$(for n in $(seq 0 $(($1 - 1))); do echo -n "rm[$n] == 2 || "; done)
  committed=$(for n in $(seq 0 $(($1 - 1))); do echo -n "rm[$n] == 3 || "; done)
  echo "never { do :: (${aborted}false) && (${committed}false) -> break :: else od }"
}

counters() {
  echo "cells: {a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0}"
  echo "always: a + b < 100"
  echo "explore:"
  echo "  limit: 20000000"
  echo "  complete: true"
  echo "  events:"
  for n in a b c d e f g; do echo "    - {set: {$n: '= ($n + 1) % 10'}}"; done
}

clients() {
  cat <<'END'
actors:
  counter:
    state: {n: 0}
    on: {Get: = state.n, Put: [{set: {n: = message}}]}
  a: {on: &client {Go: [{ask: {counter: Get}, as: n}, {tell: {counter: {Put: = n + 1}}}]}}
  b: {on: *client}
  c: {on: *client}
  d: {on: *client}
explore: {complete: true}
steps:
  - interleave: [[{tell: {a: Go}}], [{tell: {b: Go}}], [{tell: {c: Go}}], [{tell: {d: Go}}]]
END
}

five() {
  clients | sed -e 's/^  d: .*/&\n  e: {on: *client}/' -e 's/\[{tell: {d: Go}}\]/&, [{tell: {e: Go}}]/'
}

reactors() { # of one store
  cat <<'END'
services: {api: {methods: {read: = app.n}}}
stores: {app: {state: {n: 0}, reducers: {put: {n: = action}}}}
reactors:
  a: &client
    state: {}
    mutate: {go: [{call: api.read, as: n}, {dispatch: {app: {put: = n + 1}}}]}
  b: *client
  c: *client
  d: *client
  e: *client
explore: {complete: true}
steps:
  - interleave: [[{send: {a: go}}], [{send: {b: go}}], [{send: {c: go}}], [{send: {d: go}}], [{send: {e: go}}]]
END
}

seven() { # of these reactors
  reactors | sed -e 's/^  e: .*/&\n  f: *client\n  g: *client/' -e 's/\[{send: {e: go}}\]/&, [{send: {f: go}}], [{send: {g: go}}]/'
}

cc=$(command -v clang || command -v cc)
"$cc" -O2 -o "$work/measure" scripts/bench/measure.c
cd "$work"
commit 7 >commit7.yaml
commit 5 >commit5.yaml
counters >counters.yaml
clients >clients.yaml
five >clients5.yaml
five >more5.yaml
reactors >reactors5.yaml
seven >reactors7.yaml

measure() { # LABEL STATES GENERATED COMMAND...
  local line
  line=$("$work/measure" "$runs" "$1" "${@:4}" | awk -F '\t' '{ print $2 "\t" $3 "\t" $4 "\t" $5 }')
  awk -F '\t' -v label="$1" -v states="$2" -v turns="$3" -v line="$line" 'BEGIN {
    split(line, found, "\t")
    printf "%-40s %8.0f %8.0f %10.1f %12.0f %12.0f %10.0f%s\n", label, found[1], found[4], found[2] / 1024, turns / found[1] * 1000,
      states, found[2] * 1024 / states, found[3] == 0 ? "" : "  (ended with " found[3] ")"
  }'
}

printf "%-40s %8s %8s %10s %12s %12s %10s\n" "exploring" "CPU ms" "wall ms" "memory MB" "turns/s" "states" "bytes each"
measure "two-phase commit, 7 managers" 296448 2744705 "$tool" explore commit7.yaml
if command -v spin >/dev/null; then
  promela 7 >commit7.pml
  spin -a commit7.pml >/dev/null
  "$cc" -O2 -w -DSAFETY -DNOREDUCE -DMEMLIM=4096 -o pan pan.c
  measure "  SPIN" 296448 2744705 ./pan -m100000
  ./pan -m100000 | grep -E "states, stored|transitions" | sed 's/^ */    SPIN: /'
else
  echo "  SPIN is not installed: apt-get install spin"
fi
measure "two-phase commit, 5 managers" 8832 58145 "$tool" explore commit5.yaml
measure "  by replay" 8832 58145 "$tool" explore --by-replay commit5.yaml
measure "four clients of one actor" 5083 10568 "$tool" explore clients.yaml
measure "  by replay" 5083 10568 "$tool" explore --by-replay clients.yaml
measure "five clients" 75958 168525 "$tool" explore clients5.yaml
measure "two files of five clients, 1 thread" 151916 337050 "$tool" explore --jobs 1 clients5.yaml more5.yaml
measure "  2 threads" 151916 337050 "$tool" explore --jobs 2 clients5.yaml more5.yaml
measure "five reactors of one store" 4480 13098 "$tool" explore reactors5.yaml
measure "  by replay" 4480 13098 "$tool" explore --by-replay reactors5.yaml
measure "seven reactors" 265549 1073445 "$tool" explore --limit 1000000 reactors7.yaml
measure "ten million states of seven counters" 10000000 70000000 "$tool" explore counters.yaml
