# A thin front: the work is done by CMake, Ninja and the scripts.
BUILD ?= build
# Warnings are errors; make WERROR=OFF for compilers newer than ours.
WERROR ?= ON
CMAKE_FLAGS ?=
PREFIX ?= /usr/local
N ?= 200
JOBS ?= $(shell nproc)

.PHONY: build setup demo check check-thorough sanitize bench profile bench-guide bench-mlir accuracy depcheck loops fuzz format tidy install

build: setup
	@scripts/configure $(BUILD) -DTAKT_WERROR=$(WERROR) $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD) -j$(JOBS)

setup:
	@scripts/setup

# What the plugin says about examples/ and two real libraries.
demo: build
	@scripts/demo $(BUILD)

check: build sanitize
	@ninja -C $(BUILD) -j$(JOBS) takt-test-depends
	@scripts/run-tests $(BUILD)

# The same with more levels and random programs where compilers' output is compared.
check-thorough: build sanitize
	@ninja -C $(BUILD) -j$(JOBS) takt-test-depends
	@scripts/run-tests $(BUILD) --param thorough=1

# The tests of takt's ways in and out with AddressSanitizer and UBSan.
sanitize: setup
	@scripts/configure $(BUILD)-sanitize -DTAKT_SANITIZE=ON -DTAKT_WERROR=$(WERROR) $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD)-sanitize -j$(JOBS) takt
	@scripts/run-tests $(BUILD)-sanitize --filter 'Tools/takt/(batch|help|inputs|json|report)'

# Compile time with and without the plugin; time of takt for a block, beside
# llvm-mca; time of the search for dependences through memory.
bench: build
	@scripts/bench $(BUILD)
	@tools/bench/blocks $(BUILD)
	@if command -v valgrind > /dev/null; then tools/bench/profile $(BUILD); fi
	@$(BUILD)/bin/takt-bench-memory

# The profile that the models are optimized with (cmake/Profile.cmake), anew.
profile: build
	@scripts/record-profile $(BUILD)

# What guided loops gain on this processor, beside the best of all shapes.
bench-guide: build
	@tools/loops/guide --build $(BUILD) --cache $(BUILD)/guide.json --programs > $(BUILD)/guide.csv

# What takt-unroll gains on this processor.
bench-mlir: build
	@tools/mlir/speed --build $(BUILD)

# The tables of docs/accuracy.md, where the truth files are at hand.
accuracy: build
	@tools/accuracy/accuracy --build $(BUILD)

# Which dependences through memory takt finds, and which it misses.
depcheck: build
	@tools/depcheck/depcheck --build $(BUILD) --list

# The tables of compiled loops alone; they need the CPU, or TAKT_LOOPS=loops.csv.
loops: build
	@tools/accuracy/accuracy --build $(BUILD) --table compiled-loops --table validation-loops \
	  --table library-loops --table routines-loops --table heldout-loops

# N random programs: objects must be the same with and without the plugin, results
# with and without -takt-guide. SEED= repeats a run.
fuzz: build
	@scripts/fuzz $(BUILD) --count $(N) $(if $(SEED),--seed $(SEED))

format:
	@scripts/check-format --fix

tidy: build
	@git ls-files 'models/*.cpp' 'passes/*.cpp' 'plugin/*.cpp' 'tools/*.cpp' 'test/unit/*.cpp' | \
	  xargs -P$(JOBS) -n4 clang-tidy-19 --quiet -p $(BUILD)

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)
