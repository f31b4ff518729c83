// The signal shapes with named dependencies as a loop over all nodes, in an order that is known, with a call
// of a function for each: what an engine that found out for nothing what is to be done would need.
//
// usage: cc -O2 signals.c -o signals; a peer of `Benchmarks signals`. For every line `map-SHAPE COUNT` on the
// input one line goes out: the nanoseconds that COUNT updates took, or `unknown`.
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Node Node;
struct Node {
  int64_t (*call)(const Node *);
  int64_t value;
  const Node *a, *b;
  int64_t number;
};

static Node *nodes;
static int count, heads;

static int64_t plus(const Node *node) { return node->a->value + node->number; }
static int64_t same(const Node *node) { return node->a->value; }
static int64_t constant(const Node *node) { return node->number; }
static int64_t difference(const Node *node) { return node->a->value - node->b->value; }
static int64_t sum(const Node *node) { return node->a->value + node->b->value; }
static int64_t five(const Node *node) {
  const Node *a = node->a;
  return a[0].value + a[1].value + a[2].value + a[3].value + a[4].value;
}
static int64_t ten(const Node *node) {
  const Node *a = node->a;
  return a[0].value + a[1].value + a[2].value + a[3].value + a[4].value + a[5].value + a[6].value +
         a[7].value + a[8].value + a[9].value;
}
static int64_t thirty(const Node *node) {
  int64_t value = node->a->value, sum = 0;
  for (int i = 0; i < 30; i++) sum += value;
  return sum;
}

static const Node *add(int64_t (*call)(const Node *), const Node *a, const Node *b, int64_t number) {
  nodes[count] = (Node){call, 0, a, b, number};
  return &nodes[count++];
}

static const Node *chain(const Node *from, int length) {
  for (int i = 0; i < length; i++) from = add(plus, from, 0, 1);
  return from;
}

static void watch(const Node *node) { add(same, node, 0, 0); }

static void propagate(int width, int height) {
  for (int i = 0; i < width; i++) watch(chain(nodes, height));
}

static void cellx(int layers) {
  const Node *row[4];
  heads = count = 4;
  for (int i = 0; i < 4; i++) row[i] = add(same, &nodes[i], 0, 0);
  for (int i = 0; i < layers; i++) {
    const Node *a = row[0], *b = row[1], *c = row[2], *d = row[3];
    row[0] = add(same, b, 0, 0);
    row[1] = add(difference, a, c, 0);
    row[2] = add(sum, b, d, 0);
    row[3] = add(same, c, 0, 0);
    for (int k = 0; k < 4; k++) watch(row[k]);
  }
}

/// Builds a shape over one head, or says that there is none of that name.
static int build(const char *name) {
  count = heads = 1;
  int a, b;
  if (!strcmp(name, "avoidable")) watch(chain(add(constant, nodes, 0, 0), 3));
  else if (!strcmp(name, "broad")) for (int i = 0; i < 50; i++) watch(chain(add(plus, nodes, 0, i), 1));
  else if (!strcmp(name, "deep")) watch(chain(nodes, 50));
  else if (!strcmp(name, "diamond")) {
    for (int i = 0; i < 5; i++) add(plus, nodes, 0, 1);
    watch(add(five, nodes + 1, 0, 0));
  } else if (!strcmp(name, "repeated")) watch(add(thirty, nodes, 0, 0));
  else if (!strcmp(name, "triangle")) {
    chain(nodes, 9);
    watch(add(ten, nodes, 0, 0));
  } else if (sscanf(name, "update-1to%d", &a) == 1) for (int i = 0; i < a; i++) watch(nodes);
  else if (sscanf(name, "propagate-%dx%d", &a, &b) == 2) propagate(a, b);
  else if (sscanf(name, "cellx-%d", &a) == 1) cellx(a);
  else return 0;
  return 1;
}

static void update(int64_t i) {
  if (heads == 1) nodes[0].value = i;
  else for (int place = 0; place < 4; place++) nodes[place].value = i & 1 ? 4 - place : place + 1;
  for (Node *node = nodes + heads, *end = nodes + count; node < end; node++) node->value = node->call(node);
}

int main(void) {
  char line[256], name[256], built[256] = "";
  long times;
  int64_t i = 0;
  nodes = calloc(1 << 20, sizeof(Node));
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "map-%200s %ld", name, &times) != 2 || (strcmp(name, built) && !build(name))) {
      puts("unknown");
      fflush(stdout);
      continue;
    }
    strcpy(built, name);
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long k = 0; k < times; k++) update(++i);
    clock_gettime(CLOCK_MONOTONIC, &to);
    printf("%lld\n", (to.tv_sec - from.tv_sec) * 1000000000ll + to.tv_nsec - from.tv_nsec);
    fflush(stdout);
  }
}
