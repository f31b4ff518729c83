# make run            sets everything up, builds reactorctl and runs the scenarios that pass
# make run ARGS=PATH  runs other files or folders
# make test           sets everything up, builds reactorctl and runs the tests
# make bench          compares reactorctl with promtool, pytest, lit, libyaml, other CELs and alien-signals
# make judge          has programs of others judge reports and schema
# make documentation  writes the documentation of the libraries below .build/documentation
# make lint           checks the format of all sources
# make install        puts reactorctl, its manual and its completions under PREFIX (/usr/local)
# make uninstall      removes them
ARGS ?= scenarios/passing

.PHONY: run test build build-tests setup bench judge documentation lint install uninstall

run: build
	@.build/release/reactorctl run $(ARGS)

# What the built tool does is tried with the release. Much of that build goes on one processor alone, and so
# both go side by side.
test: setup
	@$(MAKE) --no-print-directory -j 2 build build-tests
	@REACTORCTL="$(CURDIR)/.build/release/reactorctl" scripts/tests --skip-build

build: setup
	@. scripts/toolchain.sh && \
	  swift build -c release --product reactorctl --static-swift-stdlib >&2

build-tests: setup
	@scripts/tests build >&2

setup:
	@scripts/setup.sh

bench: build
	@. scripts/toolchain.sh && scripts/bench.sh

judge: build
	@scripts/judges

documentation: setup
	@scripts/documentation

lint:
	@. scripts/toolchain.sh && swift format lint --strict -r Sources Tests Package.swift

# What `make install` installs, and where; DESTDIR goes before all of it, for packages.
PREFIX ?= /usr/local
DESTDIR ?=
BINARY ?= .build/release/reactorctl
installed = bin/reactorctl share/man/man1/reactorctl.1 \
  share/bash-completion/completions/reactorctl share/zsh/site-functions/_reactorctl \
  share/fish/vendor_completions.d/reactorctl.fish
root = $(DESTDIR)$(PREFIX)

install: $(BINARY)
	@install -d $(foreach file,$(installed),"$(root)/$(dir $(file))")
	@install -m 755 $(BINARY) "$(root)/bin/reactorctl"
	@$(BINARY) man > "$(root)/share/man/man1/reactorctl.1"
	@$(BINARY) completions bash > "$(root)/share/bash-completion/completions/reactorctl"
	@$(BINARY) completions zsh > "$(root)/share/zsh/site-functions/_reactorctl"
	@$(BINARY) completions fish > "$(root)/share/fish/vendor_completions.d/reactorctl.fish"
	@cd "$(root)" && chmod 644 $(filter share/%,$(installed))
	@echo "reactorctl, its manual and its completions are in $(root)"

uninstall:
	@cd "$(root)" && rm -f $(installed)

.build/release/reactorctl:
	@$(MAKE) build
