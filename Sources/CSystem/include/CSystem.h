#ifndef REACTORCTL_CSYSTEM_H
#define REACTORCTL_CSYSTEM_H

// What the systems can do beyond POSIX, under one name each.

// With names and attributes of files. All return 0, or -1 with errno.

// Renames within an open folder, where nothing has the new name; EEXIST where something has.
int csystem_rename_new(int folder, const char *from, const char *to);

// Exchanges what two names of an open folder stand for, at once. EINVAL, ENOSYS or ENOTSUP where
// the file system cannot do it.
int csystem_exchange(int folder, const char *one, const char *other);

// Gives an open file the extended attributes and the access control list of another, and no
// others. EPERM or ENOTSUP where one of them cannot be given.
int csystem_copy_attributes(int from, int to);

// How many processors this process may run on; 0 where the system does not say.
int csystem_allowed_processors(void);

#endif
