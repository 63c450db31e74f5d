#include "replay/grade/tool_state.h"

#include "sim/json/number.h"
#include "sim/json/parse.h"
#include "sim/json/write.h"

namespace reprise {
namespace {

using Kind = StateRule::Kind;

// A key as the name of a row.
std::string row_name(const Json& key) {
  if (const std::string* text = key.as_string()) return *text;
  if (const Json::Number* number = key.as_number()) return canonical_number(number->spelling);
  return to_json(key);
}

// The member `name`, an empty object if it is not there yet.
Json& member_object(Json& parent, std::string_view name) {
  if (!parent.find(name)) parent.set(name, Json::object());
  Json& member = *parent.find(name);
  if (!member.is_object()) member = Json::object();
  return member;
}

class StateBuilder {
 public:
  explicit StateBuilder(Json initial) : state_(std::move(initial)) {
    if (!state_.is_object()) state_ = Json::object();
  }

  void apply(const StateRule& rule, const Json& arguments, const Json& result) {
    if (result.find("error")) return;  // "not found" is data, and changes nothing
    switch (rule.kind) {
      case Kind::read:
        if (const Json* key = arguments.find(rule.key)) see_row(rule, *key, result);
        break;
      case Kind::search:
        see_rows(rule, result);
        break;
      case Kind::create:
        create_row(rule, arguments, result);
        break;
      case Kind::update:
        if (const Json* key = arguments.find(rule.key)) update_row(rule, *key, arguments);
        break;
      case Kind::remove:
        if (const Json* key = arguments.find(rule.key)) {
          member_object(state_, rule.table).erase(row_name(*key));
        }
        break;
    }
  }

  Json take() { return std::move(state_); }

 private:
  // Members that are not known yet come from the first read; later ones change nothing.
  void see_row(const StateRule& rule, const Json& key, const Json& row) {
    if (!row.is_object()) return;
    Json& known = member_object(member_object(state_, rule.table), row_name(key));
    for (const JsonMember& member : *row.as_object()) {
      if (!known.find(member.key)) known.set(member.key, member.value);
    }
  }

  void see_rows(const StateRule& rule, const Json& result) {
    const Json* rows = result.find(rule.rows);
    if (!rows || !rows->as_array()) return;
    for (const Json& row : *rows->as_array()) {
      if (const Json* key = row.find(rule.key)) see_row(rule, *key, row);
    }
  }

  void create_row(const StateRule& rule, const Json& arguments, const Json& result) {
    const Json* key = result.find(rule.key);
    if (!key) return;
    Json row = rule.defaults;
    row.set(rule.key, *key);
    set_members(row, arguments, {});
    member_object(state_, rule.table).set(row_name(*key), std::move(row));
  }

  void update_row(const StateRule& rule, const Json& key, const Json& arguments) {
    set_members(member_object(member_object(state_, rule.table), row_name(key)), arguments,
                rule.key);
  }

  static void set_members(Json& row, const Json& arguments, std::string_view except) {
    const JsonObject* members = arguments.as_object();
    if (!members) return;
    for (const JsonMember& member : *members) {
      if (member.key != except && !member.value.is_null()) row.set(member.key, member.value);
    }
  }

  Json state_;
};

const StateRule* find_rule(const std::vector<StateRule>& rules, std::string_view tool) {
  for (const StateRule& rule : rules) {
    if (rule.tool == tool) return &rule;
  }
  return nullptr;
}

}  // namespace

const std::vector<StateRule>& built_in_state_rules() {
  static const std::vector<StateRule> rules = {
      {"get_customer_profile", Kind::read, "customers", "customer_id", "", Json::object()},
      {"get_ticket", Kind::read, "tickets", "ticket_id", "", Json::object()},
      {"search_tickets", Kind::search, "tickets", "id", "tickets", Json::object()},
      {"update_ticket", Kind::update, "tickets", "ticket_id", "", Json::object()},
      {"create_ticket", Kind::create, "tickets", "ticket_id", "",
       JsonObject{{"status", "open"}, {"tier", "unknown"}}},
  };
  return rules;
}

Json rebuild_state(const std::vector<AnsweredCallView>& calls, const Json& initial,
                   const std::vector<StateRule>& further_rules) {
  StateBuilder builder(initial);
  for (const AnsweredCallView& answered : calls) {
    if (answered.is_error || !answered.call) continue;
    const std::string_view tool = answered.result->payload.tool_name;
    const StateRule* rule = find_rule(further_rules, tool);
    if (!rule) rule = find_rule(built_in_state_rules(), tool);
    if (!rule) continue;
    const auto arguments = parse_json(answered.call->payload.raw_arguments);
    const auto result = parse_json(answered.result->payload.raw_result);
    if (arguments && result) builder.apply(*rule, *arguments, *result);
  }
  return builder.take();
}

}  // namespace reprise
