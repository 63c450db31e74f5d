# The commands of the project. Each installs what is missing, builds what it needs, and runs.
.PHONY: demo test bench install deb format check-format tidy approve fuzz build-% packages clean

JOBS ?= $(shell nproc)

demo: build-release
	@scripts/demo build/release/reprise

test: check-format tidy test-release test-asan-ubsan test-tsan fuzz-smoke test-install
	@scripts/summarise_tests build/*/tests.xml

bench: build-release
	@scripts/bench build/release

install: build-release
	cmake --install build/release

deb: build-release
	cd build/release && cpack -G DEB

# Writes the golden files anew from what the program does now: look at the diff before you commit.
approve: build-release
	REPRISE_APPROVE=1 ctest --test-dir build/release -L golden

format: packages
	git ls-files '*.cpp' '*.h' | xargs clang-format-14 -i

check-format: packages
	git ls-files '*.cpp' '*.h' | xargs clang-format-14 --dry-run --Werror

packages:
	@scripts/install_packages

build-%: packages
	@cmake --preset $* >build-$*.log 2>&1 || { cat build-$*.log; exit 1; }
	@rm -f build-$*.log
	cmake --build build/$* -j $(JOBS)

test-release: build-release
	ctest --test-dir build/release -j $(JOBS) --output-on-failure --output-junit ../tests.xml
