# The commands of the project. Each installs what is missing, builds what it needs, and runs.
.PHONY: demo test bench install deb format check-format tidy approve packages clean \
	test-release test-asan-ubsan test-tsan test-install fuzz-smoke

JOBS ?= $(shell nproc)

demo: build-release
	@scripts/demo build/release/reprise

test: check-format test-release tidy test-asan-ubsan test-tsan fuzz-smoke test-install
	@scripts/summarise_tests build/*.xml

bench: build-release
	@scripts/bench build/release

install: build-release
	cmake --install build/release

deb: build-release
	cd build/release && cpack -G DEB

# Writes the golden files anew from what the program does now: look at the diff before you commit.
approve: build-release
	REPRISE_APPROVE=1 ctest --test-dir build/release -R golden

format: packages
	git ls-files '*.cpp' '*.h' | xargs clang-format-14 -i

check-format: packages
	git ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run --Werror

packages:
	@scripts/install_packages

build-%: packages
	@mkdir -p build
	@cmake --preset $* >build/$*.log || { cat build/$*.log; exit 1; }
	cmake --build build/$* -j $(JOBS) $(if $(TARGETS_$*),--target $(TARGETS_$*))

# What a special build needs is built, and no more.
TARGETS_tsan = reprise replay_tests e2e_tests
TARGETS_fuzz = sim_tests fuzz_targets
TARGETS_asan-ubsan = reprise sim_tests storage_tests record_tests replay_tests e2e_tests fuzz_tests tidy_tests

test-release: build-release
	ctest --test-dir build/release -j $(JOBS) --output-on-failure --output-junit $(CURDIR)/build/release.xml

test-asan-ubsan: build-asan-ubsan
	ctest --test-dir build/asan-ubsan -j $(JOBS) --output-on-failure --output-junit $(CURDIR)/build/asan-ubsan.xml

# Only what runs threads.
test-tsan: build-tsan
	ctest --test-dir build/tsan -j $(JOBS) -L 'replay|e2e' --output-on-failure --output-junit $(CURDIR)/build/tsan.xml

# The clang build: its fuzzers, and the same scenarios must give the same bytes as gcc's.
fuzz-smoke: build-fuzz
	build/fuzz/tests/sim_tests 'golden*'
	scripts/fuzz_smoke build/fuzz

tidy: build-release
	scripts/tidy build/release $(JOBS)

test-install: build-release
	scripts/test_install build/release

clean:
	rm -rf build
