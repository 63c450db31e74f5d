#include "sim/architecture/architecture.h"
#include "tests/catch.h"

using namespace reprise;

TEST_CASE("every architecture is found by its name, and says which agents it needs") {
  CHECK(architecture_names() == std::vector<std::string_view>{"single_agent", "supervisor_worker",
                                                              "peer_to_peer", "debate_critic"});
  for (std::string_view name : architecture_names()) {
    CAPTURE(name);
    const ArchitectureKind* kind = find_architecture(name);
    REQUIRE(kind);
    CHECK(kind->make() != nullptr);
    CHECK_FALSE(kind->roles.empty());
    for (const ArchitectureRole& role : kind->roles) CHECK(role.iterations > 0);
  }
  CHECK_FALSE(find_architecture("Single_agent"));
  CHECK_FALSE(find_architecture(""));
}
