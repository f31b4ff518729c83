#!/bin/sh
# Sees to it that everything is there: Swift, a C++ library, libyaml, RE2, and the time zones that
# formulas may name.
# May run any number of times; does nothing where nothing is missing.
set -eu
. "$(dirname "$0")/toolchain.sh"

has_headers() {
  printf '#if !__has_include(<yaml.h>) || !__has_include(<re2/re2.h>)\n#error missing\n#endif\n' |
    clang++ -E -xc++ - >/dev/null 2>&1
}

has_zones() {
  [ "$(uname)" != Linux ] || [ -e /usr/share/zoneinfo/US/Central ]
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    echo "setup: this needs root, and there is no sudo: $*" >&2
    return 1
  fi
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@" >&2
}

has_headers && has_zones && exit 0

echo "setup: installing libyaml, RE2 and time zones" >&2
if command -v apt-get >/dev/null 2>&1; then
  packages="libyaml-dev libre2-dev pkg-config tzdata"
  # From Debian 13 on the older names of zones are a package of their own.
  if apt-cache show tzdata-legacy >/dev/null 2>&1; then packages="$packages tzdata-legacy"; fi
  # A fresh machine has no package lists yet; an old one may have stale ones.
  apt_install $packages 2>/dev/null || { as_root apt-get update -qq >&2 && apt_install $packages; } ||
    { echo "setup: could not install: $packages" >&2; exit 1; }
elif command -v brew >/dev/null 2>&1; then
  brew install --quiet libyaml re2 pkg-config >&2
else
  echo "setup: please install the headers of libyaml and RE2 (libyaml-dev and libre2-dev)" >&2
  exit 1
fi

has_headers || { echo "setup: libyaml or RE2 is still missing after its installation" >&2; exit 1; }
