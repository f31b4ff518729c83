// The signal shapes on the Rust port of alien-signals, as a peer of `Benchmarks signals`.
//
// usage: cargo build --release --offline, in a folder with this Cargo.toml, as `scripts/bench.sh` makes one:
//
//   [package]
//   name = "signals"
//   edition = "2024"
//   [[bin]]
//   name = "signals"
//   path = "/PATH/TO/signals.rs"
//   [dependencies]
//   alien-signals = {path = "/PATH/TO/THE/CRATE"}
//   [profile.release]
//   lto = "fat"
//   codegen-units = 1
//   panic = "abort"
//
// For every line `SHAPE COUNT` on the input one line goes out: the nanoseconds that COUNT updates took, or
// `unknown`; for `check SHAPE COUNT` how often computeds and effects ran, and the sum of what computeds gave.
// Shapes are built at first use and stay warm. The port never frees a node, so that what is built for one
// answer alone stays in memory as well, and making nodes always asks for memory that is new.
//
// Numbers are `i64`, as in the port's documentation and its own benchmark; with the argument `packed` they are packed, so
// that the port keeps them in its nodes: as fast as it can be made.
//
// The shapes are written once, generic over the layer, so that each layer has code of its own.

use std::cell::Cell;
use std::collections::HashMap;
use std::hint::black_box;
use std::io::{self, BufRead, Write as _};
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Instant;

use alien_signals::{Computed, Effect, Signal, end_batch, start_batch};

// What the shapes are made of.

trait Read: Clone + 'static {
    type Value: 'static;
    fn read(&self) -> Self::Value;
}

trait Write: Read<Value = i64> {
    fn write(&self, value: i64);
}

/// A list is shared, so that to read it is not to copy it.
type List = Rc<[i64]>;

trait Layer: 'static {
    type Signal: Write;
    type Computed: Read<Value = i64>;
    type Listed: Read<Value = List>;

    fn signal(value: i64) -> Self::Signal;
    fn computed(body: impl Fn() -> i64 + 'static) -> Self::Computed;
    /// One of a list, every evaluation of which is a change, as a new array is in JavaScript.
    fn listed(body: impl Fn() -> List + 'static) -> Self::Listed;
    fn effect(body: impl Fn() + 'static);
    /// Runs writes, and what follows from them.
    fn update(body: impl FnOnce());
}

fn batch(body: impl FnOnce()) {
    start_batch();
    body();
    end_batch();
}

/// What the nodes hold.
trait Number: Copy + PartialEq + 'static {
    fn new(value: i64) -> Self;
    fn value(self) -> i64;
}

/// As all write it who use the port.
impl Number for i64 {
    fn new(value: i64) -> Self {
        value
    }
    fn value(self) -> i64 {
        self
    }
}

/// The port keeps a small value in its node only where that needs no alignment, and allocates
/// anew for every other one; a number that is packed is spared that.
#[derive(Clone, Copy, PartialEq)]
#[repr(Rust, packed)]
struct Packed(i64);

impl Number for Packed {
    fn new(value: i64) -> Self {
        Packed(value)
    }
    fn value(self) -> i64 {
        self.0
    }
}

/// The library itself. A write is an update of its own.
struct Direct<N>(PhantomData<N>);

impl<N: Number> Read for Signal<N> {
    type Value = i64;
    fn read(&self) -> i64 {
        self.get().value()
    }
}

impl<N: Number> Write for Signal<N> {
    fn write(&self, value: i64) {
        self.set(N::new(value));
    }
}

impl<N: Number> Read for Computed<N> {
    type Value = i64;
    fn read(&self) -> i64 {
        self.get().value()
    }
}

impl Read for Computed<List> {
    type Value = List;
    fn read(&self) -> List {
        self.get()
    }
}

impl<N: Number> Layer for Direct<N> {
    type Signal = Signal<N>;
    type Computed = Computed<N>;
    type Listed = Computed<List>;

    fn signal(value: i64) -> Self::Signal {
        Signal::new(N::new(value))
    }
    fn computed(body: impl Fn() -> i64 + 'static) -> Self::Computed {
        Computed::new(move |_| N::new(body()))
    }
    fn listed(body: impl Fn() -> List + 'static) -> Self::Listed {
        Computed::new_with_eq(move |_| body(), |_, _| false)
    }
    fn effect(body: impl Fn() + 'static) {
        // What is dropped here is only the handle; the effect goes on.
        Effect::new(body);
    }
    fn update(body: impl FnOnce()) {
        body();
    }
}

/// Structs around the library's handles, and a batch.
struct Wrappers<N>(PhantomData<N>);

#[derive(Clone)]
struct Wrapped<Handle> {
    handle: Handle,
}

impl<Handle: Read> Read for Wrapped<Handle> {
    type Value = Handle::Value;
    fn read(&self) -> Self::Value {
        self.handle.read()
    }
}

impl<Handle: Write> Write for Wrapped<Handle> {
    fn write(&self, value: i64) {
        self.handle.write(value);
    }
}

impl<N: Number> Layer for Wrappers<N> {
    type Signal = Wrapped<Signal<N>>;
    type Computed = Wrapped<Computed<N>>;
    type Listed = Wrapped<Computed<List>>;

    fn signal(value: i64) -> Self::Signal {
        Wrapped { handle: Direct::<N>::signal(value) }
    }
    fn computed(body: impl Fn() -> i64 + 'static) -> Self::Computed {
        Wrapped { handle: Direct::<N>::computed(body) }
    }
    fn listed(body: impl Fn() -> List + 'static) -> Self::Listed {
        Wrapped { handle: Direct::<N>::listed(body) }
    }
    fn effect(body: impl Fn() + 'static) {
        Direct::<N>::effect(body);
    }
    fn update(body: impl FnOnce()) {
        batch(body);
    }
}

/// Structs of closures, as the adapters of js-reactivity-benchmark are objects of functions, and a batch.
struct Closures<N>(PhantomData<N>);

#[derive(Clone)]
struct Reading<Value> {
    reading: Rc<dyn Fn() -> Value>,
}

impl<Value: Clone + 'static> Read for Reading<Value> {
    type Value = Value;
    fn read(&self) -> Value {
        (self.reading)()
    }
}

