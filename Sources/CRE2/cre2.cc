#include "cre2.h"

#include <re2/re2.h>

#include <cstdio>

struct cre2_pattern {
  RE2 re2;
};

cre2_pattern *cre2_compile(
    const char *pattern, size_t length, long memory, char *error, size_t error_size) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(memory);
  auto *compiled = new cre2_pattern{RE2(re2::StringPiece(pattern, length), options)};
  if (compiled->re2.ok()) return compiled;
  snprintf(error, error_size, "%s", compiled->re2.error().c_str());
  delete compiled;
  return nullptr;
}

int cre2_search(const cre2_pattern *pattern, const char *text, size_t length) {
  return RE2::PartialMatch(re2::StringPiece(text, length), pattern->re2);
}

int cre2_size(const cre2_pattern *pattern) { return pattern->re2.ProgramSize(); }

void cre2_free(cre2_pattern *pattern) { delete pattern; }
