// The calls that Swift's view of the C library leaves out.

#ifdef __APPLE__

#include "CSystem.h"

#include <copyfile.h>
#include <stdio.h>

int csystem_rename_new(int folder, const char *from, const char *to) {
  return renameatx_np(folder, from, folder, to, RENAME_EXCL);
}

int csystem_exchange(int folder, const char *one, const char *other) {
  return renameatx_np(folder, one, folder, other, RENAME_SWAP);
}

int csystem_copy_attributes(int from, int to) {
  return fcopyfile(from, to, 0, COPYFILE_ACL | COPYFILE_XATTR);
}

int csystem_allowed_processors(void) { return 0; }

#else

#define _GNU_SOURCE

#include "CSystem.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

// As the kernel numbers them: not every C library has the call or its flags.
enum { no_replace = 1, exchange = 2 };

int csystem_rename_new(int folder, const char *from, const char *to) {
  return (int)syscall(SYS_renameat2, folder, from, folder, to, no_replace);
}

int csystem_exchange(int folder, const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, folder, one, folder, other, exchange);
}

// The names of a file's attributes, each with its end; to be freed. None where the file system
// has no attributes.
static int names_of(int file, char **names, ssize_t *size) {
  *names = NULL;
  for (;;) {
    *size = flistxattr(file, NULL, 0);
    if (*size < 0) return errno == ENOTSUP ? (*size = 0) : -1;
    if (*size == 0) return 0;
    free(*names);
    *names = malloc((size_t)*size);
    if (*names == NULL) return -1;
    *size = flistxattr(file, *names, (size_t)*size);
    if (*size >= 0) return 0;
    if (errno != ERANGE) return -1;
  }
}

// The value of an attribute, to be freed; -1 where there is none.
static int value_of(int file, const char *name, char **value, ssize_t *size) {
  *value = NULL;
  for (;;) {
    *size = fgetxattr(file, name, NULL, 0);
    if (*size < 0) return -1;
    free(*value);
    *value = malloc((size_t)*size + 1);
    if (*value == NULL) return -1;
    *size = fgetxattr(file, name, *value, (size_t)*size);
    if (*size >= 0) return 0;
    if (errno != ERANGE) return -1;
  }
}

static int copy_one(int from, int to, const char *name) {
  char *wanted = NULL, *had = NULL;
  ssize_t size = 0, had_size = 0;
  int result = value_of(from, name, &wanted, &size);
  if (result == 0) {
    // What the folder or the system has given already may be one that nobody may set.
    int is_equal = value_of(to, name, &had, &had_size) == 0 && had_size == size &&
                   memcmp(wanted, had, (size_t)size) == 0;
    if (!is_equal) result = fsetxattr(to, name, wanted, (size_t)size, 0);
  }
  int code = errno;
  free(wanted);
  free(had);
  errno = code;
  return result;
}

static int has(const char *names, ssize_t size, const char *wanted) {
  for (const char *name = names; name < names + size; name += strlen(name) + 1) {
    if (strcmp(name, wanted) == 0) return 1;
  }
  return 0;
}

int csystem_copy_attributes(int from, int to) {
  char *names = NULL, *own = NULL;
  ssize_t size = 0, own_size = 0;
  int result = names_of(from, &names, &size);
  for (const char *name = names; result == 0 && name < names + size; name += strlen(name) + 1) {
    result = copy_one(from, to, name);
  }
  // A folder gives what is made in it a list of its own, which the file that was there lacks.
  if (result == 0) result = names_of(to, &own, &own_size);
  for (const char *name = own; result == 0 && name < own + own_size; name += strlen(name) + 1) {
    if (!has(names, size, name)) result = fremovexattr(to, name);
  }
  int code = errno;
  free(names);
  free(own);
  errno = code;
  return result;
}

int csystem_allowed_processors(void) {
  // More than a machine has hardly ever; the call fails where it has.
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

#endif
