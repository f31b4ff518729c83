#include "cre2.h"

#include <re2/re2.h>

#include <cstdio>
#include <vector>

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

int cre2_groups(const cre2_pattern *pattern) { return pattern->re2.NumberOfCapturingGroups(); }

int cre2_find(
    const cre2_pattern *pattern, const char *text, size_t length, size_t start, int *spans,
    int count) {
  std::vector<re2::StringPiece> pieces(count);
  if (!pattern->re2.Match(
          re2::StringPiece(text, length), start, length, RE2::UNANCHORED, pieces.data(), count)) {
    return 0;
  }
  for (int i = 0; i < count; i++) {
    bool took_part = pieces[i].data() != nullptr;
    spans[2 * i] = took_part ? static_cast<int>(pieces[i].data() - text) : -1;
    spans[2 * i + 1] = took_part ? spans[2 * i] + static_cast<int>(pieces[i].size()) : -1;
  }
  return 1;
}

int cre2_size(const cre2_pattern *pattern) { return pattern->re2.ProgramSize(); }

void cre2_free(cre2_pattern *pattern) { delete pattern; }
