#ifndef REACTORCTL_CFILES_H
#define REACTORCTL_CFILES_H

// What the systems can do with names and attributes of files beyond POSIX, under one name each.
// All return 0, or -1 with errno.

// Renames within an open folder, where nothing has the new name; EEXIST where something has.
int cfiles_rename_new(int folder, const char *from, const char *to);

// Exchanges what two names of an open folder stand for, at once. EINVAL, ENOSYS or ENOTSUP where
// the file system cannot do it.
int cfiles_exchange(int folder, const char *one, const char *other);

// Gives an open file the extended attributes and the access control list of another, and no
// others. EPERM or ENOTSUP where one of them cannot be given.
int cfiles_copy_attributes(int from, int to);

#endif
