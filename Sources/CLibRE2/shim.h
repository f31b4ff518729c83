#if !__has_include(<re2/re2.h>)
#error "RE2 headers not found. Run `make setup` (or: apt-get install -y libre2-dev) and build again."
#endif
