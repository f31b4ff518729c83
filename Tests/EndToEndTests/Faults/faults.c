// A library that is loaded in front of the system's and lets one chosen call fail.
//
// FAULT_AT=N     the N-th call fails, counted from 1 over all kinds; 0 or nothing: none
// FAULT_KIND=K   `file` counts calls about files, `memory` allocations; `kill` counts calls about
//                files, and instead of the chosen one the process is killed, a write half done
// FAULT_ERRNO=E  with which error a call about files fails
// FAULT_COUNT=P  at the end the number of calls is written to the file P
//
// Only in the program `reactorctl`, and not in the shell that starts it.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

static atomic_long count;
static long at;
static int code;
static int is_memory;
static int is_kill;
static int is_ready;

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
  if (strcmp(program_invocation_short_name, "reactorctl") != 0) return;
  const char *kind = getenv("FAULT_KIND");
  is_memory = kind && strcmp(kind, "memory") == 0;
  is_kill = kind && strcmp(kind, "kill") == 0;
  at = number("FAULT_AT");
  code = (int)number("FAULT_ERRNO");
  is_ready = 1;
}

// The file is written by bare system calls, which nothing here counts.
__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_COUNT");
  if (!path || !is_ready) return;
  char text[32];
  int length = snprintf(text, sizeof text, "%ld\n", (long)count);
  long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, text, (size_t)length);
  syscall(SYS_close, file);
}

static int is_due(void) { return is_ready && atomic_fetch_add(&count, 1) + 1 == at; }

static int fails(void) {
  if (is_memory || !is_due()) return 0;
  if (is_kill) kill(getpid(), SIGKILL);
  errno = code;
  return 1;
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (mode_t)va_arg(rest, int); \
    va_end(rest); \
    return fails() ? -1 : real(path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (mode_t)va_arg(rest, int); \
    va_end(rest); \
    return fails() ? -1 : real(folder, path, flags, mode); \
  }
OPENING_AT(openat)
OPENING_AT(openat64)

#define CALL(result, name, parameters, arguments) \
  result name parameters { \
    REAL(name); \
    return fails() ? (result)-1 : real arguments; \
  }
CALL(ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size))
CALL(ssize_t, pread, (int file, void *bytes, size_t size, off_t from), (file, bytes, size, from))
ssize_t write(int file, const void *bytes, size_t size) {
  REAL(write);
  if (is_kill && count + 1 == at) real(file, bytes, size / 2);
  return fails() ? -1 : real(file, bytes, size);
}
CALL(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t from), (file, bytes, size, from))
CALL(int, fsync, (int file), (file))
CALL(int, ftruncate, (int file, off_t size), (file, size))
CALL(int, fchmod, (int file, mode_t mode), (file, mode))
CALL(int, fchown, (int file, uid_t user, gid_t group), (file, user, group))
CALL(int, flock, (int file, int operation), (file, operation))
CALL(int, fstat, (int file, struct stat *status), (file, status))
CALL(int, stat, (const char *path, struct stat *status), (path, status))
CALL(int, lstat, (const char *path, struct stat *status), (path, status))
CALL(int, fstatat, (int folder, const char *path, struct stat *status, int flags),
     (folder, path, status, flags))
CALL(int, rename, (const char *from, const char *to), (from, to))
CALL(int, renameat, (int one, const char *from, int other, const char *to), (one, from, other, to))
CALL(int, renameat2, (int one, const char *from, int other, const char *to, unsigned flags),
     (one, from, other, to, flags))
CALL(int, link, (const char *from, const char *to), (from, to))
CALL(int, linkat, (int one, const char *from, int other, const char *to, int flags),
     (one, from, other, to, flags))
CALL(int, unlink, (const char *path), (path))
CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
CALL(ssize_t, readlink, (const char *path, char *text, size_t size), (path, text, size))
CALL(ssize_t, readlinkat, (int folder, const char *path, char *text, size_t size),
     (folder, path, text, size))
CALL(int, access, (const char *path, int mode), (path, mode))
CALL(int, faccessat, (int folder, const char *path, int mode, int flags),
     (folder, path, mode, flags))
CALL(ssize_t, flistxattr, (int file, char *names, size_t size), (file, names, size))
CALL(ssize_t, fgetxattr, (int file, const char *name, void *value, size_t size),
     (file, name, value, size))
CALL(int, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
     (file, name, value, size, flags))

#define GIVING(result, name, parameters, arguments) \
  result name parameters { \
    REAL(name); \
    return fails() ? NULL : real arguments; \
  }
GIVING(DIR *, opendir, (const char *path), (path))
GIVING(DIR *, fdopendir, (int folder), (folder))
GIVING(struct dirent *, readdir, (DIR *folder), (folder))
GIVING(char *, realpath, (const char *path, char *text), (path, text))
GIVING(char *, getcwd, (char *text, size_t size), (text, size))

// The descriptor is gone whatever `close` says.
int close(int file) {
  REAL(close);
  int result = real(file);
  return fails() ? -1 : result;
}

// Allocations are counted only where that is asked for: the dynamic linker makes some itself.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
static int starves(void) { return is_memory && is_due(); }
void *malloc(size_t size) { return starves() ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return starves() ? NULL : __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return starves() ? NULL : __libc_realloc(old, size); }
