# make run            sets everything up, builds reactorctl and runs the scenarios that pass
# make run ARGS=PATH  runs other files or folders
# make test           sets everything up and runs the tests
# make bench          compares reactorctl with promtool, pytest, lit, libyaml, and other CELs
# make lint           checks the format of all sources
ARGS ?= scenarios/passing

.PHONY: run test build setup bench lint

run: build
	@.build/release/reactorctl run $(ARGS)

test: setup
	@. scripts/toolchain.sh && swift test

build: setup
	@. scripts/toolchain.sh && \
	  swift build -c release --product reactorctl --static-swift-stdlib >&2

setup:
	@scripts/setup.sh

bench: build
	@. scripts/toolchain.sh && scripts/bench.sh

lint:
	@. scripts/toolchain.sh && swift format lint --strict -r Sources Tests Package.swift
