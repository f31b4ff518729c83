// measure COUNT LABEL COMMAND...: runs the command so many times, without output, and prints
// "LABEL<tab>median CPU in ms<tab>most memory in kB<tab>exit code<tab>median wall time in ms". CPU is
// user and system time of the command and all that it starts, from wait4.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static double seconds(struct timeval t) { return t.tv_sec + t.tv_usec / 1e6; }

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int count = atoi(argv[1]), code = 0;
  if (count < 1 || count > 1000) return 2;
  double times[1000], walls[1000];
  long memory = 0;
  for (int i = 0; i < count; i++) {
    double start = now();
    pid_t child = fork();
    if (child < 0) return 4;
    if (child == 0) {
      int nothing = open("/dev/null", O_RDWR);
      for (int fd = 0; fd < 3; fd++) dup2(nothing, fd);
      execvp(argv[3], argv + 3);
      _exit(127);
    }
    int status;
    struct rusage use;
    if (wait4(child, &status, 0, &use) < 0) return 4;
    walls[i] = now() - start;
    times[i] = seconds(use.ru_utime) + seconds(use.ru_stime);
    code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
#ifdef __APPLE__
    use.ru_maxrss /= 1024;
#endif
    if (use.ru_maxrss > memory) memory = use.ru_maxrss;
  }
  qsort(times, count, sizeof *times, ascending);
  qsort(walls, count, sizeof *walls, ascending);
  printf("%s\t%.2f\t%ld\t%d\t%.2f\n", argv[2], times[count / 2] * 1e3, memory, code,
         walls[count / 2] * 1e3);
  return 0;
}
