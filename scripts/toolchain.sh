# Sourced by the other scripts: puts Swift on PATH where it is installed but not on it.
if ! command -v swift >/dev/null 2>&1; then
  for folder in /opt/swift/usr/bin "${HOME:-/root}/.local/share/swiftly/bin" /usr/share/swift/usr/bin \
    /usr/local/swift/usr/bin; do
    if [ -x "$folder/swift" ]; then
      PATH="$PATH:$folder"
      break
    fi
  done
fi
if ! command -v swift >/dev/null 2>&1; then
  echo "setup: Swift 6.2 or later is needed: https://www.swift.org/install" >&2
  exit 1
fi
# Swift's own clang stands beside it, and is not always on PATH.
case ":$PATH:" in
*":$(dirname "$(command -v swift)"):"*) ;;
*) PATH="$PATH:$(dirname "$(command -v swift)")" ;;
esac
# Homebrew's folders are not searched by themselves.
if [ "$(uname)" = Darwin ] && command -v brew >/dev/null 2>&1; then
  export CPATH="$(brew --prefix)/include${CPATH:+:$CPATH}"
  export LIBRARY_PATH="$(brew --prefix)/lib${LIBRARY_PATH:+:$LIBRARY_PATH}"
fi
export PATH
