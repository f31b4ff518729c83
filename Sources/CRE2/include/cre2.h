// RE2 as C: just enough for Swift to ask whether a text contains a match.
#ifndef CRE2_H
#define CRE2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cre2_pattern cre2_pattern;

// Compiles a pattern. On failure the result is NULL and the reason, cut to fit, stands in `error`.
cre2_pattern *cre2_compile(
  const char *pattern, size_t length, long memory, char *error, size_t error_size);
// The number of capturing groups.
int cre2_groups(const cre2_pattern *pattern);
// Finds the first match that begins at `start` or behind it; the text before counts as context. Puts
// the offsets where the match and its groups begin and end into `spans`, `count` pairs in all, -1
// for a group that took no part. 0 where nothing matches.
int cre2_find(
  const cre2_pattern *pattern, const char *text, size_t length, size_t start, int *spans,
  int count);
// Whether any part of the text matches.
int cre2_search(const cre2_pattern *pattern, const char *text, size_t length);
// The number of instructions of the compiled pattern.
int cre2_size(const cre2_pattern *pattern);
void cre2_free(cre2_pattern *pattern);

#ifdef __cplusplus
}
#endif
#endif
