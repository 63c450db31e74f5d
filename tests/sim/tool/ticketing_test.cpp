#include "sim/tool/ticketing.h"

#include "sim/json/parse.h"
#include "sim/json/pointer.h"
#include "sim/json/write.h"
#include "tests/catch.h"
#include "tests/support/toolsets.h"

using namespace reprise;

namespace {

constexpr const char* one_ticket =
    R"({"kind":"ticketing","tickets":[{"id":57,"customer_id":"C","status":"open","tier":"unknown",)"
    R"("description":"d"}]})";

std::string at(const Toolset& set, std::string_view pointer) {
  const Json state = set.state();
  const Json* value = json_at(state, pointer);
  return value ? to_json(*value) : "nothing";
}

}  // namespace

TEST_CASE("calls, and what they answer") {
  struct Case {
    const char* tool;
    const char* arguments;
    const char* result;
  };
  for (const auto& [tool, arguments, result] : std::initializer_list<Case>{
           {"get_ticket", R"({"ticket_id":57})",
            R"({"id":57,"customer_id":"C","status":"open","tier":"unknown","description":"d"})"},
           {"get_ticket", R"({"ticket_id":58})", R"({"error":"no ticket 58"})"},
           {"get_ticket", R"({"ticket_id":57.5})", R"({"error":"no ticket 57.5"})"},
           {"search_tickets", R"({"customer_id":"C"})",
            R"({"tickets":[{"id":57,"customer_id":"C","status":"open","tier":"unknown",)"
            R"("description":"d"}]})"},
           {"search_tickets", R"({"customer_id":"X"})", R"({"tickets":[]})"},
           {"create_ticket", R"({"customer_id":"X","description":"new"})",
            R"({"status":"created","ticket_id":58})"},
           // The id goes back as it was spelt.
           {"update_ticket", R"({"ticket_id":57.0,"status":"escalated"})",
            R"({"status":"updated","ticket_id":57.0})"},
           {"update_ticket", R"({"ticket_id":5.7e1,"tier":"gold"})",
            R"({"status":"updated","ticket_id":5.7e1})"},
           {"update_ticket", R"({"ticket_id":58,"status":"closed"})",
            R"({"error":"no ticket 58"})"},
           {"update_ticket", R"({"ticket_id":57,"status":"done"})",
            R"("Error executing tool: ValueError: unknown status 'done'")"},
           {"update_ticket", R"({"ticket_id":57,"status":""})",
            R"("Error executing tool: ValueError: unknown status ''")"}}) {
    CAPTURE(tool, arguments);
    const auto set = toolset_of(one_ticket);
    CHECK(call_tool(*set, tool, arguments) == result);
  }
}

TEST_CASE("only what an update names is changed, and only by one that succeeds") {
  const auto set = toolset_of(one_ticket);
  for (const char* status : {"escalated", "on_hold", "closed", "open"}) {
    call_tool(*set, "update_ticket",
              R"({"ticket_id":57,"status":")" + std::string(status) + R"(","id":9})");
    CHECK(at(*set, "/tickets/0/status") == "\"" + std::string(status) + "\"");
  }
  call_tool(*set, "update_ticket", R"({"ticket_id":57,"description":"d [CREDIT_HOLD]"})");
  const std::string before = to_json(set->state());
  CHECK(before == R"({"tickets":[{"id":57,"customer_id":"C","status":"open","tier":"unknown",)"
                  R"("description":"d [CREDIT_HOLD]"}]})");
  call_tool(*set, "update_ticket", R"({"ticket_id":57,"status":"done","tier":"gold"})");
  CHECK(to_json(set->state()) == before);
}

TEST_CASE("new tickets are open, numbered onwards, and can be read") {
  const auto set = toolset_of(one_ticket);
  CHECK(call_tool(*set, "create_ticket", R"({"customer_id":"X","description":"a"})") ==
        R"({"status":"created","ticket_id":58})");
  CHECK(
      call_tool(*set, "create_ticket", R"({"customer_id":"X","description":"b","tier":"gold"})") ==
      R"({"status":"created","ticket_id":59})");
  CHECK(call_tool(*set, "get_ticket", R"({"ticket_id":58})") ==
        R"({"id":58,"customer_id":"X","status":"open","tier":"unknown","description":"a"})");
  CHECK(at(*set, "/tickets/2/tier") == "\"gold\"");

  const auto none = toolset_of(R"({"kind":"ticketing","tickets":[]})");
  CHECK(call_tool(*none, "create_ticket", R"({"customer_id":"X","description":"a"})") ==
        R"({"status":"created","ticket_id":1})");
}

TEST_CASE("two sessions do not share their tickets") {
  const auto one = toolset_of(R"({"kind":"ticketing"})");
  const auto other = toolset_of(R"({"kind":"ticketing"})");
  call_tool(*one, "update_ticket", R"({"ticket_id":1,"status":"closed"})");
  CHECK(at(*one, "/tickets/0/status") == "\"closed\"");
  CHECK(at(*other, "/tickets/0/status") == "\"open\"");
}

TEST_CASE("tickets of a scenario need a number of their own") {
  struct Case {
    const char* tickets;
    std::vector<std::string> issues;
  };
  for (const auto& [tickets, issues] : std::initializer_list<Case>{
           {R"([{"id":1,"anything":true}])", {}},
           {R"({})", {"/tools/0/tickets: expected a list of objects, found {}"}},
           {R"([1])",
            {"/tools/0/tickets/0: expected an object, found 1",
             "/tools/0/tickets/0/id: a ticket needs a number of its own: add it"}},
           {R"([{}])", {"/tools/0/tickets/0/id: a ticket needs a number of its own: add it"}},
           {R"([{"id":9223372036854775807}])",
            {"/tools/0/tickets/0/id: expected a whole number from 1 to 1000000000000000, found "
             "9223372036854775807"}},
           {R"([{"id":1},{"id":1.0}])",
            {"/tools/0/tickets/1/id: another ticket has this number already"}}}) {
    CAPTURE(tickets);
    CHECK(toolset_issues(std::string(R"({"kind":"ticketing","tickets":)") + tickets + "}") ==
          issues);
  }
}