#[derive(Clone)]
struct Writing {
    reading: Rc<dyn Fn() -> i64>,
    writing: Rc<dyn Fn(i64)>,
}

impl Read for Writing {
    type Value = i64;
    fn read(&self) -> i64 {
        (self.reading)()
    }
}

impl Write for Writing {
    fn write(&self, value: i64) {
        (self.writing)(value);
    }
}

impl<N: Number> Layer for Closures<N> {
    type Signal = Writing;
    type Computed = Reading<i64>;
    type Listed = Reading<List>;

    fn signal(value: i64) -> Self::Signal {
        let made = Direct::<N>::signal(value);
        Writing { reading: Rc::new(move || made.read()), writing: Rc::new(move |value| made.write(value)) }
    }
    fn computed(body: impl Fn() -> i64 + 'static) -> Self::Computed {
        let made = Direct::<N>::computed(body);
        Reading { reading: Rc::new(move || made.read()) }
    }
    fn listed(body: impl Fn() -> List + 'static) -> Self::Listed {
        let made = Direct::<N>::listed(body);
        Reading { reading: Rc::new(move || made.read()) }
    }
    fn effect(body: impl Fn() + 'static) {
        Direct::<N>::effect(body);
    }
    fn update(body: impl FnOnce()) {
        batch(body);
    }
}

/// The library itself, counted.
struct Counted<N>(PhantomData<N>);

#[derive(Clone, Copy, Default)]
struct Tally {
    computeds: u64,
    effects: u64,
    sum: i64,
}

thread_local! {
    static TALLY: Cell<Tally> = Cell::default();
}

/// What peers and the engine take the sum by, so that no one's numbers outgrow it.
const MODULUS: i64 = 1_000_003;

fn count(change: impl FnOnce(&mut Tally)) {
    let mut tally = TALLY.get();
    change(&mut tally);
    TALLY.set(tally);
}

impl<N: Number> Layer for Counted<N> {
    type Signal = Signal<N>;
    type Computed = Computed<N>;
    type Listed = Computed<List>;

