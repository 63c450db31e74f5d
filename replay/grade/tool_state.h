// The state of the tools at the end of a run, rebuilt from the trace alone: the initial state or
// the first read, then the writes that succeeded. So it can be asserted without the tool.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "replay/grade/facts.h"
#include "sim/json/value.h"

namespace reprise {

// What a good call of a tool says about a table of the state.
struct StateRule {
  enum class Kind {
    read,    // the result is the row
    search,  // the result holds rows, in the list `rows`
    create,  // the arguments are the row, the result holds its key
    update,  // the arguments are changes of the row
    remove,  // the row is gone
  };
  std::string tool;
  Kind kind = Kind::read;
  std::string table;
  std::string key;   // the argument that names the row; create, search: the member that does
  std::string rows;  // search: the member that holds the list
  Json defaults = Json::object();  // create: members that the tool fills in
};

// The rules of the customer and ticketing tools.
const std::vector<StateRule>& built_in_state_rules();

// {"<table>": {"<key>": row, …}, …}. Keys are texts, numbers in canonical form: 57.0 is "57".
Json rebuild_state(const std::vector<AnsweredCallView>& calls, const Json& initial,
                   const std::vector<StateRule>& further_rules);

}  // namespace reprise
