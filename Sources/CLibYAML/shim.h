#if __has_include(<yaml.h>)
#include <yaml.h>
#else
#error "libyaml headers not found. Run `make setup` (or: apt-get install -y libyaml-dev) and build again."
#endif