    fn signal(value: i64) -> Self::Signal {
        Direct::<N>::signal(value)
    }
    fn computed(body: impl Fn() -> i64 + 'static) -> Self::Computed {
        Direct::<N>::computed(move || {
            let value = body();
            count(|tally| {
                tally.computeds += 1;
                tally.sum = (tally.sum + value % MODULUS) % MODULUS;
            });
            value
        })
    }
    /// Only what gives a number is counted.
    fn listed(body: impl Fn() -> List + 'static) -> Self::Listed {
        Direct::<N>::listed(body)
    }
    fn effect(body: impl Fn() + 'static) {
        Direct::<N>::effect(move || {
            body();
            count(|tally| tally.effects += 1);
        });
    }
    fn update(body: impl FnOnce()) {
        Direct::<N>::update(body);
    }
}

// The shapes: functions that build one and give its update.

type Update = Box<dyn FnMut()>;

/// One signal, then a shape that makes its effects; an update writes the signal.
fn headed<L: Layer>(build: impl FnOnce(L::Signal)) -> Update {
    let head = L::signal(0);
    build(head.clone());
    let mut i = 0;
    Box::new(move || {
        i += 1;
        L::update(|| head.write(i));
    })
}

/// At least one computed.
fn chain<L: Layer>(from: impl Read<Value = i64>, length: usize) -> L::Computed {
    let mut last = L::computed(move || from.read() + 1);
    for _ in 1..length {
        let previous = last;
        last = L::computed(move || previous.read() + 1);
    }
    last
}

fn watch<L: Layer>(node: impl Read) {
    L::effect(move || {
        node.read();
    });
}

fn propagate<L: Layer>(width: usize, height: usize) -> Update {
    headed::<L>(|head| {
        for _ in 0..width {
            watch::<L>(chain::<L>(head.clone(), height));
        }
    })
}

fn cellx<L: Layer>(layers: usize) -> Update {
    let start = [1, 2, 3, 4].map(L::signal);
    let mut layer = start.clone().map(|head| L::computed(move || head.read()));
    for _ in 0..layers {
        let [a, b, c, d] = layer;
        let (same_b, same_c) = (b.clone(), c.clone());
        layer = [
            L::computed(move || same_b.read()),
            L::computed(move || a.read() - c.read()),
            L::computed(move || b.read() + d.read()),
            L::computed(move || same_c.read()),
        ];
        for node in &layer {
            watch::<L>(node.clone());
        }
    }
    let end = layer;
    let mut i = 0;
    Box::new(move || {
        i += 1;
        batch(|| {
            for (place, head) in (0..).zip(&start) {
                head.write(if i & 1 == 1 { 4 - place } else { place + 1 });
            }
        });
        for node in &end {
            black_box(node.read());
        }
    })
}

fn watchers<L: Layer>(sources: usize, effects: usize) -> Update {
    let heads: Rc<[L::Signal]> = (0..sources).map(|_| L::signal(0)).collect();
    for _ in 0..effects {
        let heads = heads.clone();
        L::effect(move || {
            for head in heads.iter() {
                head.read();
            }
        });
    }
    let mut i = 0;
    Box::new(move || {
        i += 1;
        L::update(|| heads[i % sources].write(i as i64));
    })
}

fn watched<L: Layer>(effects: usize) -> Update {
    headed::<L>(|head| {
        for _ in 0..effects {
            watch::<L>(head.clone());
        }
    })
}

fn avoidable<L: Layer>() -> Update {
    headed::<L>(|head| {
        let same = L::computed(move || {
            head.read();
            0
        });
        watch::<L>(chain::<L>(same, 3));
    })
}

fn broad<L: Layer>() -> Update {
    headed::<L>(|head| {
        for i in 0..50 {
            let head = head.clone();
            let first = L::computed(move || head.read() + i);
            watch::<L>(chain::<L>(first, 1));
        }
    })
}

fn diamond<L: Layer>() -> Update {
    headed::<L>(|head| {
        let sides: [_; 5] = std::array::from_fn(|_| chain::<L>(head.clone(), 1));
        watch::<L>(L::computed(move || sides.iter().map(Read::read).sum()));
    })
}

fn mux<L: Layer>() -> Update {
    let heads: Rc<[L::Signal]> = (0..100).map(|_| L::signal(0)).collect();
    let read = heads.clone();
    let mux = L::listed(move || read.iter().map(Read::read).collect());
    for i in 0..heads.len() {
        let mux = mux.clone();
        let part = L::computed(move || mux.read()[i]);
        watch::<L>(chain::<L>(part, 1));
    }
    let mut i = 0;
    Box::new(move || {
        i += 1;
        L::update(|| heads[i % 100].write(i as i64));
    })
}

fn repeated<L: Layer>() -> Update {
    headed::<L>(|head| watch::<L>(L::computed(move || (0..30).map(|_| head.read()).sum())))
}

fn triangle<L: Layer>() -> Update {
    headed::<L>(|head| {
        let mut list = vec![chain::<L>(head.clone(), 1)];
        for i in 0..8 {
            list.push(chain::<L>(list[i].clone(), 1));
        }
        watch::<L>(L::computed(move || head.read() + list.iter().map(Read::read).sum::<i64>()));
    })
}

fn unstable<L: Layer>() -> Update {
    headed::<L>(|head| {
        let (read, negated) = (head.clone(), head.clone());
        let double = L::computed(move || read.read() * 2);
        let inverse = L::computed(move || -negated.read());
        watch::<L>(L::computed(move || {
            (0..20).map(|_| if head.read() % 2 != 0 { double.read() } else { inverse.read() }).sum()
        }));
    })
}

/// The layers of reactively's benchmark; `DynamicShapes.swift` tells of them.
fn dynamic<L: Layer>(
    width: usize,
    count: usize,
    reads: usize,
    dropping: u32,
    leaves: usize,
    is_watched: bool,
) -> Update {
    let heads: Vec<L::Signal> = (0..width as i64).map(L::signal).collect();
    let mut seed = 12345;
    let mut last = dynamic_layer::<L, _>(&heads, reads, dropping, &mut seed);
    for _ in 2..count {
        last = dynamic_layer::<L, _>(&last, reads, dropping, &mut seed);
    }
    last.truncate(leaves);
    if is_watched {
        let last = last.clone();
        L::effect(move || {
            for leaf in &last {
                leaf.read();
            }
        });
    }
    let mut i = 0;
    Box::new(move || {
        i += 1;
        L::update(|| heads[i % width].write((i + i % width) as i64));
        black_box(sum(&last));
    })
}

fn dynamic_layer<L: Layer, Node: Read<Value = i64>>(
    before: &[Node],
    reads: usize,
    dropping: u32,
    seed: &mut u32,
) -> Vec<L::Computed> {
    (0..before.len())
        .map(|place| {
            let sources: Box<[Node]> =
                (place..place + reads).map(|i| before[i % before.len()].clone()).collect();
            *seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345) & 0x7fff_ffff;
            if (*seed >> 8) % 100 >= dropping {
                return L::computed(move || sum(&sources));
            }
            L::computed(move || {
                let [first, rest @ ..] = &*sources else { return 0 };
                let first = first.read();
                let dropped = if first & 1 == 1 { first as usize % rest.len() } else { rest.len() };
                let mut sum = first;
                for (place, source) in rest.iter().enumerate() {
                    if place != dropped {
                        sum = sum.wrapping_add(source.read());
                    }
                }
                sum
            })
        })
        .collect()
}

/// Where layers are many the numbers outgrow what holds them, as the engine's do.
fn sum(nodes: &[impl Read<Value = i64>]) -> i64 {
    nodes.iter().fold(0, |sum, node| sum.wrapping_add(node.read()))
}

fn create_signals<L: Layer>() -> Update {
    let mut kept = Vec::new();
    Box::new(move || kept.push(L::signal(0)))
}

fn create_computeds<L: Layer>() -> Update {
    let head = L::signal(0);
    let mut kept = Vec::new();
    Box::new(move || {
        let head = head.clone();
        kept.push(L::computed(move || head.read()));
    })
}

fn create_effects<L: Layer>() -> Update {
    let mut head = L::signal(0);
    let mut i = 0;
    Box::new(move || {
        i += 1;
        if i % 1000 == 0 {
            head = L::signal(0);
        }
        watch::<L>(head.clone());
    })
}

fn built<L: Layer>(name: &str) -> Option<Update> {
    Some(match name {
        "avoidable" => avoidable::<L>(),
        "broad" => broad::<L>(),
        "deep" => propagate::<L>(1, 50),
        "diamond" => diamond::<L>(),
        "mux" => mux::<L>(),
        "repeated" => repeated::<L>(),
        "triangle" => triangle::<L>(),
        "unstable" => unstable::<L>(),
        "update-1to1" => watched::<L>(1),
        "update-1to4" => watched::<L>(4),
        "update-4to1" => watchers::<L>(4, 1),
        "update-1to1000" => watched::<L>(1000),
        "update-1000to1" => watchers::<L>(1000, 1),
        "propagate-1x1" => propagate::<L>(1, 1),
        "propagate-1x10" => propagate::<L>(1, 10),
        "propagate-10x10" => propagate::<L>(10, 10),
        "propagate-100x10" => propagate::<L>(100, 10),
        "propagate-100x100" => propagate::<L>(100, 100),
        "cellx-1000" => cellx::<L>(1000),
        "cellx-2500" => cellx::<L>(2500),
        "cellx-5000" | "cellx-5000-first" | "cellx-5000-cold" => cellx::<L>(5000),
        "dynamic-simple" => dynamic::<L>(10, 5, 2, 0, 2, false),
        "dynamic-component" => dynamic::<L>(10, 10, 6, 25, 2, false),
        "dynamic-web-app" => dynamic::<L>(1000, 12, 4, 5, 1000, false),
        "dynamic-dense" => dynamic::<L>(1000, 5, 25, 0, 1000, false),
        "dynamic-deep" => dynamic::<L>(5, 500, 3, 0, 5, false),
        "dynamic-very" => dynamic::<L>(100, 15, 6, 50, 100, false),
        "dynamic-watched" => dynamic::<L>(1000, 12, 4, 5, 1000, true),
        "create-signals" => create_signals::<L>(),
        "create-computeds" => create_computeds::<L>(),
        "create-effects" => create_effects::<L>(),
        _ => return None,
    })
}

/// Names that begin with the kind of a layer mean that one. Dependencies that are named have no counterpart: the
/// same is done by reading.
fn found<N: Number>(name: &str) -> Option<Update> {
    if let Some(shape) = name.strip_prefix("wrapper-") {
        built::<Wrappers<N>>(shape)
    } else if let Some(shape) = name.strip_prefix("closures-") {
        built::<Closures<N>>(shape)
    } else {
        built::<Direct<N>>(name.strip_prefix("map-").unwrap_or(name))
    }
}

fn time(update: &mut Update, count: u64) -> u128 {
    let start = Instant::now();
    for _ in 0..count {
        update();
    }
    start.elapsed().as_nanos()
}

fn measure<N: Number>(warm: &mut HashMap<String, Update>, name: &str, count: u64) -> Option<String> {
    if let Some(update) = warm.get_mut(name) {
        return Some(time(update, count).to_string());
    }
    let mut update = found::<N>(name)?;
    let taken = time(&mut update, count);
    if !name.starts_with("create") && !name.ends_with("first") {
        warm.insert(name.to_string(), update);
    }
    Some(taken.to_string())
}

fn check<N: Number>(name: &str, count: u64) -> Option<String> {
    TALLY.set(Tally::default());
    let mut update = built::<Counted<N>>(name)?;
    for _ in 0..count {
        update();
    }
    let Tally { computeds, effects, sum } = TALLY.get();
    Some(format!("{computeds} {effects} {}", (sum + MODULUS) % MODULUS))
}

fn main() -> io::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("packed") => answer::<Packed>(),
        _ => answer::<i64>(),
    }
}

fn answer<N: Number>() -> io::Result<()> {
    let mut warm = HashMap::new();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse().unwrap_or(0);
        let answer = match words[..] {
            ["check", name, count] => check::<N>(name, number(count)),
            [name, count] => measure::<N>(&mut warm, name, number(count)),
            _ => None,
        };
        writeln!(output, "{}", answer.as_deref().unwrap_or("unknown"))?;
        output.flush()?;
    }
    Ok(())
}
